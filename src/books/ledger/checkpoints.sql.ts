import type { Tx } from '../../ground/db/transaction.ts';
import { CHUNK_SIZE, type Chunk } from '../../ground/queues/chunks.ts';

/**
 * Any midnight in São Paulo. Should the clocks there be put forward again, a day in the checkpoints still begins at
 * 03:00 UTC.
 */
const ORIGIN = `timestamptz '2000-01-01 03:00:00Z'`;
export const BLOCK_DAYS = 32;
export const DAY = `interval '24 hours'`;

/** The beginning of the day, or of the block of days, that an instant lies in. */
export const dayOf = (instant: string) => `date_bin('1 day', ${instant}, ${ORIGIN})`;
export const blockOf = (instant: string) => `date_bin('${BLOCK_DAYS} days', ${instant}, ${ORIGIN})`;

/** Every transaction below it has ended, as this statement sees the database. */
const ALL_ENDED_BELOW = 'pg_snapshot_xmin(pg_current_snapshot())';
const NOTHING = `'0'::xid8`;

/**
 * For a statement: the `company_id`s of the given array, and below which transaction the checkpoint of each covers its
 * entries. One that claims more than has ended came with a restore from another cluster: nothing it says is believed.
 * The array is hidden from the planner: where it sees its length, it takes each plan for better than the last one that
 * it has kept.
 */
export const covered = (companyIds: string) => `covered AS (
  SELECT company.id AS company_id, coalesce(c.covered_below, ${NOTHING}) AS covered_below
  FROM unnest(ARRAY(SELECT unnest(${companyIds}::bigint[]))) AS company (id)
  LEFT JOIN ledger_checkpoints c ON c.company_id = company.id AND c.covered_below <= ${ALL_ENDED_BELOW}
)`;
export const HAS_SUMS = `covered.covered_below > ${NOTHING}`;

/**
 * The rows of the index by writer that no checkpoint covers, of the company of `covered`. The upper bound
 * excludes nothing. With it the planner takes the condition for a narrow range; without, for a third of all that
 * the company has.
 */
const IS_UNCOVERED = `e.company_id = covered.company_id
  AND e.written_by >= covered.covered_below AND e.written_by <= '18446744073709551615'::xid8`;

/** For a join with `covered`: the entries of its company, `e`, that its checkpoint does not cover. */
export const UNCOVERED = `FROM ledger_entries e WHERE ${IS_UNCOVERED}`;

/** Of entries `e`: what a row of the checkpoint's sums says of each day. */
export const DAILY = `e.account, ${dayOf('e.available_at')} AS starts_at,
  sum(e.amount_cents)::bigint AS amount_cents, count(*) AS entry_count,
  min(e.available_at) AS first_at, max(e.available_at) AS last_at`;

/**
 * The companies that have so many entries beyond their checkpoint that more of it pays, some of them. Looks at the
 * next that have entries at all, from where the last look ended, in whichever process that was; at none while
 * another process looks.
 */
export async function findLongTails(tx: Tx, minTail: number, maxLooks: number, maxFound: number): Promise<number[]> {
  await tx.query('INSERT INTO ledger_checkpoint_round (last_company_id) VALUES (0) ON CONFLICT DO NOTHING');
  const [round] = await tx.query<{ last_company_id: number }>(
    'SELECT last_company_id FROM ledger_checkpoint_round FOR UPDATE SKIP LOCKED',
  );
  if (!round) return [];
  const looked = await tx.query<{ company_id: number; has_tail: boolean }>(
    `WITH RECURSIVE company AS (
       (SELECT company_id AS id, 1 AS number FROM ledger_entries WHERE company_id > $1 ORDER BY company_id LIMIT 1)
       UNION ALL
       SELECT next.id, company.number + 1 FROM company CROSS JOIN LATERAL (
         SELECT company_id AS id FROM ledger_entries WHERE company_id > company.id ORDER BY company_id LIMIT 1) next
       WHERE company.number < $2
     ),
     ${covered('(SELECT array_agg(id) FROM company)')}
     SELECT company_id, EXISTS (
       SELECT 1 FROM ledger_entries e WHERE ${IS_UNCOVERED} ORDER BY e.written_by OFFSET $3 LIMIT 1) AS has_tail
     FROM covered ORDER BY company_id`,
    [round.last_company_id, maxLooks, minTail - 1],
  );
  const found = looked.filter(({ has_tail }) => has_tail).slice(0, maxFound);
  const last = found.length === maxFound ? found.at(-1) : looked.at(maxLooks - 1);
  const goOnAfter = last?.company_id ?? 0;
  if (goOnAfter !== round.last_company_id)
    await tx.query('UPDATE ledger_checkpoint_round SET last_company_id = $1', [goOnAfter]);
  return found.map(({ company_id }) => company_id);
}

