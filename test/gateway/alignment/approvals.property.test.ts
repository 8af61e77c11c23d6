import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AllDeps } from '../../../src/doors/all-deps.ts';
import {
  type AcquirerAnswer,
  type Applied,
  chargeRefused,
  neverCharged,
} from '../../../src/gateway/alignment/answer.rules.ts';
import { applyAcquirerStatus } from '../../../src/gateway/alignment/apply-acquirer-status.ts';
import { startApprovals } from '../../../src/gateway/alignment/approvals.ts';
import { insertOrders, type OrderRows } from '../../../src/gateway/orders/orders.sql.ts';
import type { Payment } from '../../../src/gateway/payments/payment.ts';
import { findPayments } from '../../../src/gateway/payments/payments.sql.ts';
import { withTransaction } from '../../../src/ground/db/transaction.ts';
import type { AcquirerStatus } from '../../../src/rails/acquirers/acquirer.ts';
import { openHook } from '../../news/webhooks/hooks.ts';
import { expectCleanBooks } from '../../support/audit.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { openCompany, type TestCompany } from '../../support/money.ts';
import { propertyRuns } from '../../support/suite/property-runs.ts';

/**
 * GOAL: approvals that are written together are what they would have been alone. METHOD: twins. Of each payment there
 * are two of the same state; all of the first ones get their answers at once, the others theirs one after the other and
 * never in a batch. Then every row that there is about the one must be there about the other.
 */

/** At least the two examples. */
const NUM_RUNS = Math.max(2, propertyRuns(25));
/** Hundreds of payments, each brought into its state by itself. */
const TIMEOUT_MS = 180_000;
const AMOUNT = 10_000;
const FEE = 100;
const CREATED_AT = new Date('2026-03-05T15:00:00.123Z');
const NOW = new Date('2026-03-05T15:20:00.456Z');
const PAID_AT = new Date('2026-03-05T15:10:00.789Z');

const SPLITS = ['owner', 'shared', 'retained', 'debtor', 'boleto'] as const;
const STATES = ['ordered', 'issued', 'approved', 'failed', 'refunded', 'refunding'] as const;
const ANSWERS = [
  'paid',
  'paid with its id',
  'approved at no time',
  'paid too little',
  'paid and partly refunded',
  'waiting',
  'failed',
  'refused',
  'refunded',
  'absent',
  'absent before it was sent',
] as const;

interface Case {
  split: (typeof SPLITS)[number];
  state: (typeof STATES)[number];
  answer: (typeof ANSWERS)[number];
  isTwice: boolean;
  /** One of its shares is lost: nothing can be approved. */
  isPoison: boolean;
}

const cases = fc.array(
  fc.record<Case>({
    split: fc.constantFrom(...SPLITS),
    // Most of what is told is that something pending was paid.
    state: fc.oneof(
      { weight: 3, arbitrary: fc.constant('issued' as const) },
      { weight: 2, arbitrary: fc.constantFrom(...STATES) },
    ),
    answer: fc.oneof(
      { weight: 2, arbitrary: fc.constant('paid' as const) },
      { weight: 3, arbitrary: fc.constantFrom(...ANSWERS) },
    ),
    isTwice: fc.boolean(),
    isPoison: fc.integer({ min: 0, max: 7 }).map((chance) => chance === 0),
  }),
  { minLength: 1, maxLength: 14 },
);
const PLAIN: Case = { split: 'owner', state: 'issued', answer: 'paid', isTwice: false, isPoison: false };
/** What the property is about: many at once, of whom all can be, or all but one. */
const MANY = Array.from({ length: 12 }, () => PLAIN);
const ONE_OF_MANY = MANY.map((each, index) => ({ ...each, isPoison: index === 7 }));

let gateway: TestGateway;
let companies: Record<'shop' | 'partner' | 'retaining', TestCompany>;
let merchantId: number;
let closeHook: () => Promise<void>;
/** As the process has them, at a time that stands still. */
let together: AllDeps;
/** Nothing is ever approved in a batch. */
let alone: AllDeps;
let made = 0;
beforeAll(async () => {
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
  companies = {
    shop: await openCompany(gateway),
    partner: await openCompany(gateway, { of: 'partner' }),
    retaining: await openCompany(gateway, { retention: { basisPoints: 1_000, days: 30 } }),
  };
  const [row] = await query<{ merchant_id: number }>('SELECT merchant_id FROM companies WHERE id = $1', [
    companies.shop.id,
  ]);
  merchantId = (row as { merchant_id: number }).merchant_id;
  const hook = await openHook(gateway, {}, (_request, response) => response.writeHead(200).end());
  closeHook = () => hook.receiver.close();
  const { deps } = gateway.vintem;
  const clock = { ...deps.clock, now: async () => NOW };
  alone = { ...deps, clock, approvals: { add: async () => null } };
  together = { ...alone, approvals: startApprovals(alone) };
});
afterAll(async () => {
  await gateway.close();
  await closeHook();
});

