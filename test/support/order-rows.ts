import type { OrderRows } from '../../src/gateway/orders/orders.sql.ts';
import { type KeyClaim, newKeyOf } from '../../src/ground/idempotency/keys.sql.ts';
import type { Ids } from '../../src/ground/ids.ts';

export interface WantedRows {
  ids: Ids;
  merchantId: number;
  company: { id: number; name: string };
  document: string;
  at: Date;
  name?: string;
  isUpdate?: boolean;
  claim?: KeyClaim | undefined;
  retryOf?: number | undefined;
  amountCents?: number;
}

const FEE_CENTS = 35;

/** What the first write of an order stores, as the rules would make it. */
export function orderRows(wanted: WantedRows): OrderRows {
  const { merchantId, company, document, at, name = 'Ana', claim, retryOf, amountCents = 9_999_999_999 } = wanted;
  const reference = wanted.ids.reference();
  const share = { companyName: company.name, merchantType: 'PRIMARY', type: null, amountSplit: null } as const;
  const person = { email: 'ana@example.com', phone: '+55 (11) 98765-4321' };
  return {
    payment: {
      merchant_id: merchantId,
      company_id: company.id,
      order_number: `order-${reference}`,
      reference,
      public_token: `token-${reference}`,
      payment_type: 'invoice',
      installments: 1,
      amount_cents: amountCents,
      fee_cents: FEE_CENTS,
      fee_on_refund: 'kept',
      customer_document: document,
      customer_name: name,
      customer_email: person.email,
      customer_phone: person.phone,
      customer_address: { city: 'São "Paulo"' },
      customer_ip: null,
      items: [{ name: 'Açaí', quantity: 1, price: amountCents }],
      shipping: { name: 'Sedex', price: 0 },
      metadata: { note: 'a\nb 🙂' },
      payment_link_id: null,
      external_id: null,
      ordered_by_merchant: true,
      retry_of: retryOf ?? null,
      retry_root: retryOf ?? null,
      due_date: '2026-03-08',
      boleto_terms: null,
      expires_at: at,
      created_at: at,
      updated_at: at,
      charge_sent_at: at,
      acquirer: 'sandbox',
      pix_acquirer: null,
    },
    customer: {
      ...person,
      reference,
      merchant_id: merchantId,
      document,
      name,
      name_folded: name.toLowerCase(),
      created_at: at,
      is_update: wanted.isUpdate ?? true,
    },
    shares: [
      {
        ...share,
        reference,
        position: 0,
        companyId: company.id,
        shareCents: amountCents,
        feeCents: FEE_CENTS,
        netCents: amountCents - FEE_CENTS,
        source: 'owner',
        chargeFee: false,
        discountGrossAmount: true,
      },
    ],
    key: claim ? newKeyOf(claim, reference) : null,
  };
}
