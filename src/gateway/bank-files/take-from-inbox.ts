import { constants, createReadStream } from 'node:fs';
import path from 'node:path';
import type { Deps } from '../../ground/deps.ts';
import type { BankAccount } from '../../rails/cnab240/bank-accounts.ts';
import { isGone, putAway } from '../../rails/cnab240/folders/folders.ts';
import type { SeenFile } from '../../rails/cnab240/folders/inbox.rules.ts';
import { RetornoError } from '../../rails/cnab240/layout/retorno-error.rules.ts';
import type { ReceivedFile } from '../../rails/cnab240/retornos/receive-file.ts';
import { receiveRetorno } from './receive-retorno.ts';
import { linesOfRetorno } from './retorno-report.ts';

/** More than the largest retorno that there can be: six digits count its records. */
const LARGEST_BYTES = 256 * 1024 * 1024;

/**
 * Reads one file of the inbox and puts it away with what became of it. A worker that dies in between leaves it where it
 * is: the next one finds that it came before. True, unless it throws.
 */
export async function takeFromInbox(
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'poke' | 'log'>,
  { name: acquirer, account }: BankAccount,
  inbox: string,
  { name, bytes }: SeenFile,
): Promise<true> {
  const file = path.join(inbox, name);
  try {
    if (bytes > LARGEST_BYTES)
      return await refuse(deps, acquirer, inbox, name, `${bytes} bytes: no retorno is that large`);
    const received = await receiveRetorno(deps, acquirer, account, () => readPlainFile(file));
    await putAway(inbox, name, 'done', linesOfRetorno(name, received).join('\n'));
    tellOf(deps, acquirer, received);
  } catch (error) {
    if (error instanceof RetornoError) return refuse(deps, acquirer, inbox, name, error.message);
    // Another worker, or somebody by hand, has put it away.
    if (!isGone(error)) throw error;
  }
  return true;
}

/** For the operator, who reads what was put away only where the log says so. */
function tellOf({ log }: Pick<Deps, 'log'>, acquirer: string, received: ReceivedFile | null): void {
  const number = received?.file.number ?? null;
  log.info({ acquirer, number, kinds: received?.kinds ?? null }, 'a retorno was taken from the inbox');
  if (!received) return;
  const { missing, listed, unknown } = received;
  if (missing) log.warn({ acquirer, ...missing }, 'files of a bank did not come');
  if (listed.length > 0) log.warn({ acquirer, number, listed: listed.length }, 'lines of a retorno need a person');
  if (unknown.count > 0) log.error({ acquirer, number, ...unknown }, 'a retorno has money of no boleto of ours');
}

async function refuse(
  { log }: Pick<Deps, 'log'>,
  acquirer: string,
  inbox: string,
  name: string,
  why: string,
): Promise<true> {
  await putAway(inbox, name, 'refused', `${name}: ${why}; nothing of it was applied`).catch((error) => {
    if (!isGone(error)) throw error;
  });
  log.warn({ acquirer, why }, 'a file of the inbox was refused, and nothing of it was applied');
  return true;
}

/** What became a link since the look is not followed. */
function readPlainFile(file: string): AsyncIterable<Buffer> {
  return createReadStream(file, { flags: constants.O_RDONLY | constants.O_NOFOLLOW, end: LARGEST_BYTES } as object);
}
