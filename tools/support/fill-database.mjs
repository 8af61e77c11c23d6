// Fills a migrated, empty database with as many payments as asked and with all that goes with them: rows of the shapes
// and sizes that the service writes, spread over 400 days. For looking at plans and sizes; PostgreSQL writes some
// 10,000 payments a second.

const DAYS = 400;
const MERCHANTS = 200;
const USERS_OF_EACH = 100;
const ENDPOINTS_OF_FIRST = 20;

/** Every second payment is of merchant 1, so that one merchant is large; the others share the rest. */
const MERCHANT = `CASE WHEN n % 2 = 0 THEN 1 ELSE 2 + (n / 2) % ${MERCHANTS - 1} END`;
/** Each merchant has two companies, and a customer orders ten times. */
const CUSTOMER = `CASE WHEN n % 2 = 0 THEN n / 20 ELSE n / ${20 * (MERCHANTS - 1)} END`;
const PAYMENT = `
  SELECT n, merchant, merchant + ${MERCHANTS} * (n / 4 % 2) AS company, customer,
    lpad(customer::text, 11, '0') AS document,
    now() - (total - n) * (interval '${DAYS} days' / total) AS at,
    CASE WHEN n > total - total / 100 THEN 1 WHEN n % 10 = 0 THEN 3 WHEN n % 5 = 1 THEN 4 ELSE 2 END AS status,
    1000 + n % 90000 AS amount, 99 AS fee, md5(n::text) AS hash,
    CASE WHEN n % 10 = 3 THEN 'invoice' ELSE 'pix' END AS type
  FROM generate_series(1, total) AS n, LATERAL (SELECT ${MERCHANT} AS merchant, ${CUSTOMER} AS customer) m`;

const EVENT_OF = (kind, sequence, condition) => `
  SELECT 'evt_' || substr(hash, 1, 20) || '${sequence}' AS id, merchant, company, '${kind}' AS kind, n,
    ${sequence} AS sequence, at,
    json_build_object('event', '${kind}', 'id', 'evt_' || hash, 'transaction_id', n,
      'order_number', 'VT' || upper(substr(hash, 1, 14)), 'status', 'APPROVED', 'amount', amount,
      'payment_type', type, 'paid_at', at, 'created_at', at, 'company_id', company,
      'sequence', ${sequence})::text AS payload
  FROM filled WHERE ${condition}`;

