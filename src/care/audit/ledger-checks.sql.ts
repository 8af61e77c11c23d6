import type { Db } from '../../ground/db/pool.ts';
import { paymentIdOf } from '../../ground/subjects/subjects.sql.ts';

/** Of a journal `j`; null where it is about money that belongs to no payment. */
const PAYMENT_ID = paymentIdOf('j');

/** One thing that must never be true. Each is recomputed from the raw rows; a row it finds is a break. */
export interface AuditCheck {
  name: string;
  /** Rows of what is broken, with enough to find it again. */
  sql: string;
}

export const AUDIT_CHECKS: readonly AuditCheck[] = [
  {
    name: 'every journal sums to zero',
    sql: `SELECT journal_id, sum(amount_cents) AS sum FROM ledger_entries
      GROUP BY journal_id HAVING sum(amount_cents) <> 0`,
  },
  {
    name: 'every journal has entries',
    sql: `SELECT j.id AS journal_id FROM ledger_journals j
      WHERE NOT EXISTS (SELECT 1 FROM ledger_entries e WHERE e.journal_id = j.id)`,
  },
  {
    name: 'shares and fees of a payment add up to its amount and fee',
    sql: `SELECT p.id AS payment_id, p.amount_cents, p.fee_cents, sum(s.share_cents) AS shares, sum(s.fee_cents) AS fees
      FROM payments p LEFT JOIN payment_shares s ON s.payment_id = p.id GROUP BY p.id
      HAVING coalesce(sum(s.share_cents), 0) <> p.amount_cents OR coalesce(sum(s.fee_cents), 0) <> p.fee_cents`,
  },
  {
    name: 'a payment has an approval journal exactly when it was paid',
    sql: `SELECT p.id AS payment_id, p.status, count(j.id) AS journals
      FROM payments p LEFT JOIN ledger_journals j ON j.cause_kind = 'approval' AND j.cause_id = p.id
      GROUP BY p.id HAVING count(j.id) <> CASE WHEN p.status IN (2, 4) THEN 1 ELSE 0 END`,
  },
  {
    name: 'an approval credits each row of the split with its frozen share and takes its frozen fee',
    sql: `SELECT s.payment_id, s.position, s.share_cents, s.fee_cents, posted.shares, posted.fees
      FROM payment_shares s
      JOIN ledger_journals j ON j.cause_kind = 'approval' AND j.cause_id = s.payment_id
      LEFT JOIN LATERAL (
        SELECT coalesce(sum(e.amount_cents) FILTER (WHERE e.tag IN ('share', 'retention')), 0) AS shares,
          coalesce(-sum(e.amount_cents) FILTER (WHERE e.tag = 'fee'), 0) AS fees
        FROM ledger_entries e WHERE e.journal_id = j.id AND e.position = s.position AND e.company_id = s.company_id
      ) posted ON true
      WHERE posted.shares <> s.share_cents OR posted.fees <> s.fee_cents`,
  },
  {
    name: 'no journal moves money of a company outside the split of its payment',
    sql: `SELECT e.id AS entry_id, e.company_id, p.id AS payment_id
      FROM ledger_entries e JOIN ledger_journals j ON j.id = e.journal_id JOIN payments p ON p.id = ${PAYMENT_ID}
      WHERE e.company_id IS NOT NULL AND e.company_id <> p.company_id
        AND NOT EXISTS (SELECT 1 FROM payment_shares s WHERE s.payment_id = p.id AND s.company_id = e.company_id)`,
  },
  {
    name: 'every journal belongs to the payment of its cause',
    sql: `SELECT j.id AS journal_id, j.cause_kind, j.cause_id, j.subject_kind, j.subject_id
      FROM ledger_journals j
      LEFT JOIN refunds r ON j.cause_kind IN ('refund', 'refund_refused', 'refund_confirmed') AND r.id = j.cause_id
      LEFT JOIN divergences d ON j.cause_kind = 'adjustment' AND d.id = j.cause_id
      WHERE CASE WHEN j.cause_kind = 'approval' THEN j.cause_id ELSE coalesce(r.payment_id, d.payment_id) END
        IS DISTINCT FROM ${PAYMENT_ID}`,
  },
  {
    name: 'every journal moves the clearing account of the acquirer of its payment, receipt, file, payout or refund',
    sql: `SELECT j.id AS journal_id, j.acquirer,
        coalesce(d.acquirer, w.way_acquirer, p.received_by, p.acquirer, r.acquirer, m.acquirer, o.acquirer)
          AS acquirer_of_subject
      FROM ledger_journals j
      LEFT JOIN divergences d ON j.cause_kind = 'adjustment' AND d.id = j.cause_id
      LEFT JOIN refunds w ON j.cause_kind IN ('refund', 'refund_refused', 'refund_confirmed') AND w.id = j.cause_id
      LEFT JOIN payments p ON p.id = ${PAYMENT_ID}
      LEFT JOIN unknown_receipts r ON j.subject_kind = 'receipt' AND r.id = j.subject_id
      LEFT JOIN cnab_movements m ON j.subject_kind = 'bank_movement' AND m.id = j.subject_id
      LEFT JOIN payouts o ON j.subject_kind = 'payout' AND o.id = j.subject_id
      WHERE j.acquirer IS DISTINCT FROM
        coalesce(d.acquirer, w.way_acquirer, p.received_by, p.acquirer, r.acquirer, m.acquirer, o.acquirer)`,
  },
  {
    name: 'each fee in a file of a bank has one journal, of exactly its amount, and no company pays it',
    sql: `SELECT coalesce(m.id, j.cause_id) AS movement_id, m.fee_cents, j.id AS journal_id
      FROM (SELECT * FROM cnab_movements WHERE fee_cents > 0) m
      FULL JOIN (SELECT * FROM ledger_journals WHERE cause_kind = 'bank_fee') j ON j.cause_id = m.id
      LEFT JOIN LATERAL (
        SELECT coalesce(sum(e.amount_cents) FILTER (WHERE e.account = 'acquirer_clearing'), 0) AS given,
          coalesce(-sum(e.amount_cents) FILTER (WHERE e.account = 'platform_expense'), 0) AS spent
        FROM ledger_entries e WHERE e.journal_id = j.id) posted ON true
      WHERE m.id IS NULL OR j.id IS NULL OR posted.given <> m.fee_cents OR posted.spent <> m.fee_cents`,
  },
  {
    name: 'each booking of a receipt has one journal, of exactly its amount, from the acquirer to its holder',
    sql: `SELECT coalesce(b.receipt_id, j.subject_id) AS receipt_id, b.id AS booking_id, b.amount_cents,
        j.id AS journal_id
      FROM receipt_bookings b
      FULL JOIN (SELECT * FROM ledger_journals WHERE cause_kind = 'receipt') j ON j.cause_id = b.id
      LEFT JOIN LATERAL (
        SELECT coalesce(-sum(e.amount_cents) FILTER (WHERE e.account = 'acquirer_clearing'), 0) AS taken,
          coalesce(sum(e.amount_cents) FILTER (WHERE e.company_id IS NOT DISTINCT FROM b.company_id
            AND e.account = CASE WHEN b.company_id IS NULL THEN 'platform_fee' ELSE 'company_main' END), 0) AS given
        FROM ledger_entries e WHERE e.journal_id = j.id) posted ON true
      WHERE b.id IS NULL OR j.id IS NULL OR posted.taken <> b.amount_cents OR posted.given <> b.amount_cents
        OR j.subject_kind <> 'receipt' OR j.subject_id <> b.receipt_id`,
  },
  {
    name: 'what is said to be booked of a receipt is the sum of its bookings, and never more than came',
    sql: `SELECT r.id AS receipt_id, r.booked_cents, coalesce(sum(b.amount_cents), 0) AS bookings
      FROM unknown_receipts r LEFT JOIN receipt_bookings b ON b.receipt_id = r.id GROUP BY r.id
      HAVING r.booked_cents <> coalesce(sum(b.amount_cents), 0) OR r.booked_cents NOT BETWEEN 0 AND r.amount_cents`,
  },
  {
    name: 'an adjustment books exactly the difference of its divergence, once, with the acquirer on one side',
    sql: `SELECT d.id AS divergence_id, d.difference_cents, d.booked_at, -sum(e.amount_cents) AS booked
      FROM divergences d LEFT JOIN ledger_journals j ON j.cause_kind = 'adjustment' AND j.cause_id = d.id
      LEFT JOIN ledger_entries e ON e.journal_id = j.id AND e.account = 'acquirer_clearing'
      WHERE d.kind <> 'MED_REFUND'
      GROUP BY d.id
      HAVING -coalesce(sum(e.amount_cents), 0) <> CASE WHEN d.booked_at IS NULL THEN 0 ELSE d.difference_cents END
        OR (count(j.id) > 0) <> (d.booked_at IS NOT NULL)`,
  },
  {
    name: 'what the banks took back is booked as a refund, once, and told as a divergence',
    sql: `SELECT coalesce(r.payment_id, d.payment_id) AS payment_id, r.cents AS refunds, d.cents AS divergences
      FROM (SELECT payment_id, sum(amount_cents) AS cents FROM refunds WHERE kind = 'med' GROUP BY payment_id) r
      FULL JOIN (SELECT payment_id, -sum(difference_cents) AS cents FROM divergences
        WHERE kind = 'MED_REFUND' GROUP BY payment_id) d USING (payment_id)
      WHERE r.cents IS DISTINCT FROM d.cents`,
  },
  {
    name: 'a refund takes exactly its amount back to the acquirer',
    sql: `SELECT r.id AS refund_id, r.amount_cents, coalesce(sum(e.amount_cents), 0) AS to_acquirer
      FROM refunds r LEFT JOIN ledger_journals j ON j.cause_kind = 'refund' AND j.cause_id = r.id
      LEFT JOIN ledger_entries e ON e.journal_id = j.id AND e.account = 'acquirer_clearing'
      GROUP BY r.id HAVING coalesce(sum(e.amount_cents), 0) <> r.amount_cents`,
  },
  {
    name: 'a refund is given back exactly when it was refused',
    sql: `SELECT r.id AS refund_id, r.status, count(j.id) AS given_back
      FROM refunds r LEFT JOIN ledger_journals j ON j.cause_kind = 'refund_refused' AND j.cause_id = r.id
      GROUP BY r.id HAVING count(j.id) <> CASE WHEN r.status = 'REFUSED' THEN 1 ELSE 0 END`,
  },
  {
    name: 'what is given back undoes what was taken, account by account and date by date',
    sql: `SELECT r.id AS refund_id, e.account, e.company_id, e.available_at, sum(e.amount_cents) AS left_over
      FROM refunds r JOIN ledger_journals j ON j.cause_kind IN ('refund', 'refund_refused') AND j.cause_id = r.id
      JOIN ledger_entries e ON e.journal_id = j.id
      WHERE r.status = 'REFUSED'
      GROUP BY r.id, e.account, e.company_id, e.available_at HAVING sum(e.amount_cents) <> 0`,
  },
  {
    name: 'the refunded and held amounts of a payment are the sums of its refunds',
    sql: `SELECT p.id AS payment_id, p.refunded_cents, p.refunding_cents, sum(r.amount_cents) AS refunds
      FROM payments p LEFT JOIN refunds r ON r.payment_id = p.id GROUP BY p.id
      HAVING p.refunded_cents <> coalesce(sum(r.amount_cents) FILTER (WHERE r.status = 'REFUNDED'), 0)
        OR p.refunding_cents <> coalesce(sum(r.amount_cents) FILTER (WHERE r.status = 'PROCESSING'), 0)`,
  },
  {
    name: 'nobody was refunded more than they paid',
    sql: `SELECT p.id AS payment_id, p.amount_cents, p.paid_cents, sum(r.amount_cents) AS refunds
      FROM payments p JOIN refunds r ON r.payment_id = p.id AND r.status <> 'REFUSED'
      GROUP BY p.id HAVING sum(r.amount_cents) > least(p.amount_cents, p.paid_cents)`,
  },
  {
    name: 'no row of a split gave back more than it received, nor was returned more fee than it paid',
    sql: `SELECT ${PAYMENT_ID} AS payment_id, e.position, sum(e.amount_cents) AS left_over
      FROM ledger_entries e JOIN ledger_journals j ON j.id = e.journal_id
      WHERE e.position IS NOT NULL
      GROUP BY 1, e.position
      HAVING coalesce(sum(e.amount_cents) FILTER (WHERE e.tag IN ('share', 'retention', 'discount', 'refund')), 0) < 0
        OR coalesce(sum(e.amount_cents) FILTER (WHERE e.tag IN ('fee', 'fee_returned')), 0) > 0`,
  },
  {
    name: 'status, times and refunded amount of a payment agree',
    sql: `SELECT id AS payment_id, status, paid_at, refunded_at, refunded_cents, amount_cents FROM payments
      WHERE (status = 2 AND paid_at IS NULL)
        OR (status IN (1, 3) AND (paid_at IS NOT NULL OR refunded_cents + refunding_cents > 0))
        OR (status = 4) <> (refunded_cents = least(amount_cents, paid_cents))
        OR (status IN (1, 3) AND paid_cents IS NOT NULL)
        OR (refunded_cents > 0) <> (refunded_at IS NOT NULL)`,
  },
  {
    name: 'what was paid for a boleto is its amount with fine and interest and without its discount',
    sql: `SELECT id AS payment_id, amount_cents, paid_cents, fine_paid_cents, interest_paid_cents, discount_given_cents
      FROM payments
      WHERE CASE WHEN paid_cents IS NULL
        THEN num_nonnulls(fine_paid_cents, interest_paid_cents, discount_given_cents) > 0
        ELSE boleto_terms IS NULL
          OR least(paid_cents - 1, fine_paid_cents, interest_paid_cents, discount_given_cents) < 0
          OR num_nonnulls(fine_paid_cents, interest_paid_cents, discount_given_cents) < 3
          OR paid_cents <> amount_cents + fine_paid_cents + interest_paid_cents - discount_given_cents END`,
  },
  {
    name: 'an approval takes what was paid from the acquirer and gives the fee to the platform, and nothing else',
    sql: `SELECT p.id AS payment_id, p.amount_cents, p.paid_cents, p.fee_cents,
        sum(e.amount_cents) FILTER (WHERE e.account = 'acquirer_clearing') AS clearing,
        sum(e.amount_cents) FILTER (WHERE e.account = 'platform_fee') AS platform
      FROM payments p JOIN ledger_journals j ON j.cause_kind = 'approval' AND j.cause_id = p.id
      JOIN ledger_entries e ON e.journal_id = j.id GROUP BY p.id
      HAVING coalesce(sum(e.amount_cents) FILTER (WHERE e.account = 'acquirer_clearing'), 0)
          <> -coalesce(p.paid_cents, p.amount_cents)
        OR coalesce(sum(e.amount_cents) FILTER (WHERE e.account = 'platform_fee'), 0) <> p.fee_cents
        OR count(*) FILTER (
          WHERE e.tag NOT IN ('share', 'retention', 'fee', 'late_charges', 'discount')
            OR (e.company_id IS NOT NULL AND e.position IS NULL)) > 0`,
  },
  {
    name: 'every entry of a row of the split is of the company of that row',
    sql: `SELECT e.id AS entry_id, e.company_id, s.company_id AS row_company_id
      FROM ledger_entries e JOIN ledger_journals j ON j.id = e.journal_id
      LEFT JOIN payment_shares s ON s.payment_id = ${PAYMENT_ID} AND s.position = e.position
      WHERE e.position IS NOT NULL AND e.company_id IS DISTINCT FROM s.company_id`,
  },
];

export const MAX_BREAKS = 5;

export async function findBreaks(db: Db, check: AuditCheck): Promise<Record<string, unknown>[]> {
  return db.query(`SELECT * FROM (${check.sql}) AS breaks LIMIT ${MAX_BREAKS}`);
}
