import { bindReceipt } from '../../gateway/alignment/receipts/bind-receipt.ts';
import { bookReceipt } from '../../gateway/alignment/receipts/book-receipt.ts';
import { closeReceipt } from '../../gateway/alignment/receipts/close-receipt.ts';
import type { UnknownReceipt } from '../../gateway/alignment/receipts/unknown-receipt.rules.ts';
import { listUnknownReceipts } from '../../gateway/alignment/receipts/unknown-receipts.sql.ts';
import { STATUS_NAMES } from '../../gateway/payments/status.rules.ts';
import { createLog } from '../../ground/log.ts';
import { CliError, command, group } from './command.ts';
import { withDatabase } from './database.ts';
import { readHolder, readId, readWhoAndWhy } from './values.ts';

export const MOST_RECEIPTS = 1_000;
const DAYS = 3_650;

const list = command({
  name: 'list',
  description: 'List payments that a bank has received and that are none of ours, newest first',
  examples: ['vintem receipt list', 'vintem receipt list --json'],
  args: {},
  run: () =>
    withDatabase(async ({ db }) => {
      const receipts = await listUnknownReceipts(db, { days: DAYS, limit: MOST_RECEIPTS });
      return { lines: receipts.length > 0 ? receipts.map(lineOfReceipt) : ['there is none'], json: receipts };
    }),
});

export function lineOfReceipt(receipt: UnknownReceipt): string {
  return [
    `receipt ${receipt.id}`,
    receipt.day,
    receipt.acquirer,
    `reference ${receipt.reference}`,
    receipt.end_to_end_id,
    `${receipt.amount_cents} received, ${receipt.refunded_cents} given back`,
    ...(receipt.booked_cents === 0 ? [] : [`BOOKED ${receipt.booked_cents}`]),
  ].join(' | ');
}

const close = command({
  name: 'close',
  description: 'Say what was done about such a payment outside of the books; it is listed no more',
  examples: [`vintem receipt close 12 --reason 'of the shop system that shares the account'`],
  args: {
    id: { type: 'positional', required: true, description: 'id of the receipt, as listed' },
    reason: { type: 'string', required: true, description: 'what was done, for the records' },
    by: { type: 'string', description: 'who closes it; default: the user of this machine' },
  },
  async run(args) {
    const id = readId('the receipt', args.id);
    const note = readWhoAndWhy(args);
    const closed = await withDatabase((deps) => closeReceipt(deps, { receiptId: id, ...note }));
    return { lines: [`receipt ${id} closed`], json: closed };
  },
});

const bind = command({
  name: 'bind',
  description:
    'Say that such a payment is the money of a transaction of its amount, which it approves; it cannot be undone',
  examples: [`vintem receipt bind 12 --transaction 832 --reason 'the order of before the restore'`],
  args: {
    id: { type: 'positional', required: true, description: 'id of the receipt, as listed' },
    transaction: { type: 'string', required: true, description: 'id of the transaction' },
    reason: { type: 'string', required: true, description: 'how you know, for the records' },
    by: { type: 'string', description: 'who binds it; default: the user of this machine' },
  },
  async run(args) {
    const receiptId = readId('the receipt', args.id);
    const paymentId = readId('--transaction', args.transaction);
    const note = readWhoAndWhy(args);
    const { status } = await withDatabase((deps) =>
      bindReceipt(
        { ...deps, log: createLog('error', process.stderr), poke: () => {} },
        { receiptId, paymentId, ...note },
      ),
    );
    const state = STATUS_NAMES[status];
    return {
      lines: [`receipt ${receiptId} bound to transaction ${paymentId}, which is ${state}`],
      json: { id: receiptId, transaction_id: paymentId, status: state },
    };
  },
});

const side = { type: 'string', valueHint: 'platform|company:<id>' } as const;

const book = command({
  name: 'book',
  description:
    'Put what is left of such a payment into the books, or take it out again when the bank has given it back',
  examples: [
    `vintem receipt book 12 --to company:4 --reason 'an order of before the restore'`,
    `vintem receipt book 12 --from company:4 --reason 'the bank gave it back'`,
  ],
  args: {
    id: { type: 'positional', required: true, description: 'id of the receipt, as listed' },
    to: { ...side, description: 'who gets the money from the acquirer' },
    from: { ...side, description: 'who gives it back to the acquirer, when the bank gave a booked one back' },
    reason: { type: 'string', required: true, description: 'why, for the records' },
    by: { type: 'string', description: 'who books it; default: the user of this machine' },
  },
  async run(args) {
    const receiptId = readId('the receipt', args.id);
    if ((args.to === undefined) === (args.from === undefined)) throw new CliError('give either --to or --from');
    const way = args.to === undefined ? 'to_acquirer' : 'from_acquirer';
    const companyId = readHolder(args.to === undefined ? '--from' : '--to', args.to ?? args.from ?? '');
    const note = readWhoAndWhy(args);
    const cents = await withDatabase((deps) =>
      bookReceipt({ ...deps, log: createLog('error', process.stderr) }, { receiptId, way, companyId, ...note }),
    );
    const moved = way === 'from_acquirer' ? `acquirer to ${args.to}` : `${args.from} to acquirer`;
    return {
      lines: [`receipt ${receiptId} booked: ${Math.abs(cents)} cents, ${moved}`],
      json: { id: receiptId, booked_cents: cents, company_id: companyId },
    };
  },
});

export const receipt = group(
  { name: 'receipt', description: 'Payments that a bank has received and that are none of ours' },
  { list, bind, book, close },
);
