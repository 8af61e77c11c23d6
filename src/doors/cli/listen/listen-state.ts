import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createSecret } from '../../../news/webhooks/deliveries/signature.ts';

const SECRET_BYTES = 32;

/** What a listener keeps between two runs: a secret that the receiver can be configured with, and how far it came. */
export interface ListenState {
  readonly secret: string;
  readonly cursor: string | null;
  keep(cursor: string): void;
}

/** One for each server, account and receiver: two listeners do not move each other's cursor. */
export function openListenState(folder: string, ...of: string[]): ListenState {
  mkdirSync(folder, { recursive: true });
  const name = createHash('sha256').update(of.join('\n')).digest('hex').slice(0, 16);
  const file = path.join(folder, `${name}.json`);
  const stored = read(file);
  const secret = stored?.secret ?? createSecret(randomBytes(SECRET_BYTES));
  const write = (cursor: string | null) => {
    // Whole or not at all, also when the machine stops meanwhile.
    writeFileSync(`${file}.new`, JSON.stringify({ secret, cursor }), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  if (!stored) write(null);
  return { secret, cursor: stored?.cursor ?? null, keep: write };
}

function read(file: string): { secret: string; cursor: string | null } | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // None yet, or one that cannot be read: a new one takes its place.
    return null;
  }
}
