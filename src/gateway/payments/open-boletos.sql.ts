import type { Db } from '../../ground/db/pool.ts';
import type { Payment } from './payment.ts';
import { PENDING } from './status.rules.ts';

/** What is passed over is seen in the index alone. */
export interface PendingPayment {
  id: number;
  created_at: Date;
  company_id: number;
  payment_type: Payment['payment_type'];
}

/** A place in the order of creation. */
export interface CreationPlace {
  createdAt: Date;
  paymentId: number;
}

/** The merchant's next pending payments after that place, of those that were made before a moment. */
export async function listNextPendingPayments(
  db: Db,
  merchantId: number,
  after: CreationPlace,
  { createdBefore, limit }: { createdBefore: Date; limit: number },
): Promise<PendingPayment[]> {
  return db.query(
    `SELECT id, created_at, company_id, payment_type FROM payments
     WHERE merchant_id = $1 AND status = ${PENDING} AND (created_at, id) > ($2, $3) AND created_at < $4
     ORDER BY created_at, id LIMIT $5`,
    [merchantId, after.createdAt, after.paymentId, createdBefore, limit],
  );
}

export type OpenBoleto = Pick<
  Payment,
  'id' | 'company_id' | 'customer_email' | 'payment_link_id' | 'ordered_by_merchant'
> & { due_date: string };

/**
 * Those of the merchant's boletos that can be paid at that time and are due on one of these days. By their ids first:
 * the planner would rather walk through all that the merchant has pending.
 */
export async function listPayableBoletosOfMerchant(
  db: Db,
  merchantId: number,
  paymentIds: readonly number[],
  { dueDates, now }: { dueDates: readonly string[]; now: Date },
): Promise<OpenBoleto[]> {
  return db.query(
    `WITH named AS MATERIALIZED (SELECT * FROM payments WHERE id = ANY ($2::bigint[]))
     SELECT id, company_id, customer_email, payment_link_id, ordered_by_merchant, due_date FROM named
     WHERE merchant_id = $1 AND payment_type = 'invoice' AND status = ${PENDING}
       AND due_date = ANY ($3::date[]) AND expires_at > $4
     ORDER BY id`,
    [merchantId, paymentIds, dueDates, now],
  );
}

export type NamedByOrder = Pick<
  Payment,
  'merchant_id' | 'company_id' | 'order_number' | 'public_token' | 'customer_email'
>;

/** For an address that names the order: whether the rest of it is right is for the caller to ask. */
export async function findPaymentByOrderNumber(db: Db, orderNumber: string): Promise<NamedByOrder | null> {
  const [row] = await db.query<NamedByOrder>(
    `SELECT merchant_id, company_id, order_number, public_token, customer_email FROM payments
     WHERE order_number = $1`,
    [orderNumber],
  );
  return row ?? null;
}
