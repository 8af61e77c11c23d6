import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AcquirerAnswer } from '../../../src/gateway/alignment/answer.rules.ts';
import { applyAcquirerStatus } from '../../../src/gateway/alignment/apply-acquirer-status.ts';
import type { Payment } from '../../../src/gateway/payments/payment.ts';
import { findPayments } from '../../../src/gateway/payments/payments.sql.ts';
import type { HeldRefund, RefundToHold } from '../../../src/gateway/refunds/hold-refunds.ts';
import { type RefundWrites, startRefundWrites } from '../../../src/gateway/refunds/refund-writes.ts';
import { settleRefund } from '../../../src/gateway/refunds/settle-refund.ts';
import { withTransaction } from '../../../src/ground/db/transaction.ts';
import { ApiError } from '../../../src/ground/errors.ts';
import { KeyTaken } from '../../../src/ground/idempotency/with-idempotency.ts';
import type { RefundAnswer } from '../../../src/rails/acquirers/acquirer.ts';
import { expectCleanBooks } from '../../support/audit.ts';
import { eventually } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { createPayment, LOSSY, ONE_PERCENT, openCompany, participant, type TestCompany } from '../../support/money.ts';
import { propertyRuns, TRIES_ENOUGH } from '../../support/suite/property-runs.ts';

/**
 * GOAL: refunds that are held and confirmed together are what they would have been one after the other. METHOD: twins.
 * Two worlds have the same companies and payments; in the one all refunds are asked for at once and all answers of the
 * bank come at once, in the other each when the one before it is done. Answers and everything that is written must be
 * the same.
 */

const NUM_RUNS = propertyRuns(12);
const TIMEOUT_MS = 180_000;
const AMOUNT = 10_000;

/**
 * Whose payments: of a shop alone, shared with a partner who may be short, of one from whom a part is retained, or of
 * one whose returned fee is more than its own leg, so that a part of it waits for the confirmation.
 */
const SALES = ['own', 'shared', 'halved', 'retained', 'fee waits'] as const;
type Sale = (typeof SALES)[number];

const ANSWERS = ['made', 'made of another amount', 'refused', 'under way', 'unknown'] as const;

interface Asked {
  /** Of the sales, in their order; beyond them there is no such payment. */
  sale: number;
  /** Null: a reversal. */
  cents: number | null;
  isOfAnother: boolean;
}

const worlds = fc.record({
  sales: fc.array(fc.constantFrom(...SALES), { minLength: 1, maxLength: 5 }),
  /** What the bank says of the refunds of each sale. */
  answers: fc.array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constant('made' as const) },
      { weight: 2, arbitrary: fc.constantFrom(...ANSWERS) },
    ),
    { minLength: 5, maxLength: 5 },
  ),
  asked: fc.array(
    fc.record<Asked>({
      sale: fc.integer({ min: 0, max: 5 }),
      cents: fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(1, 333, 3_333, 5_000, 9_999, AMOUNT) },
        { weight: 1, arbitrary: fc.constantFrom(null, AMOUNT + 1) },
      ),
      isOfAnother: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
    }),
    { minLength: 2, maxLength: 12 },
  ),
});

let gateway: TestGateway;
let [merchantId, otherMerchantId] = [0, 0];
let together: RefundWrites;
let oneByOne: RefundWrites;
const confirmations = { together: 0, alone: 0 };
beforeAll(async () => {
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
  const merchantOf = async (email: string) =>
    (await query<{ id: number }>('SELECT merchant_id AS id FROM users WHERE email = $1', [email]))[0]?.id as number;
  merchantId = await merchantOf('demo@vintem.dev');
  otherMerchantId = await merchantOf('parceiro@vintem.dev');
  const batches = startRefundWrites(gateway.vintem.deps);
  together = {
    ...batches,
    async confirm(refund) {
      const confirmed = await batches.confirm(refund);
      confirmations[confirmed ? 'together' : 'alone']++;
      return confirmed;
    },
  };
  const { hold } = startRefundWrites(gateway.vintem.deps, { maxItems: 1, lanes: 1, maxQueued: 100 });
  oneByOne = { hold, confirm: async () => null };
});
afterAll(async () => {
  await expectCleanBooks(gateway.database.db);
  await gateway.close();
});

