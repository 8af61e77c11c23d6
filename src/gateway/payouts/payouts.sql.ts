import { CURRENT_EPOCH } from '../../ground/db/epochs.sql.ts';
import type { Db } from '../../ground/db/pool.ts';
import { type Statement, statement } from '../../ground/db/statement.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import { type Claim, isFree, leaseParameters, takeDue } from '../../ground/queues/claims.sql.ts';
import type { SendTrace } from '../../rails/acquirers/send-trace.rules.ts';
import type { Payout, PayoutStatus, PayoutStep } from './payout.ts';

const COLUMNS = [
  'id',
  'merchant_id',
  'company_id',
  'destination_id',
  'origin',
  'acquirer',
  'reference',
  'amount_cents',
  'fee_cents',
  'returned_cents',
  'description',
  'status',
  'requested_at',
  'requested_by',
  'requested_by_user',
  'approved_at',
  'approved_by',
  'sent_at',
  'settled_at',
  'end_to_end_id',
  'failure_reason',
  'return_reason',
  'sends',
  'seen_at',
  'refused_at',
  'refusal_reason',
  'misses',
  'checks_done',
  'epoch',
];
/** For the lists of this room, which join. */
export const PAYOUT = COLUMNS.map((column) => `p.${column}`).join(', ');

export function traceOf({ sends, seen_at, refused_at, misses }: Payout): SendTrace {
  return { sends, seenAt: seen_at, refusedAt: refused_at, misses };
}

export interface NewPayout
  extends Pick<
    Payout,
    | 'merchant_id'
    | 'company_id'
    | 'destination_id'
    | 'origin'
    | 'acquirer'
    | 'reference'
    | 'amount_cents'
    | 'fee_cents'
    | 'description'
    | 'requested_at'
    | 'requested_by'
    | 'requested_by_user'
  > {
  status: 'AWAITING_APPROVAL' | 'REQUESTED';
  /** When it is to be sent; null while somebody has to approve it. */
  next_check_at: Date | null;
}

/** Their first steps are written with them. In the order of those asked for. */
export async function insertPayouts(tx: Tx, payouts: readonly NewPayout[]): Promise<Payout[]> {
  const rows = await tx.query<Payout>(
    `WITH asked AS MATERIALIZED (SELECT * FROM jsonb_populate_recordset(NULL::payouts, $1)), written AS (
       INSERT INTO payouts (merchant_id, company_id, destination_id, origin, acquirer, reference, amount_cents,
         fee_cents, description, status, requested_at, requested_by, requested_by_user, next_check_at, epoch)
       SELECT merchant_id, company_id, destination_id, origin, acquirer, reference, amount_cents, fee_cents,
         description, status, requested_at, requested_by, requested_by_user, next_check_at,
         ${CURRENT_EPOCH} FROM asked
       RETURNING *
     ), first_steps AS (
       INSERT INTO payout_steps (payout_id, step, at, by)
       SELECT id, 'REQUESTED', requested_at, requested_by FROM written
     )
     SELECT ${PAYOUT} FROM written p`,
    [JSON.stringify(payouts)],
  );
  const byReference = new Map(rows.map((row) => [row.reference, row]));
  return payouts.map(({ reference }) => byReference.get(reference) as Payout);
}

const INSERT_STEP = statement('INSERT INTO payout_steps (payout_id, step, at, by, reason) VALUES ($1, $2, $3, $4, $5)');

export async function insertStep(tx: Tx, payoutId: number, { step, at, by, reason }: PayoutStep): Promise<void> {
  await tx.query(INSERT_STEP, [payoutId, step, at, by, reason]);
}

export async function listSteps(db: Db, payoutId: number): Promise<PayoutStep[]> {
  return db.query<PayoutStep>('SELECT step, at, by, reason FROM payout_steps WHERE payout_id = $1 ORDER BY id', [
    payoutId,
  ]);
}

const FIND = statement(`SELECT ${PAYOUT} FROM payouts p WHERE p.id = $1`);

/** Whoever it belongs to: for the background and the operator. */
export async function findPayout(db: Db, id: number): Promise<Payout | null> {
  const [row] = await db.query<Payout>(FIND, [id]);
  return row ?? null;
}

export async function findPayoutOfMerchant(db: Db, merchantId: number, id: number): Promise<Payout | null> {
  const [row] = await db.query<Payout>(`SELECT ${PAYOUT} FROM payouts p WHERE p.id = $1 AND p.merchant_id = $2`, [
    id,
    merchantId,
  ]);
  return row ?? null;
}

