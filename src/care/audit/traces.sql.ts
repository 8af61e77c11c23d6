import { paymentIdOf } from '../../ground/subjects/subjects.sql.ts';
import type { AuditCheck } from './ledger-checks.sql.ts';

const OF_PAYMENTS = `('payment.created', 'payment.approved', 'payment.failed', 'payment.refunded')`;

/** A payment that the acquirer reported as refunded before we knew it was paid was never announced as approved. */
const EXPECTED_EVENTS = `concat_ws(',',
  CASE WHEN p.status <> 1 OR p.response_data_subacquirer_integration IS NOT NULL THEN 'payment.created' END,
  CASE WHEN p.status = 3 THEN 'payment.failed'
    WHEN p.status IN (2, 4) AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.payment_id = p.id AND r.kind = 'acquirer')
      THEN 'payment.approved' END,
  (SELECT string_agg('payment.refunded', ',') FROM refunds r WHERE r.payment_id = p.id AND r.status = 'REFUNDED'))`;

/** Of a payment so old that events were forgotten, the latest one still tells how many there were. */
const WERE_FORGOTTEN = `told.number > 0 AND told.number < told.last
  AND p.id <= (SELECT through_payment_id FROM event_horizon)`;

/** What must be found beside the books: that everything was told, and that somebody still looks after what is open. */
export const TRACE_CHECKS: readonly AuditCheck[] = [
  {
    name: 'the events of a payment tell its life, in order and without a gap',
    sql: `SELECT p.id AS payment_id, p.status, told.kinds, ${EXPECTED_EVENTS} AS expected, told.number, told.last
      FROM payments p CROSS JOIN LATERAL (
        SELECT coalesce(string_agg(kind, ',' ORDER BY sequence) FILTER (WHERE kind IN ${OF_PAYMENTS}), '') AS kinds,
          count(*) AS number, coalesce(max(sequence), 0) AS last
        FROM events e WHERE e.subject_id = p.id AND e.subject_kind = 'payment') told
      WHERE (told.number <> told.last OR told.kinds <> ${EXPECTED_EVENTS}) AND NOT (${WERE_FORGOTTEN})`,
  },
  {
    name: 'somebody looks after every pending payment and every refund under way',
    sql: `SELECT id AS payment_id, NULL::bigint AS refund_id FROM payments p WHERE status = 1
        AND NOT EXISTS (SELECT FROM payment_checks c WHERE c.payment_id = p.id)
      UNION ALL SELECT payment_id, id FROM refunds WHERE status = 'PROCESSING' AND next_check_at IS NULL`,
  },
  {
    name: 'only a refund that was refused is told to have failed, and once',
    sql: `SELECT ${paymentIdOf('e')} AS payment_id, payload::jsonb ->> 'refund_id' AS refund_id, count(*) AS told
      FROM events e LEFT JOIN refunds r ON r.id = (payload::jsonb ->> 'refund_id')::bigint AND r.status = 'REFUSED'
      WHERE e.kind = 'refund.failed'
      GROUP BY 1, 2 HAVING count(*) > 1 OR count(r.id) = 0`,
  },
  {
    name: 'only what was paid through a link is told to have come late for it, and once',
    sql: `SELECT ${paymentIdOf('e')} AS payment_id, count(*) AS told
      FROM events e LEFT JOIN payments p ON p.id = ${paymentIdOf('e')} AND p.payment_link_id IS NOT NULL
        AND p.status IN (2, 4)
      WHERE e.kind = 'payment_link.paid_late'
      GROUP BY 1 HAVING count(*) > 1 OR count(p.id) = 0`,
  },
  {
    name: 'no value date lies before its posting, but of what is given back',
    sql: `SELECT ${paymentIdOf('j')} AS payment_id, j.id AS journal_id, e.id AS entry_id, e.available_at, j.posted_at
      FROM ledger_entries e JOIN ledger_journals j ON j.id = e.journal_id
      WHERE e.available_at < j.posted_at AND j.cause_kind <> 'refund_refused'`,
  },
];

/** The oldest events may be forgotten: the first that is still told is where the rule begins. */
export const DIVERGENCE_EVENT_CHECK: AuditCheck = {
  name: 'every divergence was told, and every one that was told is still there',
  sql: `WITH told AS (
      SELECT ${paymentIdOf('e')} AS payment_id, (payload::jsonb ->> 'divergence_id')::bigint AS divergence_id
      FROM events e WHERE kind = 'divergence.opened'
    )
    SELECT coalesce(told.payment_id, d.payment_id) AS payment_id, told.divergence_id AS told, d.id AS stored
    FROM told FULL JOIN divergences d ON d.id = told.divergence_id AND d.payment_id = told.payment_id
    WHERE d.id IS NULL OR (told.divergence_id IS NULL AND d.id > (SELECT min(divergence_id) FROM told))`,
};
