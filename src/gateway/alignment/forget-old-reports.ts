import { addDays, saoPauloDateOf } from '../../ground/brazil/calendar.rules.ts';
import type { Deps } from '../../ground/deps.ts';
import { CHUNK_SIZE } from '../../ground/queues/chunks.ts';
import { removePayoutComparisons } from '../payouts/comparisons.sql.ts';
import { removeResolvedFindings } from '../payouts/findings.sql.ts';
import { removeOldReceipts } from './receipts/unknown-receipts.sql.ts';
import { removeOldReports } from './reconciliation.sql.ts';

/** A payout is looked at for ninety days: what was resolved meanwhile and forgotten sooner would be told anew. */
const FINDINGS_KEPT_DAYS = 120;
const DAY_MS = 86_400_000;

/**
 * Daily comparisons of days so long ago, of what came in and of what left, and what was dealt with of what they found;
 * real time, so that a sandbox whose clock is moved keeps its own. Says whether there is more.
 */
export async function forgetOldReports({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<boolean> {
  const realNow = clock.realNow();
  const beforeDay = addDays(saoPauloDateOf(realNow), -config.comparisonDays);
  const findingsKeptMs = Math.max(config.comparisonDays, FINDINGS_KEPT_DAYS) * DAY_MS;
  const reports = await removeOldReports(db, beforeDay, CHUNK_SIZE);
  const receipts = await removeOldReceipts(db, beforeDay, CHUNK_SIZE);
  const payouts = await removePayoutComparisons(db, beforeDay, CHUNK_SIZE);
  const findings = await removeResolvedFindings(db, new Date(realNow.getTime() - findingsKeptMs), CHUNK_SIZE);
  return Math.max(reports, receipts, payouts, findings) >= CHUNK_SIZE;
}
