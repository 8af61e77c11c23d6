import type { Db } from '../../src/ground/db/pool.ts';

export interface Merchant {
  id: number;
  companies: number[];
}

/** Merchants with companies and a few customers, and nothing else: what lists need to have something to show. */
export async function addMerchant(db: Db, companies: number): Promise<Merchant> {
  const [merchant] = await db.query<{ id: number }>(
    "INSERT INTO merchants (name, created_at) VALUES ('M', '2026-01-01') RETURNING id",
  );
  const { id } = merchant as { id: number };
  const rows = await db.query<{ id: number }>(
    `INSERT INTO companies (merchant_id, name, document, address_line, city, state, zip_code, created_at, updated_at)
     SELECT $1, 'C' || n, lpad(n::text, 14, '0'), '', '', '', '', '2026-01-01', '2026-01-01'
     FROM generate_series(1, $2::int) n RETURNING id`,
    [id, companies],
  );
  await db.query(
    `INSERT INTO customers (merchant_id, document, name, name_folded, email, phone, created_at, updated_at)
     SELECT $1, n, 'P' || n, 'p' || n, n || '@example.com', '', '2026-01-01', '2026-01-01'
     FROM generate_series(1, 100) n`,
    [id],
  );
  return { id, companies: rows.map((row) => row.id) };
}

let filled = 0;

/**
 * So many payments, of every company, status and type, with many ties in every order; in one statement, as a batch
 * of orders is.
 */
export async function addPayments(db: Db, { id, companies }: Merchant, count: number): Promise<void> {
  filled += 1;
  await db.query(
    `INSERT INTO payments (merchant_id, company_id, customer_id, order_number, reference, public_token, status,
       payment_type, installments, amount_cents, refunded_cents, fee_cents, fee_on_refund,
       customer_name, customer_email, customer_document, customer_phone,
       items, shipping, metadata, expires_at, acquirer, charge_sent_at, created_at, updated_at, failure_reason)
     SELECT $1, ($2::bigint[])[1 + n % cardinality($2)], customers[1 + n % 100], $3 || '-' || n, $3 || '-' || n,
       $3 || '-' || n, status, CASE WHEN n % 5 = 0 THEN 'invoice' ELSE 'pix' END, 1, amount,
       CASE WHEN status = 4 THEN amount ELSE 0 END, 0, 'kept', '', '', '', '',
       '[]', '{}', '{}', '2026-01-01', 'sandbox', '2026-01-01',
       timestamptz '2026-01-01' + n / 3 * interval '1 minute',
       timestamptz '2026-01-01' + n * 7919 % 50000 * interval '1 minute', CASE WHEN status = 3 THEN 'EXPIRED' END
     FROM (SELECT n, 500 + n * 7919 % 5000 AS amount,
         CASE WHEN n % 100 < 70 THEN 2 WHEN n % 100 < 90 THEN 3 WHEN n % 1000 < 999 THEN 1 ELSE 4 END AS status
       FROM generate_series(1, $4::bigint) n) AS drawn,
       (SELECT array_agg(id ORDER BY id) AS customers FROM customers WHERE merchant_id = $1) AS own`,
    [id, companies, `${id}-${filled}`, count],
  );
}