const query = <Row>(sql: string, params: unknown[] = []) => gateway.database.db.query<Row>(sql, params);

const ASKER = { actor: { kind: 'job', id: null, name: 'test' }, address: null, agent: null } as const;

interface World {
  companies: TestCompany[];
  paymentIds: number[];
}

/** As an acquirer says it. No worker runs here: it would go on with refunds that nobody sends. */
function paid({ order_number }: Payment): AcquirerAnswer {
  const data = { transactionId: order_number, endToEndId: null, provider: 'sandbox', pixQrCode: 'code', boleto: null };
  const paidAt = new Date();
  const said = { status: 'PAID', amountCents: AMOUNT, refundedCents: 0, paidAt, isExpired: false, data } as const;
  return { ...said, received: null, boleto: {}, absentSince: null, medReturns: [], payments: [] };
}

/** The shop loses money with every refund, because the fee is kept: the next one may not be possible any more. */
async function open(sales: readonly Sale[]): Promise<World> {
  const shop = await openCompany(gateway, { pix: LOSSY });
  const partner = await openCompany(gateway, { of: 'partner', pix: LOSSY });
  const retaining = await openCompany(gateway, { retention: { basisPoints: 3_000, days: 30 } });
  const generous = await openCompany(gateway, { pix: ONE_PERCENT });
  const owners = { own: shop, shared: shop, halved: shop, retained: retaining, 'fee waits': generous };
  const partnersShares = { own: null, shared: 3_000, halved: 5_000, retained: null, 'fee waits': 9_950 };
  const sell = async (owner: TestCompany, changes: Record<string, unknown> = {}) => {
    const id = await createPayment(gateway, owner, AMOUNT, changes);
    const payment = (await findPayments(gateway.database.db, [id])).get(id) as Payment;
    await applyAcquirerStatus(gateway.vintem.deps, payment, paid(payment));
    return id;
  };
  const paymentIds: number[] = [];
  for (const sale of sales) {
    const amountSplit = partnersShares[sale];
    const changes = amountSplit === null ? {} : { splitParticipants: [participant(partner, { amountSplit })] };
    paymentIds.push(await sell(owners[sale], changes));
  }
  if (sales.includes('shared')) {
    // The partner has given back so much of a sale of its own that the shop has to cover for it.
    const lost = { paymentId: await sell(partner), amountCents: 7_000, merchantId: otherMerchantId };
    await oneByOne.hold({ ...lost, kind: 'pix_refund', description: null, claim: null, asker: ASKER });
  }
  return { companies: [shop, partner, retaining, generous], paymentIds };
}

function toHold({ paymentIds }: World, { sale, cents, isOfAnother }: Asked): RefundToHold {
  return {
    merchantId: isOfAnother ? otherMerchantId : merchantId,
    paymentId: paymentIds[sale] ?? 9_000_000_000_000_000,
    amountCents: cents,
    kind: cents === null ? 'reversal' : 'pix_refund',
    description: 'twin',
    claim: null,
    asker: ASKER,
  };
}

function claimOf(key: string): NonNullable<RefundToHold['claim']> {
  const now = new Date();
  const owner = gateway.vintem.deps.ids.reference();
  return { merchantId, key, fingerprint: Buffer.from(key), owner, leasedUntil: new Date(now.getTime() + 60_000), now };
}

const outcomeOf = (result: PromiseSettledResult<HeldRefund>) => {
  if (result.status === 'fulfilled') {
    const { refund, payment } = result.value;
    return { held: refund.amount_cents, status: refund.status, before: payment.refunding_cents };
  }
  const { reason } = result;
  if (!(reason instanceof ApiError)) return String(reason);
  // One that asks for more than there is may be refused on what there was before the others of its batch.
  if (reason.code === 'REFUND_VALUE_EXCEEDS_ORIGINAL') return { code: reason.code };
  return { code: reason.code, details: reason.context.details, text: reason.message.replace(/transaction \d+/, 'it') };
};

