// An order on the ruler's tables: what is ordered, what the acquirer keeps of it, what it issued and the event that
// tells of it.
const QR_CODE =
  '00020101021226830014br.gov.bcb.pix2561pix.sandbox.vintem.dev/qr/v2/114eee591a09bbf1937222be609125f95204000053039865802BR5909Loja Demo6009Sao Paulo62070503***6304392F';
/** JSON after which no name follows a colon: a script takes `:name` for a variable. */
export const json = (value) => `'${JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ')}'`;

const ORDERED = `
  WITH customer AS (
    INSERT INTO ruler.customers (merchant_id, document, name, name_folded, email, phone, created_at, updated_at)
    VALUES (1, lpad(:d, 11, '0'), 'Maria da Silva', 'maria da silva', 'm' || :d || '@example.com',
      '+55 (11) 98765-4321', now(), now())
    ON CONFLICT (merchant_id, document) DO UPDATE SET name = EXCLUDED.name, updated_at = EXCLUDED.updated_at
    RETURNING id
  ), payment AS (
    INSERT INTO ruler.payments (merchant_id, company_id, customer_id, order_number, reference, public_token,
      payment_type, amount_cents, customer_name, customer_email, customer_document, items, shipping, metadata,
      expires_at, next_check_at,
      created_at, updated_at)
    SELECT 1, 1, customer.id, '20261115-' || :r, 'ref' || :r, 'tok-' || :r || '-abcdefghijklmnop', 'pix',
      10000, 'Maria da Silva', 'm@example.com', lpad(:d, 11, '0'),
      ${json([{ name: 'Camiseta', quantity: 2, price: 4000 }])},
      ${json({ name: 'Sedex', price: 2000 })}, '{}', now() + interval '30 min', now() + interval '1 min', now(), now()
    FROM customer RETURNING id
  ), share AS (
    INSERT INTO ruler.shares SELECT id, 0, 1, 10000, 100 FROM payment
  )
  SELECT id FROM payment`;

const CHARGED = `
  INSERT INTO ruler.charges VALUES ('ref' || :r, 'sbx_' || :r, 10000, 'WAITING_PAYMENT', '${QR_CODE}', now())`;

const ISSUED = `
  WITH payment AS (
    UPDATE ruler.payments
    SET issued = ${json({ transactionId: 'sbx_7857e7c7a28a653f5c675de7a0acd521', pixQrCode: QR_CODE })}
    WHERE id = (:payment_id)::bigint RETURNING id
  )
  INSERT INTO ruler.events
  SELECT 'evt_' || :r, 1, id, 1, ${json({
    event: 'payment.created',
    transaction_id: 1,
    order_number: '20261115-U4GJKY7GLB',
    status: 'PENDING',
    amount: 10000,
    payment_type: 'pix',
  })}, now() FROM payment`;

const variables = { d: [1, 99_999_999_999], r: [1, 9_000_000_000_000_000] };
const ordered = { sql: ORDERED, keeps: { payment_id: 'id' } };

/** The gateway's two. */
export const TWO_STATEMENTS = { variables, statements: [ordered, { sql: ISSUED }] };
/** With the charge that the acquirer keeps, as a demo writes it into the same database. */
export const THREE_STATEMENTS = { variables, statements: [ordered, { sql: CHARGED }, { sql: ISSUED }] };

/** As many as there are in our own tables, so that neither side has the shallower indexes. */
export const COPY_OF_OURS = [
  `INSERT INTO ruler.customers (merchant_id, document, name, name_folded, email, phone, created_at, updated_at)
   SELECT merchant_id, document, name, name_folded, email, phone, created_at, updated_at FROM customers`,
  `INSERT INTO ruler.payments (merchant_id, company_id, customer_id, order_number, reference, public_token, status,
     payment_type, amount_cents, customer_name, customer_email, customer_document, items, shipping, metadata, issued,
     expires_at, created_at, updated_at)
   SELECT p.merchant_id, p.company_id, c.id, p.order_number, p.reference, p.public_token, p.status, p.payment_type,
     p.amount_cents, p.customer_name, p.customer_email, p.customer_document, p.items, p.shipping, p.metadata,
     p.response_data_subacquirer_integration, p.expires_at, p.created_at, p.updated_at
   FROM payments p JOIN customers o ON o.id = p.customer_id
   JOIN ruler.customers c ON c.merchant_id = o.merchant_id AND c.document = o.document`,
  `INSERT INTO ruler.shares SELECT r.id, s.position, s.company_id, s.share_cents, s.fee_cents
   FROM payment_shares s JOIN payments p ON p.id = s.payment_id JOIN ruler.payments r ON r.reference = p.reference`,
  `INSERT INTO ruler.events SELECT e.id, e.merchant_id, r.id, e.sequence, e.payload, e.occurred_at
   FROM events e JOIN payments p ON e.subject_kind = 'payment' AND p.id = e.subject_id
   JOIN ruler.payments r ON r.reference = p.reference`,
  'VACUUM ANALYZE',
];
