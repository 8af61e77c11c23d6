import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { anonymiseCustomer } from '../../../care/privacy/anonymise-customer.ts';
import { anonymisationOf } from '../../../care/privacy/export.wire.ts';
import { exportCustomer } from '../../../care/privacy/export-customer.ts';
import { findCustomerIdByDocument } from '../../../gateway/customers/customer-data.sql.ts';
import type { Db } from '../../../ground/db/pool.ts';
import { contentOf } from '../../../ground/streams/send-file.ts';
import { CliError, command } from '../command.ts';
import { withDatabase } from '../database.ts';
import { readId } from '../values.ts';

/** Nobody has more payments; the command line has the time. */
const ALL = 2 ** 31 - 2;

const WHO = {
  id: { type: 'positional', required: false, description: 'id of the customer; or give --document' },
  document: { type: 'string', valueHint: 'CPF or CNPJ', description: 'the document instead of the id' },
  merchant: { type: 'string', required: true, valueHint: 'id', description: 'id of the merchant' },
} as const;

interface Who {
  id?: string | undefined;
  document?: string | undefined;
  merchant: string;
}

async function findWho(db: Db, { id, document, merchant }: Who): Promise<{ merchantId: number; customerId: number }> {
  const merchantId = readId('--merchant', merchant);
  if ((id === undefined) === (document === undefined)) throw new CliError('give the id of the customer or --document');
  if (id !== undefined) return { merchantId, customerId: readId('the customer', id) };
  const bare = (document ?? '').replace(/[^0-9A-Za-z]/g, '').toUpperCase();
  const customerId = await findCustomerIdByDocument(db, merchantId, bare);
  if (customerId === null) throw new CliError(`merchant ${merchantId} has no customer with that document`);
  return { merchantId, customerId };
}

export const customerExport = command({
  name: 'export',
  description: 'Write everything that is stored about a person who paid, as JSON',
  examples: [
    'vintem customer export 12 --merchant 1 --to ./customer.json',
    'vintem customer export --document 529.982.247-25 --merchant 1',
  ],
  args: { ...WHO, to: { type: 'string', valueHint: 'file', description: 'a new file; without it, it is printed' } },
  run: (args) =>
    withDatabase(async ({ db, clock }) => {
      const { merchantId, customerId } = await findWho(db, args);
      const now = await clock.now();
      const file = await exportCustomer(db, merchantId, customerId, { most: ALL, now });
      const content = Readable.from(contentOf({ clock }, file));
      if (args.to === undefined) {
        const text = (await content.toArray()).join('');
        return { lines: [text.trimEnd()], json: JSON.parse(text) as unknown };
      }
      // For its owner alone, and never over another file.
      await pipeline(content, createWriteStream(args.to, { mode: 0o600, flags: 'wx' }));
      return {
        lines: [`customer ${customerId} with ${file.ids.length} transactions written to ${args.to}`],
        json: { customer_id: customerId, transactions: file.ids.length, file: args.to },
      };
    }),
});

export const customerAnonymise = command({
  name: 'anonymise',
  description: 'Remove the data of a person who paid; payments, amounts and books stay; cannot be undone',
  examples: [
    'vintem customer anonymise 12 --merchant 1',
    'vintem customer anonymise --document 52998224725 --merchant 1',
  ],
  args: WHO,
  run: (args) =>
    withDatabase(async (deps) => {
      const { merchantId, customerId } = await findWho(deps.db, args);
      const removed = anonymisationOf(await anonymiseCustomer(deps, merchantId, customerId));
      const { anonymised_at, is_complete, document_kept_until } = removed;
      return {
        lines: [
          `customer ${customerId} was anonymised at ${anonymised_at}`,
          ...(is_complete ? [] : ['a job removes the rest; look again with the same command']),
          ...(document_kept_until ? [`the document is kept for the law until ${document_kept_until}`] : []),
        ],
        json: { customer_id: customerId, ...removed },
      };
    }),
});
