// Makes payments by the hundred thousand, as the service would have left them: customers, shares, journals, entries,
// refunds and events belong together to the cent, and `vintem audit` agrees (npm run bench -- fill --payments 20000
// --audit). What the service writes changes with time: a column that is gone is left out here, one that is new and has
// no default fails the statement, and whatever is kept in further tables is found by the audit.

import { withTransaction } from '../../dist/ground/db/transaction.js';
import {
  createCompanyWithPlans,
  DEFAULT_PLANS,
  storeAccessToken,
} from '../../dist/parties/companies/create-company.js';
import { insertMerchant } from '../../dist/parties/merchants/merchants.sql.js';
import { inParallel } from './figures.mjs';

const CHUNK = 100_000;
/** Chunks under way at a time. */
const WORKERS = 2;
/** One customer for so many payments. */
const PAYMENTS_PER_CUSTOMER = 10;
const DAYS = 360;

/** A merchant with so many companies and the password of the demo; every company has the token `<name>-<number>`. */
export async function addMerchant(db, name, companies = 1) {
  const now = new Date();
  const address = { addressLine: 'Av. Paulista, 1000', city: 'São Paulo', state: 'SP', zipCode: '01310100' };
  return withTransaction(db, async (tx) => {
    const merchantId = await insertMerchant(tx, { name, isDemo: false, now });
    const email = `${name}@bench.example`;
    await tx.query(
      `INSERT INTO users (merchant_id, name, email, password_hash, created_at)
       SELECT $1, $2, $3, password_hash, $4 FROM users WHERE email = 'demo@vintem.dev'`,
      [merchantId, name, email, now],
    );
    const companyIds = [];
    for (let number = 1; number <= companies; number++) {
      const company = { merchantId, name: `${name} ${number}`, document: '11222333000181', ...address, now };
      companyIds.push(await createCompanyWithPlans(tx, company, DEFAULT_PLANS));
      await storeAccessToken(tx, companyIds.at(-1), `${name}-${number}`, now);
    }
    return { merchantId, email, companyIds };
  });
}

/**
 * How a life ends, as SQL over `i`: mixed is one in twenty PENDING, two FAILED, one REFUNDED, the rest APPROVED.
 * Everything else that differs from one payment to the next is derived from `i` as well, so that each statement below
 * finds the same payment again.
 */
const STATUS = {
  mixed: 'CASE i % 20 WHEN 0 THEN 1 WHEN 1 THEN 3 WHEN 2 THEN 3 WHEN 3 THEN 4 ELSE 2 END',
  pending: '1',
  approved: '2',
};

/** The first company has so many of ten and the others share the rest, unless they are even. */
const FIRST_COMPANY_OF_TEN = 6;

/** `count` payments of a merchant, oldest first, over the last year. Gives back the first and the last id. */
export async function addPayments(
  db,
  { merchantId, companyIds },
  { count, lives = 'mixed', amountCents = null, isEven = false, onProgress = () => {} },
) {
  const customers = await addCustomers(db, merchantId, Math.max(1, Math.ceil(count / PAYMENTS_PER_CUSTOMER)));
  const chunks = Array.from({ length: Math.ceil(count / CHUNK) }, (_, index) => Math.min(CHUNK, count - index * CHUNK));
  // One after the other: two workers that ask for numbers at the same moment would get some of them twice.
  const reserved = [];
  for (const size of chunks) reserved.push(await reserve(db, size));
  let added = 0;
  await inParallel(chunks.length, WORKERS, async (index) => {
    const size = chunks[index];
    const lifeOf = {
      merchantId,
      companyIds,
      customers,
      lives,
      amountCents,
      isEven,
      done: index * CHUNK,
      size,
      count,
      ids: reserved[index],
    };
    await withTransaction(db, async (tx) => {
      for (const [table, columns, from] of statementsOf(lifeOf)) await insertFrom(tx, table, columns, from);
    });
    added += size;
    onProgress(added);
  });
  return { firstId: reserved[0].payment + 1, lastId: reserved.at(-1).payment + chunks.at(-1) };
}

/**
 * Some payments before orders are measured. PostgreSQL plans a prepared statement once; on an empty table it would
 * choose what is good for an empty table, and both sides would measure that.
 */
export async function addSomePayments(db, isQuick) {
  await addPayments(db, await addMerchant(db, 'before', 10), { count: isQuick ? 10_000 : 50_000 });
  await db.query('VACUUM ANALYZE');
}

