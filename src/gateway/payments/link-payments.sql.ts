import type { Db } from '../../ground/db/pool.ts';
import type { Payment } from './payment.ts';
import { APPROVED, PENDING } from './status.rules.ts';

interface OfLink {
  merchant_id: number;
  company_id: number;
  public_id: string;
}

export type OpenPayment = Pick<Payment, 'order_number' | 'public_token' | 'customer_document' | 'expires_at'>;

/** The newest payment of a link that is still open: cheap where there is one, so ask only then. */
export async function findOpenPaymentOfLink(db: Db, link: OfLink): Promise<OpenPayment | null> {
  const [row] = await db.query<OpenPayment>(
    `SELECT order_number, public_token, customer_document, expires_at FROM payments
     WHERE merchant_id = $1 AND payment_link_id = $2 AND company_id = $3 AND status = ${PENDING}
     ORDER BY id DESC LIMIT 1`,
    [link.merchant_id, link.public_id, link.company_id],
  );
  return row ?? null;
}

/** The one retry of an order that is open or paid, if there is one. */
export async function findLiveRetryOfMerchant(
  db: Db,
  merchantId: number,
  orderRoot: number,
): Promise<Pick<Payment, 'order_number' | 'public_token'> | null> {
  const [row] = await db.query<Pick<Payment, 'order_number' | 'public_token'>>(
    `SELECT order_number, public_token FROM payments
     WHERE retry_root = $2 AND status IN (${PENDING}, ${APPROVED}) AND merchant_id = $1`,
    [merchantId, orderRoot],
  );
  return row ?? null;
}
