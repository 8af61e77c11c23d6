import { constants, createReadStream } from 'node:fs';
import path from 'node:path';
import type { Deps } from '../../ground/deps.ts';
import type { BankAccount } from '../../rails/cnab240/bank-accounts.ts';
import { isGone, putAway } from '../../rails/cnab240/folders/folders.ts';
import type { SeenFile } from '../../rails/cnab240/folders/inbox.rules.ts';
import { RetornoError } from '../../rails/cnab240/layout/retorno-error.rules.ts';
import { receiveRetorno } from './receive-retorno.ts';
import { linesOfRetorno } from './retorno-report.ts';

/** More than the largest retorno that there can be: six digits count its records. */
const LARGEST_BYTES = 256 * 1024 * 1024;

/**
 * Reads one file of the inbox and puts it away with what became of it. A worker that dies in between leaves it where it
 * is: the next one finds that it came before.
 */
export async function takeFromInbox(
  deps: Pick<Deps, 'db' | 'clock' | 'poke' | 'log'>,
  { name: acquirer, account }: BankAccount,
  inbox: string,
  { name, bytes }: SeenFile,
): Promise<void> {
  const file = path.join(inbox, name);
  try {
    if (bytes > LARGEST_BYTES)
      return await refuse(deps, acquirer, inbox, name, `${bytes} bytes: no retorno is that large`);
    const received = await receiveRetorno(deps, acquirer, account, () => readPlainFile(file));
    await putAway(inbox, name, 'done', linesOfRetorno(name, received).join('\n'));
    const { kinds = null, missing = null } = received ?? {};
    deps.log.info({ acquirer, number: received?.file.number ?? null, kinds }, 'a retorno was taken from the inbox');
    if (missing) deps.log.warn({ acquirer, ...missing }, 'files of a bank did not come');
  } catch (error) {
    if (error instanceof RetornoError) return refuse(deps, acquirer, inbox, name, error.message);
    // Another worker, or somebody by hand, has put it away.
    if (!isGone(error)) throw error;
  }
}

async function refuse(
  { log }: Pick<Deps, 'log'>,
  acquirer: string,
  inbox: string,
  name: string,
  why: string,
): Promise<void> {
  await putAway(inbox, name, 'refused', `${name}: ${why}; nothing of it was applied`).catch((error) => {
    if (!isGone(error)) throw error;
  });
  log.warn({ acquirer, why }, 'a file of the inbox was refused, and nothing of it was applied');
}

/** What became a link since the look is not followed. */
function readPlainFile(file: string): AsyncIterable<Buffer> {
  return createReadStream(file, { flags: constants.O_RDONLY | constants.O_NOFOLLOW, end: LARGEST_BYTES } as object);
}