const query = <Row>(sql: string, params: unknown[] = []) => gateway.database.db.query<Row>(sql, params);

const SHARES: Record<
  Case['split'],
  [company: 'shop' | 'partner' | 'retaining', shareCents: number, feeCents: number][]
> = {
  owner: [['shop', AMOUNT, FEE]],
  boleto: [['shop', AMOUNT, FEE]],
  shared: [
    ['shop', 6_667, FEE],
    ['partner', 3_333, 0],
  ],
  retained: [
    ['shop', 1, 0],
    ['retaining', AMOUNT - 1, FEE],
  ],
  debtor: [
    ['shop', 50, FEE],
    ['partner', AMOUNT - 50, 0],
  ],
};

function orderRows(split: Case['split']): OrderRows {
  const reference = gateway.vintem.deps.ids.reference();
  const document = String(10_000_000_000 + ++made);
  const isBoleto = split === 'boleto';
  const terms = {
    companyName: 'Loja',
    merchantType: 'PRIMARY',
    type: null,
    amountSplit: null,
    source: 'owner',
  } as const;
  const times = { created_at: CREATED_AT, updated_at: CREATED_AT, charge_sent_at: CREATED_AT };
  const person = { name: 'Ana', email: 'ana@example.com', phone: '+55 (11) 98765-4321' };
  return {
    payment: {
      merchant_id: merchantId,
      company_id: companies.shop.id,
      order_number: `order-${reference}`,
      reference,
      public_token: `token-${reference}`,
      payment_type: isBoleto ? 'invoice' : 'pix',
      installments: 1,
      amount_cents: AMOUNT,
      fee_cents: FEE,
      fee_on_refund: 'returned',
      customer_document: document,
      customer_name: person.name,
      customer_email: person.email,
      customer_phone: person.phone,
      customer_address: null,
      customer_ip: null,
      items: [{ name: 'Açaí', quantity: 1, price: AMOUNT }],
      shipping: { name: 'Sedex', price: 0 },
      metadata: {},
      payment_link_id: null,
      external_id: null,
      ordered_by_merchant: true,
      retry_of: null,
      retry_root: null,
      due_date: isBoleto ? '2026-03-09' : null,
      boleto_terms: null,
      expires_at: new Date(CREATED_AT.getTime() + 30 * 60_000),
      ...times,
      acquirer: 'sandbox',
      pix_acquirer: null,
    },
    customer: {
      reference,
      merchant_id: merchantId,
      document,
      ...person,
      name_folded: 'ana',
      created_at: CREATED_AT,
      is_update: true,
    },
    shares: SHARES[split].map(([company, shareCents, feeCents], position) => ({
      ...terms,
      reference,
      position,
      companyId: companies[company].id,
      shareCents,
      feeCents,
      netCents: shareCents - feeCents,
      chargeFee: false,
      discountGrossAmount: true,
    })),
    key: null,
  };
}