/** Those with equal keys one after the other, the others at once. */
function inTurns<Item, Result>(
  items: readonly Item[],
  keyOf: (item: Item) => number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const last = new Map<number, Promise<unknown>>();
  return Promise.all(
    items.map((item) => {
      const working = (last.get(keyOf(item)) ?? Promise.resolve()).then(() => work(item));
      last.set(keyOf(item), working);
      return working;
    }),
  );
}

type Answer = (typeof ANSWERS)[number];

function answerOf(answer: Answer, { reference, amount_cents: asked }: HeldRefund['refund']): RefundAnswer {
  const found = (status: 'REFUNDED' | 'REFUSED' | 'PROCESSING', amountCents = asked): RefundAnswer => ({
    outcome: 'found',
    refund: { refundId: reference, reference, status, amountCents, refundedAt: null, reason: null },
  });
  switch (answer) {
    case 'made':
      return found('REFUNDED');
    case 'made of another amount':
      return found('REFUNDED', asked + 1);
    case 'refused':
      return found('REFUSED');
    case 'under way':
      return found('PROCESSING');
    case 'unknown':
      return { outcome: 'unknown', reason: 'no answer' };
  }
}

/** All that is written about the payments of a world, without numbers and times; companies by their place in it. */
async function written({ companies, paymentIds }: World): Promise<unknown> {
  return Promise.all(
    paymentIds.map(async (id) => {
      const [row] = await query<{ written: unknown }>(
        `SELECT jsonb_build_object(
           'payment', (SELECT jsonb_build_array(status, refunding_cents, refunded_cents) FROM payments WHERE id = $1),
           'refunds', (SELECT jsonb_agg(jsonb_build_array(kind, status, amount_cents, description,
               next_check_at - requested_at) ORDER BY id) FROM refunds WHERE payment_id = $1),
           'told', (SELECT jsonb_agg(jsonb_build_array(l.action, l.details -> 'amount', l.actor_kind, l.actor_name)
               ORDER BY l.id) FROM audit_log l
             WHERE l.object_kind = 'refund' AND l.object_id IN (SELECT id::text FROM refunds WHERE payment_id = $1)),
           'events', (SELECT jsonb_agg(jsonb_build_array(kind, payload::jsonb - '{id,transaction_id,order_number,
               refund_id,created_at,refunded_at,failed_at,occurred_at,divergence_id,company_id,metadata}'::text[]) ORDER BY kind, position)
             FROM events WHERE subject_kind = 'payment' AND subject_id = $1 AND kind LIKE '%refund%'),
           'divergences', (SELECT count(*) FROM divergences WHERE payment_id = $1),
           'journals', (SELECT jsonb_agg(jsonb_build_object('kind', j.cause_kind, 'acquirer', j.acquirer,
               'covered', (SELECT jsonb_agg(jsonb_build_array(array_position($2::bigint[], b.key::bigint),
                   b.value -> 'availableCents', jsonb_path_query_array(b.value, '$.later[*].amountCents'))
                   ORDER BY b.key)
                 FROM jsonb_each(j.basis -> 'balances') b),
               'entries', (
               SELECT jsonb_agg(jsonb_build_array(e.account, array_position($2::bigint[], e.company_id), e.amount_cents,
                   e.tag, e.position,
                   e.available_at > j.posted_at + interval '1 day') ORDER BY e.id)
               FROM ledger_entries e WHERE e.journal_id = j.id)) ORDER BY j.id)
             FROM ledger_journals j WHERE j.subject_kind = 'payment' AND j.subject_id = $1)
         ) AS written`,
        [id, companies.map((company) => company.id)],
      );
      return row?.written;
    }),
  );
}

