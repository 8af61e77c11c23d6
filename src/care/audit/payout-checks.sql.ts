import type { AuditCheck } from './ledger-checks.sql.ts';

const WAS_UNDONE = `p.status IN ('FAILED', 'CANCELLED')`;

/** What the steps of a payout must tell, by where it stands; a return adds one each. */
const EXPECTED_EVENTS = `concat_ws(',', 'payout.requested',
  CASE WHEN p.approved_at IS NOT NULL THEN 'payout.approved' END,
  CASE WHEN p.sent_at IS NOT NULL THEN 'payout.sent' END,
  CASE p.status WHEN 'FAILED' THEN 'payout.failed' WHEN 'CANCELLED' THEN 'payout.cancelled'
    WHEN 'PAID' THEN 'payout.paid' WHEN 'RETURNED' THEN 'payout.paid' END,
  (SELECT string_agg('payout.returned', ',') FROM payout_returns r WHERE r.payout_id = p.id))`;

/** Money out, held against the rows that it follows from. */
export const PAYOUT_CHECKS: readonly AuditCheck[] = [
  {
    name: 'a payout takes exactly its amount and its fee from its company, once, when it was asked for',
    sql: `SELECT coalesce(p.id, j.cause_id) AS payout_id, p.amount_cents, p.fee_cents, j.id AS journal_id,
        posted.sent, posted.fee, posted.taken, posted.strange
      FROM payouts p FULL JOIN (SELECT * FROM ledger_journals WHERE cause_kind = 'payout') j ON j.cause_id = p.id
      LEFT JOIN LATERAL (
        SELECT coalesce(sum(e.amount_cents) FILTER (WHERE e.account = 'acquirer_clearing' AND e.tag = 'payout'), 0)
            AS sent,
          coalesce(sum(e.amount_cents) FILTER (WHERE e.account = 'platform_fee' AND e.tag = 'payout_fee'), 0) AS fee,
          coalesce(-sum(e.amount_cents) FILTER (
            WHERE e.account = 'company_main' AND e.company_id = p.company_id AND e.available_at = p.requested_at), 0)
            AS taken,
          -- Three sums may be right while others were moved beside them.
          count(*) FILTER (WHERE e.tag NOT IN ('payout', 'payout_fee')
            OR e.account NOT IN ('acquirer_clearing', 'platform_fee', 'company_main')
            OR e.company_id <> p.company_id) AS strange
        FROM ledger_entries e WHERE e.journal_id = j.id) posted ON true
      WHERE p.id IS NULL OR j.id IS NULL OR posted.sent <> p.amount_cents OR posted.fee <> p.fee_cents
        OR posted.taken <> p.amount_cents + p.fee_cents OR posted.strange > 0 OR j.posted_at <> p.requested_at
        OR j.subject_kind <> 'payout' OR j.subject_id <> p.id`,
  },
  {
    name: 'a payout is given back exactly when it failed or was cancelled',
    sql: `SELECT coalesce(p.id, j.cause_id) AS payout_id, p.status, j.id AS journal_id
      FROM payouts p FULL JOIN (SELECT * FROM ledger_journals WHERE cause_kind = 'payout_undone') j
        ON j.cause_id = p.id
      WHERE p.id IS NULL OR (j.id IS NOT NULL) <> (${WAS_UNDONE}) OR j.subject_id IS DISTINCT FROM
        CASE WHEN ${WAS_UNDONE} THEN p.id END`,
  },
  {
    name: 'what is given back of a payout undoes what was taken, account by account',
    sql: `SELECT p.id AS payout_id, e.account, e.company_id, sum(e.amount_cents) AS left_over
      FROM payouts p JOIN ledger_journals j ON j.cause_kind IN ('payout', 'payout_undone') AND j.cause_id = p.id
      JOIN ledger_entries e ON e.journal_id = j.id
      WHERE ${WAS_UNDONE}
      GROUP BY p.id, e.account, e.company_id HAVING sum(e.amount_cents) <> 0`,
  },
  {
    name: 'each return of a payout has one journal, of exactly its amount, from the acquirer to the company',
    sql: `SELECT coalesce(r.payout_id, j.subject_id) AS payout_id, r.id AS return_id, r.amount_cents,
        j.id AS journal_id
      FROM (SELECT r.*, p.company_id FROM payout_returns r JOIN payouts p ON p.id = r.payout_id) r
      FULL JOIN (SELECT * FROM ledger_journals WHERE cause_kind = 'payout_return') j ON j.cause_id = r.id
      LEFT JOIN LATERAL (
        SELECT coalesce(-sum(e.amount_cents) FILTER (WHERE e.account = 'acquirer_clearing'), 0) AS taken,
          coalesce(sum(e.amount_cents) FILTER (
            WHERE e.account = 'company_main' AND e.company_id = r.company_id AND e.available_at = r.booked_at), 0)
            AS given,
          count(*) FILTER (WHERE e.tag <> 'payout_return' OR e.account NOT IN ('acquirer_clearing', 'company_main')
            OR e.company_id <> r.company_id) AS strange
        FROM ledger_entries e WHERE e.journal_id = j.id) posted ON true
      WHERE r.id IS NULL OR j.id IS NULL OR posted.taken <> r.amount_cents OR posted.given <> r.amount_cents
        OR posted.strange > 0 OR j.posted_at <> r.booked_at
        OR j.subject_kind <> 'payout' OR j.subject_id <> r.payout_id`,
  },
  {
    name: 'what came back of a payout is the sum of its returns, and only what was paid comes back',
    sql: `SELECT p.id AS payout_id, p.status, p.amount_cents, p.returned_cents, sum(r.amount_cents) AS returns
      FROM payouts p LEFT JOIN payout_returns r ON r.payout_id = p.id GROUP BY p.id
      HAVING p.returned_cents <> coalesce(sum(r.amount_cents), 0)
        OR (p.status = 'RETURNED') <> (p.returned_cents = p.amount_cents)
        OR (p.returned_cents > 0 AND p.status NOT IN ('PAID', 'RETURNED'))`,
  },
  {
    name: 'status, times and steps of a payout agree, and somebody looks after what is under way',
    sql: `SELECT p.id AS payout_id, p.status, p.sent_at, p.settled_at, p.next_check_at
      FROM payouts p
      WHERE (p.status IN ('PAID', 'FAILED', 'CANCELLED', 'RETURNED')) <> (p.settled_at IS NOT NULL)
        OR (p.status IN ('SENT', 'PAID', 'RETURNED') AND p.sent_at IS NULL)
        OR (p.status IN ('AWAITING_APPROVAL', 'REQUESTED', 'CANCELLED') AND p.sent_at IS NOT NULL)
        OR (p.status IN ('REQUESTED', 'SENT') AND p.next_check_at IS NULL)
        OR NOT EXISTS (SELECT 1 FROM payout_steps s WHERE s.payout_id = p.id AND s.step = 'REQUESTED')`,
  },
  {
    name: 'the events of a payout tell its life, in order and without a gap',
    sql: `SELECT p.id AS payout_id, p.status, told.kinds, ${EXPECTED_EVENTS} AS expected
      FROM payouts p CROSS JOIN LATERAL (
        SELECT coalesce(string_agg(kind, ',' ORDER BY sequence), '') AS kinds, count(*) AS number,
          coalesce(max(sequence), 0) AS last
        FROM events e WHERE e.subject_id = p.id AND e.subject_kind = 'payout') told
      WHERE (told.number <> told.last OR told.kinds <> ${EXPECTED_EVENTS})
        AND NOT (told.number < told.last
          AND p.requested_at < (SELECT min(occurred_at) FROM events WHERE subject_kind = 'payout'))`,
  },
];