async function addCustomers(db, merchantId, count) {
  const [row] = await db.query(
    `WITH added AS (
       INSERT INTO customers (merchant_id, document, name, name_folded, email, phone, created_at, updated_at)
       SELECT $1, lpad((known + n)::text, 11, '0'), 'Cliente ' || n, 'cliente ' || n,
         'c' || n || '@example.com', '+55 (11) 98765-4321',
         now() - interval '${DAYS} days', now() - interval '${DAYS} days'
       FROM generate_series(1, $2::int) n, (SELECT count(*) AS known FROM customers WHERE merchant_id = $1)
       RETURNING id
     ) SELECT min(id) AS first FROM added`,
    [merchantId, count],
  );
  return { first: row.first, count };
}

/**
 * Ids of payments, journals and refunds are drawn beforehand, so that what belongs together is known
 * without asking back.
 */
async function reserve(db, size) {
  const [row] = await db.query(
    `SELECT
       setval(pg_get_serial_sequence('payments', 'id'),
         nextval(pg_get_serial_sequence('payments', 'id')) + $1::bigint) - $1::bigint - 1 AS payment,
       setval(pg_get_serial_sequence('ledger_journals', 'id'),
         nextval(pg_get_serial_sequence('ledger_journals', 'id')) + 2 * $1::bigint) - 2 * $1::bigint - 1 AS journal,
       setval(pg_get_serial_sequence('refunds', 'id'),
         nextval(pg_get_serial_sequence('refunds', 'id')) + $1::bigint) - $1::bigint - 1 AS refund`,
    [size],
  );
  return { payment: Number(row.payment), journal: Number(row.journal), refund: Number(row.refund) };
}