/** Each a statement of its own; `filled` holds the payments that are made up, `told` their events. */
const STATEMENTS = [
  `INSERT INTO merchants (id, name, created_at) OVERRIDING SYSTEM VALUE
   SELECT n, 'Loja ' || n, now() - interval '${DAYS} days'
   FROM generate_series(1, ${MERCHANTS}) n`,
  `INSERT INTO users (merchant_id, name, email, password_hash, created_at)
   SELECT id, name, 'ana' || n || '.loja' || id || '@example.com', 'none', created_at
   FROM merchants, generate_series(1, ${USERS_OF_EACH}) n WHERE id > 0`,
  `INSERT INTO companies (id, merchant_id, name, document, address_line, city, state, zip_code, created_at, updated_at)
     OVERRIDING SYSTEM VALUE
   SELECT n, (n - 1) % ${MERCHANTS} + 1, 'Loja ' || n, lpad(n::text, 14, '0'), 'Rua A, 1', 'São Paulo', 'SP',
     '01001000', now(), now()
   FROM generate_series(1, ${2 * MERCHANTS}) n`,
  `INSERT INTO company_access_tokens (company_id, token_hash, hint, created_at)
   SELECT id, sha256(id::text::bytea), 'est_…', now() FROM companies`,
  `INSERT INTO company_payment_plans (company_id, payment_type, settlement_days)
   SELECT id, type, 1 FROM companies, unnest('{pix,invoice}'::text[]) type`,
  `INSERT INTO debit_locks (company_id) SELECT id FROM companies`,
  `CREATE TEMPORARY TABLE filled AS ${PAYMENT}`,
  `INSERT INTO customers (id, merchant_id, document, name, name_folded, email, phone, created_at, updated_at)
     OVERRIDING SYSTEM VALUE
   SELECT DISTINCT ON (customer, merchant) row_number() OVER (), merchant, document,
     'Maria da Silva ' || customer, 'maria da silva ' || customer,
     'maria' || customer || '@example.com', '+55 (11) 98765-4321', at, at FROM filled`,
  `INSERT INTO payments (id, merchant_id, company_id, customer_id, order_number, reference, public_token, status,
     payment_type, installments, amount_cents, refunded_cents, customer_name, customer_email, customer_document,
     customer_phone, items, shipping, metadata, due_date, expires_at, acquirer,
     response_data_subacquirer_integration, charge_sent_at, created_at, updated_at, paid_at, refunded_at,
     fee_cents, fee_on_refund, failure_reason) OVERRIDING SYSTEM VALUE
   SELECT n, merchant, company, c.id, 'VT' || upper(substr(hash, 1, 14)), 'pay_' || hash,
     substr(hash || hash, 5, 43), status, type, 1,
     amount, CASE WHEN status = 4 THEN amount ELSE 0 END, c.name, c.email, c.document, c.phone,
     json_build_array(json_build_object('name', 'Camiseta', 'quantity', 1, 'price', amount)),
     '{"name": "Sedex", "price": 0}', '{}',
     CASE WHEN type = 'invoice' THEN at::date + 3 END, at + interval '30 minutes', 'sandbox',
     json_build_object('transactionId', 'txn_' || hash, 'pixQrCode', repeat(hash, 6)), at,
     at, at, CASE WHEN status IN (2, 4) THEN at END, CASE WHEN status = 4 THEN at END, fee, 'returned',
     CASE WHEN status = 3 THEN 'EXPIRED' END
   FROM filled f JOIN customers c ON c.merchant_id = f.merchant AND c.document = f.document`,
  `INSERT INTO payment_acquirer_ids (merchant_id, acquirer_id, payment_id)
   SELECT merchant_id, response_data_subacquirer_integration ->> 'transactionId', id FROM payments`,
  `INSERT INTO payment_receipts (acquirer, end_to_end_id, payment_id)
   SELECT acquirer, 'E' || upper(substr(reference, 5, 31)), id FROM payments WHERE status IN (2, 4)`,
  `INSERT INTO payment_checks (payment_id, next_check_at)
   SELECT id, created_at + interval '1 day' FROM payments WHERE id % 2 = 0`,
  `INSERT INTO payment_shares (payment_id, position, company_id, company_name, source, merchant_type, charge_fee,
     discount_gross_amount, share_cents, fee_cents)
   SELECT n, 0, company, 'Loja ' || company, 'owner', 'PRIMARY', true, true, amount, fee FROM filled`,
  `INSERT INTO refunds (id, payment_id, merchant_id, company_id, reference, kind, status, amount_cents, requested_at,
     settled_at, next_check_at) OVERRIDING SYSTEM VALUE
   SELECT n, n, merchant, company, 'ref_' || hash, 'pix_refund',
     CASE WHEN n % 400 = 1 THEN 'PROCESSING' ELSE 'REFUNDED' END, amount, at,
     CASE WHEN n % 400 <> 1 THEN at END, CASE WHEN n % 400 = 1 THEN at END FROM filled WHERE status = 4`,
  `INSERT INTO ledger_journals (id, cause_kind, cause_id, subject_kind, subject_id, acquirer, posted_at)
     OVERRIDING SYSTEM VALUE
   SELECT n, 'approval', n, 'payment', n, 'sandbox', at FROM filled WHERE status IN (2, 4)
   UNION ALL SELECT total + n, 'refund', n, 'payment', n, 'sandbox', at FROM filled WHERE status = 4`,
  `INSERT INTO ledger_entries (journal_id, account, company_id, amount_cents, available_at, tag, position)
   SELECT j, account, CASE WHEN account = 'company_main' THEN company END, sign * cents, at + interval '1 day',
     tag, position
   FROM (
     SELECT n AS j, company, amount, fee, at, 1 AS sign FROM filled WHERE status IN (2, 4)
     UNION ALL SELECT total + n, company, amount, fee, at, -1 FROM filled WHERE status = 4
   ) posted, LATERAL (VALUES
     ('acquirer_clearing', -amount, 'share', NULL::integer), ('company_main', amount, 'share', 0),
     ('company_main', -fee, 'fee', 0), ('platform_fee', fee, 'fee', NULL)) AS e (account, cents, tag, position)`,
  `CREATE TEMPORARY TABLE told AS
   ${EVENT_OF('payment.created', 1, 'true')} UNION ALL ${EVENT_OF('payment.approved', 2, 'status IN (2, 4)')}
   UNION ALL ${EVENT_OF('payment.refunded', 3, 'status = 4')}`,
  `INSERT INTO events (id, merchant_id, company_id, kind, sequence, payload, occurred_at, written_by,
     subject_kind, subject_id)
   SELECT id, merchant, company, kind, sequence, payload, at, (10 + n * 500 / total)::text::xid8, 'payment', n
   FROM told ORDER BY n, sequence`,
  `INSERT INTO webhook_endpoints (id, merchant_id, url, events, secret_sealed, created_at, updated_at)
     OVERRIDING SYSTEM VALUE
   SELECT n, CASE WHEN n <= ${ENDPOINTS_OF_FIRST} THEN 1 ELSE n - ${ENDPOINTS_OF_FIRST} + 1 END,
     'http://localhost:9/' || n,
     '{payment.approved}', 'sealed', now(), now() FROM generate_series(1, ${MERCHANTS - 1 + ENDPOINTS_OF_FIRST}) n`,
  `INSERT INTO webhook_deliveries (id, event_id, endpoint_id, status, attempts, next_attempt_at, created_at)
     OVERRIDING SYSTEM VALUE
   SELECT row_number() OVER (ORDER BY t.n), t.id,
     CASE WHEN merchant = 1 THEN t.n / 2 % ${ENDPOINTS_OF_FIRST} + 1 ELSE merchant + ${ENDPOINTS_OF_FIRST} - 1 END,
     CASE WHEN t.n > total - total / 50 THEN 'PENDING' ELSE 'DELIVERED' END, 1,
     CASE WHEN t.n > total - total / 50 THEN at END, at
   FROM told t WHERE kind = 'payment.approved'`,
  `INSERT INTO webhook_attempts (delivery_id, attempted_at, status_code, response_body, duration_ms)
   SELECT id, created_at, 200, 'ok', 40 FROM webhook_deliveries ORDER BY id`,
  `INSERT INTO acquirer_notifications (acquirer, reference, received_at, next_attempt_at, worked_at, content_hash)
   SELECT 'sandbox', 'pay_' || hash, at, at, CASE WHEN n < total - total / 50 THEN at + interval '1 second' END,
     sha256(hash::bytea)
   FROM filled WHERE status IN (1, 2, 4) ORDER BY n`,
  `INSERT INTO idempotency_keys (merchant_id, key, fingerprint, subject_kind, subject_id, owner, leased_until,
     response_status, response_body, created_at)
   SELECT merchant, 'key-' || hash, sha256(hash::bytea), 'payment', n, 'pay_' || hash, at, 200,
     json_build_object('success', true, 'transaction', json_build_object('id', n, 'order_number', hash,
       'status', 'PENDING', 'amount', amount, 'payment_type', type, 'created_at', at,
       'pix_qr_code', repeat(hash, 6), 'pix_qr_code_url', hash)),
     now() - (total - n) * (interval '48 hours' / total)
   FROM filled`,
  `INSERT INTO login_failures (account_hash, address, failed_at)
   SELECT sha256((n % 1000)::text::bytea), '192.0.2.' || n % 250, at FROM filled WHERE n % 5 = 0`,
  `INSERT INTO login_successes (account_hash, address, logged_in_at)
   SELECT sha256((n % 1000)::text::bytea), '192.0.2.' || n % 250, at FROM filled WHERE n % 5 = 0`,
  `INSERT INTO webhook_resends (subject_kind, subject_id, minute_began_at, count)
   SELECT 'payment', n, at, 1 FROM filled WHERE n % 50 = 0`,
  `INSERT INTO daily_comparisons (acquirer, day, our_count, our_paid_cents, our_refunded_cents, acquirer_count,
     acquirer_paid_cents, acquirer_refunded_cents, open_divergences, made_at, compared_on)
   SELECT 'sandbox', current_date - n, 0, 0, 0, 0, 0, 0, 0, now(), current_date - n + 1
   FROM generate_series(1, ${DAYS}) n`,
];

