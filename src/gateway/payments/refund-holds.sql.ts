import { statement } from '../../ground/db/statement.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import type { Payment } from './payment.ts';
import { PAYMENT_COLUMNS } from './payments.sql.ts';
import { REFUNDED } from './status.rules.ts';

/**
 * For the statement that writes refunds under way: their holds on the payments, as a common table expression over
 * another one, `asked_refunds ("paymentId", "amountCents")`. The row's CHECK refuses to hold more than there is.
 */
export const REFUND_HOLDS = `refund_holds AS (
  UPDATE payments SET refunding_cents = refunding_cents + held.cents
  FROM (SELECT "paymentId", sum("amountCents")::bigint AS cents FROM asked_refunds GROUP BY "paymentId") held
  WHERE id = held."paymentId")`;

export interface RefundHold {
  paymentId: number;
  amountCents: number;
}

const CONFIRM_HOLDS = statement(
  `UPDATE payments SET refunding_cents = refunding_cents - held.cents, refunded_cents = refunded_cents + held.cents,
     refunded_at = $3, updated_at = $3,
     status = CASE WHEN refunded_cents + held.cents = least(amount_cents, paid_cents) THEN ${REFUNDED} ELSE status END
   FROM unnest($1::bigint[], $2::bigint[]) AS held(held_id, cents)
   WHERE id = held.held_id RETURNING ${PAYMENT_COLUMNS}`,
);

/** Holds of different payments become refunds; the last cent makes a payment REFUNDED. */
export async function confirmRefundHolds(
  tx: Tx,
  holds: readonly RefundHold[],
  at: Date,
): Promise<Map<number, Payment>> {
  const rows = await tx.query<Payment>(CONFIRM_HOLDS, [
    holds.map(({ paymentId }) => paymentId),
    holds.map(({ amountCents }) => amountCents),
    at,
  ]);
  return new Map(rows.map((payment) => [payment.id, payment]));
}

/** Money that is gone already, and for which nothing was held. */
export async function takeRefund(tx: Tx, paymentId: number, amountCents: number, at: Date): Promise<Payment> {
  const [row] = await tx.query<Payment>(
    `UPDATE payments SET refunded_cents = refunded_cents + $2, refunded_at = $3, updated_at = $3,
       status = CASE WHEN refunded_cents + $2 = least(amount_cents, paid_cents) THEN ${REFUNDED} ELSE status END
     WHERE id = $1 RETURNING ${PAYMENT_COLUMNS}`,
    [paymentId, amountCents, at],
  );
  return row as Payment;
}

export async function releaseRefundHold(tx: Tx, paymentId: number, amountCents: number): Promise<void> {
  await tx.query('UPDATE payments SET refunding_cents = refunding_cents - $2 WHERE id = $1', [paymentId, amountCents]);
}