function answerOf(kind: Case['answer'], payment: Payment): AcquirerAnswer {
  const data = {
    transactionId: `at ${payment.order_number}`,
    endToEndId: null,
    provider: 'sandbox',
    pixQrCode: 'code',
    boleto: null,
  };
  const say = (status: AcquirerStatus, changes: Partial<AcquirerAnswer> = {}): AcquirerAnswer => ({
    ...{ status, amountCents: AMOUNT, refundedCents: 0, paidAt: null, isExpired: false, data, absentSince: null },
    received: null,
    boleto: {},
    medReturns: [],
    payments: [],
    ...changes,
  });
  switch (kind) {
    case 'paid':
      return say('PAID', { paidAt: PAID_AT });
    case 'paid with its id':
      return say('PAID', { paidAt: PAID_AT, data: { ...data, endToEndId: `E of ${payment.order_number}` } });
    case 'approved at no time':
      return say('APPROVED');
    case 'paid too little':
      return say('PAID', { paidAt: PAID_AT, amountCents: AMOUNT - 1 });
    case 'paid and partly refunded':
      return say('PAID', { paidAt: PAID_AT, refundedCents: 1_000 });
    case 'waiting':
      return say('WAITING_PAYMENT');
    case 'failed':
      return say('CANCELLED');
    case 'refused':
      return chargeRefused(payment);
    case 'refunded':
      return say('REFUNDED', { paidAt: PAID_AT, refundedCents: AMOUNT });
    case 'absent':
      return neverCharged(payment);
    case 'absent before it was sent':
      return { ...neverCharged(payment), absentSince: new Date(payment.charge_sent_at.getTime() - 1) };
  }
}

const BEFORE: Record<Case['state'], Case['answer'][]> = {
  ordered: [],
  issued: ['waiting'],
  approved: ['paid'],
  failed: ['failed'],
  refunded: ['refunded'],
  refunding: ['paid'],
};

const AS_OWNER_OF_THE_BOOKS = 'SET LOCAL session_replication_role = replica';

/** Stored, and brought into its state one by one. */
async function create(all: readonly Case[]): Promise<Payment[]> {
  const stored = await withTransaction(gateway.database.db, (tx) =>
    insertOrders(
      tx,
      all.map(({ split }) => orderRows(split)),
    ),
  );
  for (const [index, { state, isPoison }] of all.entries()) {
    const payment = stored[index] as Payment;
    for (const answer of BEFORE[state]) await applyAcquirerStatus(alone, payment, answerOf(answer, payment));
    if (state === 'refunding') await query('UPDATE payments SET refunding_cents = 4000 WHERE id = $1', [payment.id]);
    if (!isPoison) continue;
    await withTransaction(gateway.database.db, async (tx) => {
      await tx.query(AS_OWNER_OF_THE_BOOKS);
      await tx.query('UPDATE payment_shares SET share_cents = share_cents - 1 WHERE payment_id = $1 AND position = 0', [
        payment.id,
      ]);
    });
  }
  const ids = stored.map((payment) => (payment as Payment).id);
  const payments = await findPayments(gateway.database.db, ids);
  return ids.map((id) => payments.get(id) as Payment);
}

const outcomeOf = (result: PromiseSettledResult<Applied>) =>
  result.status === 'rejected'
    ? String(result.reason.message).replaceAll(/\d+/g, 'n')
    : `${result.value.payment.status} ${result.value.isConclusive}`;

/** Everything that is known of a payment, but for what tells it from its twin. */
async function known(payment: Payment): Promise<unknown> {
  const [row] = await query<{ known: unknown }>(
    `SELECT jsonb_build_object(
       'payment', to_jsonb(p) - '{id,order_number,reference,public_token,customer_id,customer_document,written_by}'::text[],
       'check', (SELECT to_jsonb(c) - 'payment_id' FROM payment_checks c WHERE c.payment_id = p.id),
       'journals', (SELECT jsonb_agg(jsonb_build_object(
           'journal', to_jsonb(j) - '{id,cause_id,subject_id,payment_id,written_by}'::text[], 'entries', (
           SELECT jsonb_agg(to_jsonb(e) - '{id,journal_id,written_by}'::text[] ORDER BY e.id)
           FROM ledger_entries e WHERE e.journal_id = j.id))
         ORDER BY j.id) FROM ledger_journals j WHERE j.subject_id = p.id),
       'events', (SELECT jsonb_agg(jsonb_build_object('event', to_jsonb(e) - '{id,position,written_by,payload,occurred_at,subject_id,payment_id}'::text[],
           'told', e.payload::jsonb - '{id,transaction_id,order_number,refund_id,divergence_id}'::text[],
           'deliveries', (SELECT count(*) FROM webhook_deliveries d WHERE d.event_id = e.id))
         ORDER BY e.position) FROM events e WHERE e.subject_id = p.id),
       'divergences', (SELECT jsonb_agg(to_jsonb(d) - '{id,payment_id,order_root,written_by}'::text[] ORDER BY d.id)
         FROM divergences d WHERE d.payment_id = p.id),
       'refunds', (SELECT jsonb_agg(to_jsonb(r) - '{id,payment_id,reference,written_by}'::text[] ORDER BY r.id)
         FROM refunds r WHERE r.payment_id = p.id)
     ) AS known FROM payments p WHERE p.id = $1`,
    [payment.id],
  );
  return JSON.parse(JSON.stringify(row?.known).replaceAll(payment.order_number, 'its order'));
}