/** Few random worlds have a shop that can afford to cover for its partner. */
const COVERED = {
  sales: ['shared', 'own', 'own'] satisfies Sale[],
  answers: ANSWERS.map(() => 'made' as const),
  asked: [5_000, 4_000, 333].map((cents, sale) => ({ sale: sale % 2, cents, isOfAnother: false })),
};

const FEE_WAITS = { ...COVERED, sales: ['fee waits', 'own'] satisfies Sale[] };

/** Of two cents of a sale in halves, the first is the one's and the second the other's. */
const HALVED = {
  ...COVERED,
  sales: ['halved', 'own'] satisfies Sale[],
  asked: Array.from({ length: 9 }, () => ({ sale: 0, cents: 1, isOfAnother: false })),
};

const isSome = (count: number) => count > 0;

let largestBatch = 0;
let refusals = 0;
let covers = 0;

it(
  'whatever is asked for together: the same answers, rows, journals and entries as one by one',
  async () => {
    await fc.assert(
      fc.asyncProperty(worlds, async ({ sales, asked, answers }) => {
        const [ours, twin] = [await open(sales), await open(sales)];
        const results = await Promise.allSettled(asked.map((each) => together.hold(toHold(ours, each))));
        const expected: PromiseSettledResult<HeldRefund>[] = [];
        for (const each of asked) expected.push(...(await Promise.allSettled([oneByOne.hold(toHold(twin, each))])));
        expect(results.map(outcomeOf)).toEqual(expected.map(outcomeOf));
        const held = (settled: readonly PromiseSettledResult<HeldRefund>[]) =>
          settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
        const settle = ({ refund, payment }: HeldRefund, { paymentIds }: World, refundWrites: RefundWrites) => {
          const answer = answerOf(answers[paymentIds.indexOf(payment.id)] as Answer, refund);
          return settleRefund(
            { ...gateway.vintem.deps, refundWrites },
            { status: refund.status, refund, payment },
            answer,
          );
        };
        // Those of one payment one after the other: the first tells of less that was given back than the second.
        const ends = await inTurns(
          held(results),
          ({ payment }) => payment.id,
          (each) => settle(each, ours, together),
        );
        const expectedEnds = await inTurns(
          held(expected),
          () => 0,
          (each) => settle(each, twin, oneByOne),
        );
        expect(ends.map(({ status }) => status)).toEqual(expectedEnds.map(({ status }) => status));
        expect(await written(ours)).toEqual(await written(twin));
        refusals += results.filter((result) => result.status === 'rejected').length;
        const [batch] = await query<{ size: number }>(
          `SELECT coalesce(max(size), 0) AS size FROM (
             SELECT count(DISTINCT j.id) AS size FROM ledger_journals j JOIN ledger_entries e ON e.journal_id = j.id
             WHERE j.subject_id = ANY ($1::bigint[]) AND j.cause_kind = 'refund' GROUP BY e.written_by) batches`,
          [ours.paymentIds],
        );
        const [covered] = await query<{ count: number }>(
          `SELECT count(*) AS count FROM ledger_entries e JOIN ledger_journals j ON j.id = e.journal_id
           WHERE j.subject_id = ANY ($1::bigint[]) AND e.tag = 'cover'`,
          [ours.paymentIds],
        );
        covers += covered?.count ?? 0;
        largestBatch = Math.max(largestBatch, batch?.size ?? 0);
      }),
      { numRuns: NUM_RUNS, examples: [[COVERED], [FEE_WAITS], [HALVED]] },
    );
    // The property has met what it is about.
    if (!TRIES_ENOUGH) return;
    expect(largestBatch).toBeGreaterThan(2);
    expect(refusals).toBeGreaterThan(0);
    expect(covers).toBeGreaterThan(0);
    expect(confirmations).toEqual({ together: expect.toSatisfy(isSome), alone: expect.toSatisfy(isSome) });
  },
  TIMEOUT_MS,
);

const CENT: Asked = { sale: 0, cents: 1, isOfAnother: false };

