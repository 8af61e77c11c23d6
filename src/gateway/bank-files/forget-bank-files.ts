import type { Deps } from '../../ground/deps.ts';
import { removePartsBefore } from '../../rails/cnab240/files.sql.ts';

/** They name payers. For so long a bank can be asked about what it was told, and money may be taken back. */
const KEPT_DAYS = 180;
const DAY_MS = 86_400_000;
/** Of a megabyte each. */
const MOST_PIECES = 100;

/** Real time, so that a sandbox whose clock is moved keeps its own. Says whether there is more. */
export async function forgetBankFiles({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<boolean> {
  const before = new Date(clock.realNow().getTime() - KEPT_DAYS * DAY_MS);
  return (await removePartsBefore(db, before, MOST_PIECES)) >= MOST_PIECES;
}
