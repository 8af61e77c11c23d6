import { addDays, saoPauloDateOf } from '../brazil/calendar.rules.ts';
import type { Deps } from '../deps.ts';
import { CHUNK_SIZE } from '../queues/chunks.ts';
import { removeOldReports } from './reconciliation.sql.ts';

/**
 * Daily comparisons of days so long ago; real time, so that a sandbox whose clock is moved keeps its own. Says whether
 * there is more.
 */
export async function forgetOldReports({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<boolean> {
  const beforeDay = addDays(saoPauloDateOf(clock.realNow()), -config.comparisonDays);
  return (await removeOldReports(db, beforeDay, CHUNK_SIZE)) >= CHUNK_SIZE;
}