const SANDBOX_STATEMENTS = [
  `INSERT INTO sandbox_acquirer.charges (reference, transaction_id, payment_type, amount_cents, status, description,
     payer_name, payer_document, expires_at, pix_qr_code, history, received_cents, refunded_cents, created_at, paid_at)
   SELECT 'pay_' || hash, 'txn_' || hash, type, amount,
     (ARRAY['WAITING_PAYMENT', 'PAID', 'CANCELLED', 'REFUNDED'])[status], 'Pedido', 'Maria', document,
     at + interval '30 minutes', repeat(hash, 6),
     json_build_array(json_build_object('status', 'WAITING_PAYMENT', 'createdAt', at),
       json_build_object('status', 'PAID', 'createdAt', at)), CASE WHEN status IN (2, 4) THEN amount ELSE 0 END,
     CASE WHEN status = 4 THEN amount ELSE 0 END, at, CASE WHEN status IN (2, 4) THEN at END FROM filled`,
  `INSERT INTO sandbox_acquirer.refunds
     (reference, refund_id, charge_reference, amount_cents, status, created_at, refunded_at)
   SELECT 'ref_' || hash, 'rfd_' || hash, 'pay_' || hash, amount, 'REFUNDED', at, at FROM filled WHERE status = 4`,
  `INSERT INTO sandbox_acquirer.notifications
     (reference, transaction_id, status, attempts, next_attempt_at, outcome, closed_at, created_at)
   SELECT 'pay_' || hash, 'txn_' || hash, 'PAID', 1, at, 'delivered', at, at
   FROM filled WHERE status IN (2, 4) ORDER BY n`,
];

