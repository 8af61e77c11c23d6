import { listLatestComparisons } from '../../gateway/alignment/reconciliation.sql.ts';
import { countOpenDivergences } from '../../gateway/divergences/all-divergences.sql.ts';
import { addDays, saoPauloDateOf } from '../../ground/brazil/calendar.rules.ts';
import type { Config } from '../../ground/config.ts';
import type { Db } from '../../ground/db/pool.ts';
import { findLatestAudit } from '../audit/audit-runs.sql.ts';
import type { BookFacts } from './facts.rules.ts';

const COMPARED_DAYS = 30;
const MOST_COUNTED = 100_001;

/** How the books stand to what banks and audits say of them. */
export async function gatherBooks(db: Db, config: Pick<Config, 'auditAt'>, now: Date): Promise<BookFacts> {
  const comparisons = await listLatestComparisons(db, addDays(saoPauloDateOf(now), -COMPARED_DAYS));
  const audit = await findLatestAudit(db);
  return {
    openDivergences: await countOpenDivergences(db, MOST_COUNTED),
    differing: comparisons.filter(({ isDifferent }) => isDifferent).map(({ acquirer }) => acquirer),
    isAudited: config.auditAt !== null,
    audit: audit && { finishedAt: audit.finished_at, findings: audit.findings },
  };
}
