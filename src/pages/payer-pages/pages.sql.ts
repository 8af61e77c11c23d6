import { isAddressOf, type PublicAddress } from '../../gateway/payments/addresses.ts';
import type { OrderItem, Shipping } from '../../gateway/payments/payment.ts';
import type { Db } from '../../ground/db/pool.ts';
import type { BoletoTerms } from '../../rails/acquirers/boleto.ts';
import type { Watched } from './page.rules.ts';

/** What the page of a payment shows, and whom to tell in the sandbox. Nothing of the payer is read. */
export interface PayPage extends Watched {
  id: number;
  reference: string;
  acquirer: string;
  public_token: string;
  order_number: string;
  payment_type: 'pix' | 'invoice';
  amount_cents: number;
  items: OrderItem[];
  shipping: Shipping;
  due_date: string | null;
  created_at: Date;
  updated_at: Date;
  paid_at: Date | null;
  refunded_at: Date | null;
  boleto_terms: BoletoTerms | null;
  /** Null: exactly the amount, or nothing yet. */
  paid_cents: number | null;
  late_charges_cents: number;
  discount_given_cents: number;
  failure_reason: string | null;
  pix_code: string | null;
  boleto_line: string | null;
  payee_name: string;
  payee_document: string;
  /** Of the link that it was ordered through, where the merchant leads payers back to; null without either. */
  return_url: string | null;
  link_slug: string | null;
}

/** Of the types whose payer gets something to pay with here. */
const IS_PAYABLE_HERE = `p.payment_type IN ('pix', 'invoice')`;

const PIX_CODE = `p.response_data_subacquirer_integration ->> 'pixQrCode'`;
const BOLETO_LINE = `p.response_data_subacquirer_integration #>> '{boleto,digitableLine}'`;
const WATCHED = `p.status, coalesce(${PIX_CODE}, ${BOLETO_LINE}) IS NOT NULL AS is_issued,
  p.refunded_cents, p.expires_at, p.boleto_terms IS NOT NULL AS has_terms,
  coalesce(p.registration ->> 'status', 'REGISTERED') <> 'WAITING' AS is_registered`;

export async function findPageAt(db: Db, address: PublicAddress): Promise<PayPage | null> {
  const [row] = await db.query<PayPage>(
    `SELECT ${WATCHED}, p.id, p.reference, p.acquirer, p.public_token, p.order_number, p.payment_type,
       p.items, p.shipping, p.due_date,
       p.amount_cents, p.created_at, p.updated_at, p.paid_at, p.refunded_at, p.failure_reason,
       p.boleto_terms, p.paid_cents,
       coalesce(p.fine_paid_cents, 0) + coalesce(p.interest_paid_cents, 0) AS late_charges_cents,
       coalesce(p.discount_given_cents, 0) AS discount_given_cents,
       ${PIX_CODE} AS pix_code, ${BOLETO_LINE} AS boleto_line,
       c.name AS payee_name, c.document AS payee_document, l.success_url AS return_url, l.slug AS link_slug
     FROM payments p JOIN companies c ON c.id = p.company_id
       LEFT JOIN payment_links l ON l.merchant_id = p.merchant_id AND l.public_id = p.payment_link_id
         AND l.company_id = p.company_id
     WHERE p.${address.column} = $1 AND ${IS_PAYABLE_HERE}`,
    [address.key],
  );
  return row && isAddressOf(address, row) ? row : null;
}

export interface WatchedPayment extends Watched {
  id: number;
  public_token: string;
  payment_type: 'pix' | 'invoice';
}

/** All that anybody in this process is looking at, in one look. */
export async function listWatchedPayments(db: Db, tokens: readonly string[]): Promise<WatchedPayment[]> {
  return db.query<WatchedPayment>(
    `SELECT ${WATCHED}, p.id, p.public_token, p.payment_type FROM payments p
     WHERE p.public_token = ANY ($1) AND ${IS_PAYABLE_HERE}`,
    [tokens],
  );
}