export async function findPayoutByReference(db: Db, acquirer: string, reference: string): Promise<Payout | null> {
  const [payout] = await findPayoutsByReference(db, [reference]);
  return payout?.acquirer === acquirer ? payout : null;
}

export async function findPayoutsByReference(db: Db, references: readonly string[]): Promise<Payout[]> {
  return db.query<Payout>(`SELECT ${PAYOUT} FROM payouts p WHERE p.reference = ANY ($1::text[])`, [references]);
}

const LOCK = statement(`SELECT ${PAYOUT} FROM payouts p WHERE p.id = $1 FOR UPDATE`);

/** The lock that sending, cancelling and every word of the bank take. */
export async function lockPayout(tx: Tx, id: number): Promise<Payout> {
  const [row] = await tx.query<Payout>(LOCK, [id]);
  if (!row) throw new Error(`payout ${id} does not exist`);
  return row;
}

/** What each has asked for since then that neither failed nor was cancelled. Limits read it under the debit lock. */
export async function sumPayoutsSince(
  db: Db,
  companyIds: readonly number[],
  since: Date,
): Promise<Map<number, number>> {
  const rows = await db.query<{ company_id: number; cents: number }>(
    `SELECT company_id, sum(amount_cents)::bigint AS cents FROM (
       SELECT company_id, amount_cents FROM payouts
       WHERE company_id = ANY ($1::bigint[]) AND requested_at >= $2 AND status NOT IN ('FAILED', 'CANCELLED')
       UNION ALL
       SELECT company_id, amount_cents FROM refunds
       WHERE to_others AND company_id = ANY ($1::bigint[]) AND requested_at >= $2 AND status <> 'REFUSED') went_out
     GROUP BY company_id`,
    [companyIds, since],
  );
  return new Map(rows.map(({ company_id, cents }) => [company_id, cents]));
}

const changing = (what: string) => statement(`UPDATE payouts p SET ${what} WHERE p.id = $1 RETURNING ${PAYOUT}`);

async function change(tx: Tx, id: number, how: Statement, values: readonly unknown[]): Promise<Payout> {
  const [row] = await tx.query<Payout>(how, [id, ...values]);
  return row as Payout;
}

const SET_APPROVED = changing(`status = 'REQUESTED', approved_at = $2, approved_by = $3, next_check_at = $2`);

/** For `lockPayout`'s holders, as are all that follow. */
export async function setApproved(tx: Tx, id: number, by: string, at: Date): Promise<Payout> {
  return change(tx, id, SET_APPROVED, [at, by]);
}

const SET_SENT = changing(`status = 'SENT', sent_at = $2, sends = 1, next_check_at = $3, checks_done = 0`);

/**
 * Written before the bank is called, so that whatever happens then, it is known that it may have been. The lease of
 * whoever sends it stays: nobody asks about it while it is on its way.
 */
export async function setSent(tx: Tx, id: number, at: Date, nextCheckAt: Date): Promise<Payout> {
  return change(tx, id, SET_SENT, [at, nextCheckAt]);
}

const SET_ENDED = changing(
  `status = $2, settled_at = $3, end_to_end_id = coalesce($4, end_to_end_id), failure_reason = $5,
   next_check_at = $6, checks_done = 0, check_leased_until = NULL`,
);

export async function setEnded(
  tx: Tx,
  id: number,
  end: {
    status: Extract<PayoutStatus, 'PAID' | 'FAILED' | 'CANCELLED'>;
    at: Date;
    endToEndId: string | null;
    reason: string | null;
    nextCheckAt: Date | null;
  },
): Promise<Payout> {
  return change(tx, id, SET_ENDED, [end.status, end.at, end.endToEndId, end.reason, end.nextCheckAt]);
}

export interface NewReturn {
  return_id: string;
  amount_cents: number;
  reason: string | null;
  returned_at: Date | null;
}