/**
 * Extends the checkpoint of a company by the entries of the next transactions that have ended, some chunk of them.
 * Nothing to do where another process is at it. What lies below the horizon of a snapshot has ended, committed and
 * visible to it or not at all: an identity would not do, because a lower one may be committed later.
 */
export async function extendCheckpoint(tx: Tx, companyId: number, now: Date): Promise<Chunk<never>> {
  await tx.query(
    `INSERT INTO ledger_checkpoints (company_id, covered_below, made_at) VALUES ($1, ${NOTHING}, $2)
     ON CONFLICT DO NOTHING`,
    [companyId, now],
  );
  // The statement after this one takes its own snapshot, which shows whatever was committed before the row
  // could be locked.
  const [claimed] = await tx.query<{ is_foreign: boolean }>(
    `SELECT covered_below > ${ALL_ENDED_BELOW} AS is_foreign FROM ledger_checkpoints
     WHERE company_id = $1 FOR UPDATE SKIP LOCKED`,
    [companyId],
  );
  if (claimed?.is_foreign) await tx.query('DELETE FROM ledger_checkpoints WHERE company_id = $1', [companyId]);
  if (!claimed || claimed.is_foreign) return { count: 0, last: null };
  const [extended] = await tx.query<{ count: number }>(
    `WITH covered AS (SELECT company_id, covered_below FROM ledger_checkpoints WHERE company_id = $1),
     cut AS (
       SELECT least(${ALL_ENDED_BELOW}, (
         SELECT (e.written_by::text::numeric + 1)::text::xid8 FROM ledger_entries e WHERE ${IS_UNCOVERED}
         ORDER BY e.written_by OFFSET ${CHUNK_SIZE - 1} LIMIT 1)) AS below
       FROM covered
     ),
     daily AS (
       SELECT ${DAILY}
       FROM covered CROSS JOIN cut CROSS JOIN LATERAL (
         SELECT e.account, e.available_at, e.amount_cents FROM ledger_entries e
         WHERE e.company_id = covered.company_id
           AND e.written_by >= covered.covered_below AND e.written_by < cut.below OFFSET 0) e
       GROUP BY 1, 2
     ),
     sums AS (
       INSERT INTO ledger_checkpoint_sums AS s
         (company_id, days, starts_at, account, amount_cents, entry_count, first_at, last_at)
       SELECT $1, 1, starts_at, account, amount_cents, entry_count, first_at, last_at FROM daily
       UNION ALL
       SELECT $1, ${BLOCK_DAYS}, ${blockOf('starts_at')}, account,
         sum(amount_cents), sum(entry_count), min(first_at), max(last_at)
       FROM daily GROUP BY 3, 4
       ON CONFLICT (company_id, days, starts_at, account) DO UPDATE SET
         amount_cents = s.amount_cents + excluded.amount_cents, entry_count = s.entry_count + excluded.entry_count,
         first_at = least(s.first_at, excluded.first_at), last_at = greatest(s.last_at, excluded.last_at)
     )
     UPDATE ledger_checkpoints c SET covered_below = cut.below, made_at = $2 FROM cut WHERE c.company_id = $1
     RETURNING (SELECT coalesce(sum(entry_count), 0)::bigint FROM daily) AS count`,
    [companyId, now],
  );
  return { count: extended?.count ?? 0, last: null };
}
