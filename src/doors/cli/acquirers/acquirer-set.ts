import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { countPaymentsStillNeeding } from '../../../gateway/bank-access/payments-still-needing.ts';
import { setAcquirer } from '../../../gateway/bank-access/set-acquirer.ts';
import type { Db } from '../../../ground/db/pool.ts';
import type { AcquirerConfig } from '../../../rails/acquirers/acquirer-config.ts';
import { AccessFileError, BankSetupError } from '../../../rails/acquirers/acquirer-kind.ts';
import { type KindName, kindNamedIn, kindOf } from '../../../rails/kinds.ts';
import { CliError, command } from '../command.ts';
import { withDatabase } from '../database.ts';
import { NAME, readKeys, readMode, readName } from './acquirer-stored.ts';

const CALLBACK_SECRET_BYTES = 32;

export const acquirerSet = command({
  name: 'set',
  description: 'Store how a bank is reached, encrypted, in place of what was stored under that name; calls nobody',
  examples: ['vintem acquirer set itau --file bank/acquirer.json'],
  args: {
    name: NAME,
    file: { type: 'string', required: true, valueHint: 'path', description: 'JSON; the files it names are read, too' },
  },
  async run(args) {
    const name = readName(args.name);
    const { kind, access } = readFileOf(args.file);
    const { describe, accessAfter, reachesTheSame, conflict, keptConflict } = kindOf(kind);
    const { profile, baseUrl, certificateEnd } = describe(access);
    const { isNew } = await withDatabase(async (deps) => {
      const keys = await readKeys(deps);
      const now = await deps.clock.now();
      const refuseReplacing = async (tx: Db, stored: AcquirerConfig) => {
        if (stored.kind === kind && reachesTheSame(stored.access, access)) return;
        const payments = await countPaymentsStillNeeding(tx, name, now);
        if (payments > 0) throw new CliError(stillNeeded(name, payments));
      };
      const after = (stored: AcquirerConfig | null) =>
        accessAfter(stored?.kind === kind ? stored.access : null, access);
      const refuseBeside = async (tx: Db, others: readonly AcquirerConfig[]) => {
        const ofKind = others.filter((other) => other.kind === kind);
        const tools = { db: tx, clock: deps.clock };
        const problem = conflict?.(access, ofKind) ?? (await keptConflict?.(tools, name, access));
        if (problem) throw new CliError(problem);
      };
      const config = { name, kind, profile, accessAfter: after, refuseReplacing, refuseBeside };
      return setAcquirer(deps, keys, config, randomBytes(CALLBACK_SECRET_BYTES).toString('base64url'));
    });
    const until = certificateEnd?.toISOString().slice(0, 10) ?? null;
    return {
      lines: [
        `acquirer ${name} ${isNew ? 'stored' : 'replaced'}: ${profile} at ${baseUrl}` +
          `${until ? `, certificate valid until ${until}` : ', without a certificate'}`,
        `next: vintem acquirer check ${name}`,
      ],
      json: { name, profile, base_url: baseUrl, certificate_until: until, is_new: isNew },
    };
  },
});

function stillNeeded(name: string, payments: number): string {
  return (
    `${payments} payments still need the bank that is stored as ${name}, and this is another one: ` +
    'store it under another name, and give that to the companies'
  );
}

function readFileOf(path: string): { kind: KindName; access: unknown } {
  const text = readBytes(path, '--file').toString('utf8');
  const named = (file: string, member: string) => readBytes(resolve(dirname(path), file), member);
  try {
    const kind = kindNamedIn(text);
    return { kind, access: kindOf(kind).readAccess(text, readMode(), named) };
  } catch (error) {
    if (error instanceof AccessFileError) throw new CliError(`${path}: ${error.message}`);
    if (error instanceof BankSetupError) throw new CliError(error.message);
    throw error;
  }
}

function readBytes(path: string, what: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new CliError(`${what}: ${path} cannot be read (${(error as { code?: string }).code})`);
  }
}
