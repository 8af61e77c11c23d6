import type { Db } from '../../ground/db/pool.ts';
import type { BoletoInstrument, BoletoTerms } from '../../rails/acquirers/boleto.ts';
import { isRemovedDocument } from '../customers/removed.rules.ts';
import { isAddressOf, type PublicAddress } from '../payments/addresses.ts';
import type { OrderItem, Payment, Shipping } from '../payments/payment.ts';

type Addressed = Pick<Payment, 'order_number' | 'public_token'>;

const PIX_CODE = `p.response_data_subacquirer_integration ->> 'pixQrCode'`;

export async function findQrCodeAt(db: Db, address: PublicAddress): Promise<string | null> {
  const [row] = await db.query<Addressed & { qr_code: string | null }>(
    `SELECT p.order_number, p.public_token, ${PIX_CODE} AS qr_code
     FROM payments p WHERE p.${address.column} = $1`,
    [address.key],
  );
  return row && isAddressOf(address, row) ? row.qr_code : null;
}

const IS_BOLETO = `p.payment_type = 'invoice' AND p.due_date IS NOT NULL
  AND jsonb_typeof(p.response_data_subacquirer_integration -> 'boleto') = 'object'`;

export interface BoletoPayment {
  order_number: string;
  status: number;
  amount_cents: number;
  due_date: string;
  created_at: Date;
  customer_name: string;
  customer_document: string;
  items: OrderItem[];
  shipping: Shipping;
  address: { line_1?: string; line_2?: string; zip_code?: string; city?: string; state?: string } | null;
  boleto: BoletoInstrument;
  boleto_terms: BoletoTerms | null;
  /** Where the same charge can be paid by PIX, too. */
  pix_code: string | null;
  is_registered: boolean;
  company: { name: string; document: string; address_line: string; city: string; state: string; zip_code: string };
}

/** Of a boleto whose bank says nothing of it, it counts as registered. */
const IS_REGISTERED = `coalesce(p.registration ->> 'status', 'REGISTERED') <> 'WAITING'`;

export interface BoletoState extends Addressed {
  status: number;
  /** Holds the due date and the amount. */
  barcode: string;
  is_registered: boolean;
  has_pix_code: boolean;
}

/** The key of the drawing: few columns, because every visitor causes this read. Of a removed customer there is none. */
export async function findBoletoStateAt(db: Db, address: PublicAddress): Promise<BoletoState | null> {
  const [row] = await db.query<BoletoState & { payer: string }>(
    `SELECT p.order_number, p.public_token, p.status, k.document AS payer, ${IS_REGISTERED} AS is_registered,
       ${PIX_CODE} IS NOT NULL AS has_pix_code,
       p.response_data_subacquirer_integration #>> '{boleto,barcode}' AS barcode
     FROM payments p JOIN customers k ON k.id = p.customer_id WHERE p.${address.column} = $1 AND ${IS_BOLETO}`,
    [address.key],
  );
  return row && isAddressOf(address, row) && !isRemovedDocument(row.payer) ? row : null;
}

export async function findBoletoByPublicToken(db: Db, token: string): Promise<BoletoPayment | null> {
  const [row] = await db.query<BoletoPayment>(
    `SELECT p.order_number, p.status, p.shipping, p.amount_cents, p.due_date, p.created_at, p.customer_name,
       p.customer_document, p.items,
       p.customer_address AS address, p.response_data_subacquirer_integration -> 'boleto' AS boleto,
       p.boleto_terms, ${PIX_CODE} AS pix_code, ${IS_REGISTERED} AS is_registered,
       json_build_object('name', c.name, 'document', c.document, 'address_line', c.address_line, 'city', c.city,
         'state', c.state, 'zip_code', c.zip_code) AS company
     FROM payments p JOIN companies c ON c.id = p.company_id
     WHERE p.public_token = $1 AND ${IS_BOLETO}`,
    [token],
  );
  return row ?? null;
}
