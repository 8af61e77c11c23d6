import type { Entry } from '../../books/ledger/journal.rules.ts';
import type { ShareToPost } from '../../books/ledger/postings.rules.ts';
import type { Db } from '../../ground/db/pool.ts';
import type { BookedJournal, BookedPayment, BookedRefund } from './recompute.rules.ts';

/** So many payments are in memory at once, however many there are. */
const CHUNK = 500;

/** The next paid payments after this id, each with everything the books say of it; none when there are no more. */
export async function readBookedPayments(db: Db, afterId: number): Promise<BookedPayment[]> {
  const payments = await db.query<Omit<BookedPayment, 'shares' | 'refunds' | 'journals'>>(
    `SELECT id, company_id AS "companyId", fee_on_refund AS "feeOnRefund", paid_at AS "paidAt",
       amount_cents AS "amountCents", paid_cents AS "paidCents", due_date AS "dueDate", boleto_terms AS "boletoTerms"
     FROM payments WHERE id > $1 AND status IN (2, 4) ORDER BY id LIMIT ${CHUNK}`,
    [afterId],
  );
  const ids = payments.map(({ id }) => id);
  const shares = await db.query<ShareToPost & { paymentId: number }>(
    `SELECT payment_id AS "paymentId", position, company_id AS "companyId",
       share_cents AS "shareCents", fee_cents AS "feeCents", merchant_type AS "merchantType"
     FROM payment_shares WHERE payment_id = ANY ($1::bigint[]) ORDER BY payment_id, position`,
    [ids],
  );
  const refunds = await db.query<BookedRefund & { paymentId: number }>(
    `SELECT payment_id AS "paymentId", id, kind, status, amount_cents AS "amountCents"
     FROM refunds WHERE payment_id = ANY ($1::bigint[]) ORDER BY id`,
    [ids],
  );
  const journals = await db.query<Omit<BookedJournal, 'entries'> & { paymentId: number }>(
    `SELECT j.subject_id AS "paymentId", id, cause_kind AS "causeKind", cause_id AS "causeId",
       posted_at AS "postedAt", basis
     FROM ledger_journals j
     WHERE j.subject_id = ANY ($1::bigint[]) AND j.subject_kind = 'payment' ORDER BY id`,
    [ids],
  );
  const entries = await db.query<Entry & { journalId: number }>(
    `SELECT journal_id AS "journalId", account, company_id AS "companyId", amount_cents AS "amountCents",
       available_at AS "availableAt", tag, position
     FROM ledger_entries WHERE journal_id = ANY ($1::bigint[]) ORDER BY id`,
    [journals.map(({ id }) => id)],
  );
  const sharesOf = grouped(shares, ({ paymentId }) => paymentId);
  const refundsOf = grouped(refunds, ({ paymentId }) => paymentId);
  const journalsOf = grouped(journals, ({ paymentId }) => paymentId);
  const entriesOf = grouped(entries, ({ journalId }) => journalId);
  return payments.map((payment) => ({
    ...payment,
    shares: sharesOf.get(payment.id) ?? [],
    refunds: refundsOf.get(payment.id) ?? [],
    journals: (journalsOf.get(payment.id) ?? []).map((journal) => ({
      ...journal,
      entries: (entriesOf.get(journal.id) ?? []).map(({ journalId, ...entry }) => entry),
    })),
  }));
}

function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => number): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}