let largestBatch = 0;
let failures = 0;

it(
  'whatever arrives together, whatever state it meets: the same rows, journals, events and divergences as one by one',
  async () => {
    await fc.assert(
      fc.asyncProperty(cases, async (all) => {
        const [ours, twins] = [await create(all), await create(all)];
        const answers = (payments: readonly Payment[]) =>
          all.flatMap(({ answer, isTwice }, index) => {
            const asked = payments[index] as Payment;
            const answered = { asked, answer: answerOf(answer, asked) };
            return isTwice ? [answered, answered] : [answered];
          });
        const results = await Promise.allSettled(
          answers(ours).map(({ asked, answer }) => applyAcquirerStatus(together, asked, answer)),
        );
        const expected: PromiseSettledResult<Applied>[] = [];
        for (const { asked, answer } of answers(twins)) {
          expected.push(...(await Promise.allSettled([applyAcquirerStatus(alone, asked, answer)])));
        }
        // Of two that say the same about one payment, either may be the first.
        const outcomes = (payments: readonly Payment[], settled: readonly PromiseSettledResult<Applied>[]) =>
          payments.map(({ id }) =>
            answers(payments)
              .flatMap(({ asked }, index) =>
                asked.id === id ? [outcomeOf(settled[index] as PromiseSettledResult<Applied>)] : [],
              )
              .sort(),
          );
        expect(outcomes(ours, results)).toEqual(outcomes(twins, expected));
        for (const [index, payment] of ours.entries())
          expect(await known(payment)).toEqual(await known(twins[index] as Payment));
        failures += results.filter(({ status }) => status === 'rejected').length;
        const [batch] = await query<{ size: number }>(
          `SELECT coalesce(max(size), 0) AS size FROM (
           SELECT count(DISTINCT j.id) AS size FROM ledger_journals j JOIN ledger_entries e ON e.journal_id = j.id
           WHERE j.subject_id = ANY ($1::bigint[]) AND j.cause_kind = 'approval' GROUP BY e.written_by) batches`,
          [ours.map(({ id }) => id)],
        );
        largestBatch = Math.max(largestBatch, batch?.size ?? 0);
      }),
      { numRuns: NUM_RUNS, examples: [[MANY], [ONE_OF_MANY]] },
    );
    // The property has met what it is about.
    expect(largestBatch).toBeGreaterThan(2);
    expect(failures).toBeGreaterThan(0);
  },
  TIMEOUT_MS,
);

it('one that cannot be approved among 31 that can: it alone gets its error, and nothing of it is written', async () => {
  const payments = await create(Array.from({ length: 32 }, (_, index) => ({ ...PLAIN, isPoison: index === 13 })));
  const results = await Promise.allSettled(
    payments.map((asked) => applyAcquirerStatus(together, asked, answerOf('paid', asked))),
  );
  const poison = payments[13] as Payment;
  for (const [index, result] of results.entries()) {
    if (index === 13) expect(outcomeOf(result)).toBe('payment n has lost a share');
    else expect(outcomeOf(result)).toBe('2 true');
  }
  const [row] = await query(
    `SELECT status, (SELECT count(*) FROM ledger_journals WHERE subject_id = $1) AS journals
     FROM payments WHERE id = $1`,
    [poison.id],
  );
  expect(row).toEqual({ status: 1, journals: 0 });
  await repair();
  await expectCleanBooks(gateway.database.db);
});

/** What the tests have broken would be all that the audit finds. */
async function repair(): Promise<void> {
  await withTransaction(gateway.database.db, async (tx) => {
    await tx.query(AS_OWNER_OF_THE_BOOKS);
    await tx.query('UPDATE payments SET refunding_cents = 0 WHERE refunding_cents > 0');
    await tx.query(
      `UPDATE payment_shares s SET share_cents = s.share_cents + 1 FROM payments p
       WHERE p.id = s.payment_id AND s.position = 0
         AND p.amount_cents > (SELECT sum(o.share_cents) FROM payment_shares o WHERE o.payment_id = p.id)`,
    );
  });
}
