import { addDays, saoPauloDateOf } from '../../../ground/brazil/calendar.rules.ts';
import type { Deps } from '../../../ground/deps.ts';
import { CHUNK_SIZE } from '../../../ground/queues/chunks.ts';
import { removeRunsBefore } from './schedule-runs.sql.ts';

/** A year, and time to ask about it. */
const KEPT_DAYS = 400;

/** Payouts stay. Real time, so that a sandbox whose clock is moved keeps its own. Says whether there is more. */
export async function forgetScheduleRuns({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<boolean> {
  const beforeDay = addDays(saoPauloDateOf(clock.realNow()), -KEPT_DAYS);
  return (await removeRunsBefore(db, beforeDay, CHUNK_SIZE)) >= CHUNK_SIZE;
}
