import { addDays, saoPauloDateOf } from '../../ground/brazil/calendar.rules.ts';
import type { Deps } from '../../ground/deps.ts';
import { CHUNK_SIZE } from '../../ground/queues/chunks.ts';
import { removeOldReceipts } from './receipts/unknown-receipts.sql.ts';
import { removeOldReports } from './reconciliation.sql.ts';

/**
 * Daily comparisons of days so long ago, and what was dealt with of the money that nobody knew then; real time, so that
 * a sandbox whose clock is moved keeps its own. Says whether there is more.
 */
export async function forgetOldReports({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<boolean> {
  const beforeDay = addDays(saoPauloDateOf(clock.realNow()), -config.comparisonDays);
  const reports = await removeOldReports(db, beforeDay, CHUNK_SIZE);
  const receipts = await removeOldReceipts(db, beforeDay, CHUNK_SIZE);
  return Math.max(reports, receipts) >= CHUNK_SIZE;
}