it('one whose key is taken among 15: it alone is turned away, and nothing of it is written', async () => {
  const world = await open(Array.from({ length: 16 }, () => 'own' as const));
  const asked = world.paymentIds.map((_, sale) => ({
    ...toHold(world, { ...CENT, sale }),
    claim: claimOf(`key-${sale}`),
  }));
  await oneByOne.hold({ ...(asked[0] as RefundToHold), claim: claimOf('key-7') });
  const results = await Promise.allSettled(asked.map((each) => together.hold(each)));
  for (const [index, result] of results.entries()) {
    if (index === 7) expect((result as PromiseRejectedResult).reason).toBeInstanceOf(KeyTaken);
    else expect(outcomeOf(result)).toMatchObject({ held: 1 });
  }
  const [row] = await query('SELECT count(*) AS refunds FROM refunds WHERE payment_id = $1', [world.paymentIds[7]]);
  expect(row).toEqual({ refunds: 0 });
});

it('one whose payment somebody holds waits by itself', async () => {
  const world = await open(['own', 'own', 'own']);
  const asked = world.paymentIds.map((_, sale) => toHold(world, { ...CENT, sale }));
  const held: unknown[] = [];
  const all = await withTransaction(gateway.database.db, async (tx) => {
    await tx.query('SELECT FROM payments WHERE id = $1 FOR UPDATE', [world.paymentIds[1]]);
    const adding = asked.map((each) => together.hold(each).then(({ payment }) => held.push(payment.id)));
    await eventually(async () => expect(held).toHaveLength(2));
    return { adding };
  });
  expect(held).not.toContain(world.paymentIds[1]);
  await Promise.all(all.adding);
  expect(held).toHaveLength(3);
});

it('a company whose lock somebody keeps takes no lane from others, its refunds one by one or not', async () => {
  const [stuck, free] = [await open(['own', 'own']), await open(['own'])];
  const holdCent = (world: World, sale: number) => together.hold(toHold(world, { ...CENT, sale }));
  const held: number[] = [];
  const waiting = await withTransaction(gateway.database.db, async (tx) => {
    const [shop] = stuck.companies;
    await tx.query('INSERT INTO debit_locks (company_id) VALUES ($1) ON CONFLICT DO NOTHING', [shop?.id]);
    await tx.query('SELECT FROM debit_locks WHERE company_id = $1 FOR UPDATE', [shop?.id]);
    const isWaiting = async (count: number) => {
      const [row] = await query<{ count: number }>(
        `SELECT count(*) AS count FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      expect(row?.count).toBe(count);
    };
    const first = holdCent(stuck, 0).then(() => held.push(0));
    await eventually(() => isWaiting(1));
    const second = holdCent(stuck, 1).then(() => held.push(1));
    await eventually(() => isWaiting(2));
    expect((await holdCent(free, 0)).refund.status).toBe('PROCESSING');
    expect(held).toEqual([]);
    return { first, second };
  });
  await Promise.all([waiting.first, waiting.second]);
  expect(held.sort()).toEqual([0, 1]);
});

it('nothing is held again after a commit of which nobody heard', async () => {
  const world = await open(['own', 'own']);
  const { deps } = gateway.vintem;
  const lost = Object.assign(new Error('no route to the database'), { code: 'EHOSTUNREACH' });
  const pool = Object.create(deps.db.pool, {
    connect: {
      value: async () => {
        const client = await deps.db.pool.connect();
        const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
        return Object.create(client, {
          query: {
            value: async (...args: unknown[]) => {
              const result = await query(...args);
              if (args[0] === 'COMMIT') throw lost;
              return result;
            },
          },
        });
      },
    },
  });
  const writes = startRefundWrites({ ...deps, db: { ...deps.db, pool } });
  const results = await Promise.allSettled([0, 1].map((sale) => writes.hold(toHold(world, { ...CENT, sale }))));
  expect(results).toEqual([
    { status: 'rejected', reason: lost },
    { status: 'rejected', reason: lost },
  ]);
  const [row] = await query('SELECT count(*) AS refunds FROM refunds WHERE payment_id = ANY ($1)', [world.paymentIds]);
  expect(row).toEqual({ refunds: 2 });
});