/** The id by which it is booked. Whoever writes it has seen under the lock that it is not known yet. */
export async function insertReturn(tx: Tx, payoutId: number, came: NewReturn, at: Date): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `INSERT INTO payout_returns (payout_id, return_id, amount_cents, reason, returned_at, booked_at)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
    [payoutId, came.return_id, came.amount_cents, came.reason, came.returned_at, at],
  );
  return (row as { id: number }).id;
}

const LIST_RETURNS = statement(
  'SELECT return_id, amount_cents, reason, returned_at FROM payout_returns WHERE payout_id = $1 ORDER BY id',
);

export async function listReturns(db: Db, payoutId: number): Promise<NewReturn[]> {
  return db.query<NewReturn>(LIST_RETURNS, [payoutId]);
}

const ADD_RETURNED = changing(
  `returned_cents = returned_cents + $2, return_reason = coalesce($3, return_reason),
   status = CASE WHEN returned_cents + $2 = amount_cents THEN 'RETURNED' ELSE status END,
   next_check_at = CASE WHEN returned_cents + $2 = amount_cents THEN NULL ELSE next_check_at END`,
);

/** All of it has come back when the sums meet. */
export async function addReturned(tx: Tx, id: number, cents: number, reason: string | null): Promise<Payout> {
  return change(tx, id, ADD_RETURNED, [cents, reason]);
}

const NOTE_TRACE = changing(
  'seen_at = $2, refused_at = $3, misses = $4, refusal_reason = coalesce(p.refusal_reason, $5)',
);

/** `refusal`: why the first send was turned away, for the day when that turns out to be the last word. */
export async function noteTrace(
  tx: Tx,
  id: number,
  { seenAt, refusedAt, misses }: SendTrace,
  refusal: string | null,
): Promise<Payout> {
  return change(tx, id, NOTE_TRACE, [seenAt, refusedAt, misses, refusal]);
}

/** Counted before it is sent once more. False: it is not to be sent. */
export async function noteRepeat(db: Db, id: number): Promise<boolean> {
  const rows = await db.query(
    `UPDATE payouts SET sends = sends + 1
     WHERE id = $1 AND status = 'SENT' AND seen_at IS NULL AND refused_at IS NULL RETURNING id`,
    [id],
  );
  return rows.length > 0;
}

/** Its bank knows nothing of it from before the restore: it is as one that was asked for since. */
export async function noteUnknownBefore(db: Db, id: number, epoch: number): Promise<void> {
  await db.query(`UPDATE payouts SET epoch = $2 WHERE id = $1 AND status IN ('AWAITING_APPROVAL', 'REQUESTED')`, [
    id,
    epoch,
  ]);
}

/** What nobody would look at: after a restore the bank is asked about these, too. */
export async function wakeAwaitingFromBackup(db: Db, epoch: number, at: Date): Promise<void> {
  await db.query(
    `UPDATE payouts SET next_check_at = $2
     WHERE status = 'AWAITING_APPROVAL' AND next_check_at IS NULL AND epoch < $1`,
    [epoch, at],
  );
}

/** Unless somebody has approved it meanwhile. */
export async function restUntilApproved(db: Db, id: number): Promise<void> {
  await db.query(
    `UPDATE payouts SET next_check_at = NULL, check_leased_until = NULL
     WHERE id = $1 AND status = 'AWAITING_APPROVAL'`,
    [id],
  );
}

/** What is to be sent or asked about, and what was paid and may have come back. */
const QUEUES = { open: "status <> 'PAID'", paid: "status = 'PAID'" };

export type PayoutQueue = keyof typeof QUEUES;

function claiming(queue: PayoutQueue): string {
  const isOpen = `${QUEUES[queue]} AND ${isFree('check_leased_until', '$2')}`;
  return `UPDATE payouts SET check_leased_until = $3
    WHERE id IN (SELECT id FROM payouts ${takeDue({ dueAt: 'next_check_at', isOpen })}) RETURNING id`;
}

export async function claimPayoutsDue(db: Db, queue: PayoutQueue, claim: Claim): Promise<number[]> {
  const rows = await db.query<{ id: number }>(claiming(queue), leaseParameters(claim));
  return rows.map(({ id }) => id);
}

/** Since when the one that is due for the longest is due. Each queue has an index of its own, and none has both. */
export async function findOldestPayoutDue(db: Db, queue: PayoutQueue): Promise<Date | null> {
  const [row] = await db.query<{ at: Date }>(
    `SELECT next_check_at AS at FROM payouts WHERE next_check_at IS NOT NULL AND ${QUEUES[queue]}
     ORDER BY next_check_at LIMIT 1`,
  );
  return row?.at ?? null;
}

const RESCHEDULE = statement(
  `UPDATE payouts SET next_check_at = $2, checks_done = checks_done + 1, check_leased_until = NULL
   WHERE id = $1 AND next_check_at IS NOT NULL`,
);

/** Null: nobody looks at it again by itself. */
export async function reschedulePayout(db: Db, id: number, nextCheckAt: Date | null): Promise<void> {
  await db.query(RESCHEDULE, [id, nextCheckAt]);
}