/** [table, { column: expression }, from], in the order in which they are written. */
function statementsOf({ merchantId, companyIds, customers, lives, amountCents, isEven, done, size, count, ids }) {
  const companies = `(ARRAY[${companyIds.join(', ')}]::bigint[])`;
  const others = Math.max(1, companyIds.length - 1);
  const hotFirst = `CASE WHEN i / 20 % 10 < ${FIRST_COMPANY_OF_TEN} THEN 1 ELSE 2 + i / 20 % ${others} END`;
  const companyIndex = isEven || companyIds.length === 1 ? `1 + i % ${companyIds.length}` : hotFirst;
  const lived = `(
    SELECT i, ${ids.payment} + i - ${done} AS id, ${ids.journal} + 2 * (i - ${done}) AS journal_id,
      ${ids.refund} + i - ${done} AS refund_id, ${STATUS[lives]} AS status,
      ${companies}[${companyIndex}] AS company_id, CASE WHEN i % 7 = 0 THEN 'invoice' ELSE 'pix' END AS type,
      ${amountCents ?? '(500 + i::bigint * 7919 % 100000)'} AS amount,
      date_trunc('milliseconds', now() - interval '${DAYS} days'
        + i * (interval '${DAYS} days' - interval '3 hours') / ${count}) AS created_at
    FROM generate_series(${done + 1}, ${done + size}) i) life`;
  const paid = `${lived} WHERE status IN (2, 4)`;
  const refunded = `${lived} WHERE status = 4`;
  const paidAt = "created_at + interval '1 minute'";
  const refundedAt = "created_at + interval '1 hour'";
  const fee = 'amount / 100';
  const about = { subject_kind: "'payment'", subject_id: 'id' };
  const terms = `jsonb_build_object('terms', jsonb_build_object(company_id::text,
    '{"settlementDays": 0, "retentionBasisPoints": 0, "retentionDays": 0}'::jsonb))`;
  // All entries of a journal come by one statement: the database looks after each whether they sum to zero.
  const entries = (journal, at, legs, condition) => [
    'ledger_entries',
    {
      journal_id: journal,
      account: 'leg.account',
      company_id: 'leg.company',
      amount_cents: 'leg.cents',
      available_at: at,
      tag: 'leg.tag',
      position: 'leg.place',
    },
    `${lived} CROSS JOIN LATERAL (VALUES ${legs.join(', ')}) AS leg(account, company, cents, tag, place)
     WHERE ${condition}`,
  ];
  const event = (kind, sequence, at, more = '{}') => ({
    id: `'evt_fill_' || id || '_${sequence}'`,
    merchant_id: String(merchantId),
    company_id: 'company_id',
    kind: `'${kind}'`,
    payload: `(jsonb_build_object('event', '${kind}', 'transaction_id', id, 'amount', amount, 'payment_type', type,
      'sequence', ${sequence}) || '${more}')::text`,
    occurred_at: at,
    sequence: String(sequence),
    ...about,
  });
  return [
    [
      'payments',
      {
        id: 'id',
        merchant_id: String(merchantId),
        company_id: 'company_id',
        customer_id: `${customers.first} + i % ${customers.count}`,
        order_number: `to_char(created_at, 'YYYYMMDD') || '-F' || id`,
        reference: `'fill' || id`,
        public_token: `'fill-' || id || '-abcdefghijklmnop'`,
        status: 'status',
        payment_type: 'type',
        installments: '1',
        amount_cents: 'amount',
        refunded_cents: 'CASE WHEN status = 4 THEN amount ELSE 0 END',
        fee_cents: fee,
        fee_on_refund: "'kept'",
        customer_name: `'Cliente ' || i % ${customers.count}`,
        customer_email: `'c' || i % ${customers.count} || '@example.com'`,
        customer_document: `lpad((i % ${customers.count})::text, 11, '0')`,
        customer_phone: "'+55 (11) 98765-4321'",
        items: `'[{"name": "Camiseta", "price": 4000, "quantity": 2}]'::jsonb`,
        shipping: `'{"name": "Sedex", "price": 2000}'::jsonb`,
        metadata: "'{}'::jsonb",
        due_date: "CASE WHEN type = 'invoice' THEN (created_at + interval '3 days')::date END",
        expires_at: "created_at + interval '30 minutes'",
        acquirer: "'sandbox'",
        response_data_subacquirer_integration: `jsonb_build_object('transactionId', 'fill_' || id,
          'provider', 'SANDBOX', 'pixQrCode',
          '00020101021226830014br.gov.bcb.pix2561pix.example.com/qr/v2/114eee591a09bbf1937222be609125f9')`,
        charge_sent_at: 'created_at',
        created_at: 'created_at',
        updated_at: `CASE status WHEN 1 THEN created_at WHEN 4 THEN ${refundedAt} ELSE ${paidAt} END`,
        paid_at: `CASE WHEN status IN (2, 4) THEN ${paidAt} END`,
        refunded_at: `CASE WHEN status = 4 THEN ${refundedAt} END`,
        failure_reason: "CASE WHEN status = 3 THEN 'EXPIRED' END",
      },
      lived,
    ],
    // Nobody asks about them while something is measured.
    ['payment_checks', { payment_id: 'id', next_check_at: "now() + interval '5 years'" }, `${lived} WHERE status = 1`],
    [
      'payment_shares',
      {
        payment_id: 'id',
        position: '0',
        company_id: 'company_id',
        company_name: "'Bench'",
        source: "'owner'",
        merchant_type: "'PRIMARY'",
        charge_fee: 'true',
        discount_gross_amount: 'true',
        share_cents: 'amount',
        fee_cents: fee,
      },
      lived,
    ],
    [
      'ledger_journals',
      {
        id: 'journal_id',
        cause_kind: "'approval'",
        cause_id: 'id',
        ...about,
        acquirer: "'sandbox'",
        posted_at: paidAt,
        basis: terms,
      },
      paid,
    ],
    entries(
      'journal_id',
      paidAt,
      [
        "('company_main', company_id, amount, 'share', 0)",
        `('company_main', company_id, -(${fee}), 'fee', 0)`,
        "('acquirer_clearing', NULL, -amount, 'share', NULL)",
        `('platform_fee', NULL, ${fee}, 'fee', NULL)`,
      ],
      'status IN (2, 4)',
    ),
    [
      'refunds',
      {
        id: 'refund_id',
        payment_id: 'id',
        merchant_id: String(merchantId),
        company_id: 'company_id',
        reference: `'fillr' || id`,
        kind: "'pix_refund'",
        status: "'REFUNDED'",
        amount_cents: 'amount',
        requested_at: refundedAt,
        settled_at: refundedAt,
      },
      refunded,
    ],
    [
      'ledger_journals',
      {
        id: 'journal_id + 1',
        cause_kind: "'refund'",
        cause_id: 'refund_id',
        ...about,
        acquirer: "'sandbox'",
        posted_at: refundedAt,
        basis: `'{"balances": {}}'::jsonb`,
      },
      refunded,
    ],
    entries(
      'journal_id + 1',
      refundedAt,
      ["('company_main', company_id, -amount, 'refund', 0)", "('acquirer_clearing', NULL, amount, 'refund', NULL)"],
      'status = 4',
    ),
    ['events', event('payment.created', 1, 'created_at'), lived],
    ['events', event('payment.approved', 2, paidAt), paid],
    ['events', event('payment.failed', 2, paidAt), `${lived} WHERE status = 3`],
    ['events', event('payment.refunded', 3, refundedAt), refunded],
  ];
}

/** Only columns that the table has: another release may have moved one. */
async function insertFrom(tx, table, columns, from) {
  const known = await tx.query(
    'SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped',
    [table],
  );
  const kept = Object.entries(columns).filter(([column]) => known.some(({ name }) => name === column));
  const names = kept.map(([column]) => `"${column}"`).join(', ');
  await tx.query(
    `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE
     SELECT ${kept.map(([, value]) => value).join(', ')} FROM ${from}`,
  );
}