const NUMBERED = [
  'merchants',
  'companies',
  'customers',
  'payments',
  'refunds',
  'ledger_journals',
  'webhook_endpoints',
  'webhook_deliveries',
];

/**
 * `client` is one connection of a superuser, without time limits. Triggers and foreign keys are off while it fills,
 * since the rows are right by construction, and the indexes are built afterwards: both together would take most of the
 * time.
 */
export async function fillDatabase(client, payments) {
  const statements = [...STATEMENTS, ...((await hasSandbox(client)) ? SANDBOX_STATEMENTS : [])];
  await client.query(
    "SET session_replication_role = replica; SET synchronous_commit = off; SET maintenance_work_mem = '256MB'",
  );
  const indexes = await dropIndexes(client);
  for (const statement of statements) await client.query(statement.replaceAll(/\btotal\b/g, String(payments)));
  for (const definition of indexes) await client.query(definition);
  for (const table of NUMBERED)
    await client.query(`SELECT setval(pg_get_serial_sequence($1, 'id'), (SELECT max(id) FROM ${table}))`, [table]);
  await client.query('DROP TABLE filled, told');
  await client.query('RESET ALL');
  await client.query('VACUUM ANALYZE');
}

async function hasSandbox(client) {
  const { rows } = await client.query("SELECT to_regclass('sandbox_acquirer.charges') IS NOT NULL AS is_there");
  return rows[0].is_there;
}

/** All but those of constraints. Answers how to build them again. */
async function dropIndexes(client) {
  const { rows } = await client.query(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index JOIN pg_class ON oid = indexrelid
     WHERE relnamespace::regnamespace::text IN ('public', 'sandbox_acquirer')
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}
