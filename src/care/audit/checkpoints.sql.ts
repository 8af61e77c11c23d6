import type { AuditCheck } from './ledger-checks.sql.ts';

/** Days and blocks of days begin at a midnight in São Paulo: 03:00 UTC. */
const STARTS_AT = `date_bin(make_interval(days => width.days), e.available_at, timestamptz '2000-01-01 03:00:00Z')`;
const SAID = (row: string) => `(${row}.amount_cents, ${row}.entry_count, ${row}.first_at, ${row}.last_at)`;

/** Those of another cluster, which came with a restore, are read by nobody. */
const READ = `SELECT company_id, covered_below FROM ledger_checkpoints
  WHERE covered_below <= pg_snapshot_xmin(pg_current_snapshot())`;

export const CHECKPOINT_CHECK: AuditCheck = {
  name: 'every checkpoint says what the entries it covers add up to',
  sql: `WITH checkpoint AS (${READ}),
    recomputed AS (
      SELECT e.company_id, width.days, ${STARTS_AT} AS starts_at, e.account,
        sum(e.amount_cents)::bigint AS amount_cents,
        count(*) AS entry_count, min(e.available_at) AS first_at, max(e.available_at) AS last_at
      FROM checkpoint
      JOIN ledger_entries e ON e.company_id = checkpoint.company_id AND e.written_by < checkpoint.covered_below
      CROSS JOIN (VALUES (1), (32)) AS width (days)
      GROUP BY 1, 2, 3, 4
    ),
    stored AS (SELECT s.* FROM checkpoint JOIN ledger_checkpoint_sums s ON s.company_id = checkpoint.company_id)
    SELECT company_id, days, starts_at, account, recomputed.amount_cents AS recomputed, stored.amount_cents AS stored,
      recomputed.entry_count AS entries, stored.entry_count AS stored_entries
    FROM recomputed FULL JOIN stored USING (company_id, days, starts_at, account)
    WHERE ${SAID('recomputed')} IS DISTINCT FROM ${SAID('stored')}`,
};
