import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PayoutToHold } from '../../../src/gateway/payouts/hold-payouts.ts';
import type { Payout } from '../../../src/gateway/payouts/payout.ts';
import { type PayoutWrites, startPayoutWrites } from '../../../src/gateway/payouts/payout-writes.ts';
import { preparePayout } from '../../../src/gateway/payouts/prepare-payout.ts';
import { ApiError } from '../../../src/ground/errors.ts';
import { KeyTaken } from '../../../src/ground/idempotency/with-idempotency.ts';
import { expectCleanBooks } from '../../support/audit.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { openCompany, type TestCompany } from '../../support/money.ts';
import { earn, insertDestination, payoutRail, setPayoutTerms, type TermsRow, useRail } from '../../support/payouts.ts';
import { propertyRuns, TRIES_ENOUGH } from '../../support/suite/property-runs.ts';

/**
 * GOAL: payouts that are taken together are what they would have been one after the other. METHOD: twins. Two worlds
 * have the same companies, terms and balances; in the one all payouts are asked for at once, in the other each when the
 * one before it is done. Answers and everything that is written must be the same.
 */

const NUM_RUNS = propertyRuns(12);
const TIMEOUT_MS = 180_000;
const ASKER = { actor: { kind: 'job', id: null, name: 'test' }, address: null, agent: null } as const;

type Terms = Pick<TermsRow, 'fee_cents' | 'minimum_cents' | 'needs_approval'> & {
  most_cents: number | null;
  day_cents: number | null;
};

const shops = fc.record({
  balance: fc.constantFrom(1_000, 5_000, 20_000),
  terms: fc.record<Terms>({
    fee_cents: fc.constantFrom(0, 1, 150),
    minimum_cents: fc.constantFrom(1, 500),
    most_cents: fc.constantFrom(null, 4_000),
    day_cents: fc.constantFrom(null, 6_000),
    needs_approval: fc.boolean(),
  }),
});
const worlds = fc.record({
  shops: fc.array(shops, { minLength: 1, maxLength: 3 }),
  asked: fc.array(
    fc.record({ shop: fc.integer({ min: 0, max: 2 }), cents: fc.constantFrom(1, 499, 500, 999, 3_000, 4_001, 5_000) }),
    { minLength: 2, maxLength: 14 },
  ),
});

let gateway: TestGateway;
let merchantId = 0;
let together: PayoutWrites;
let oneByOne: PayoutWrites;
beforeAll(async () => {
  // No worker: nothing that is asked for is sent.
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
  useRail(gateway, payoutRail());
  const [demo] = await query<{ id: number }>("SELECT merchant_id AS id FROM users WHERE email = 'demo@vintem.dev'");
  merchantId = (demo as { id: number }).id;
  together = startPayoutWrites(gateway.vintem.deps);
  oneByOne = startPayoutWrites(gateway.vintem.deps, { maxItems: 1, lanes: 1, maxQueued: 100 });
});
afterAll(async () => {
  await expectCleanBooks(gateway.database.db);
  await gateway.close();
});

const query = <Row>(sql: string, params: unknown[] = []) => gateway.database.db.query<Row>(sql, params);

interface Shop {
  company: TestCompany;
  destinationId: number;
}

async function open(wanted: readonly { balance: number; terms: Terms }[]): Promise<Shop[]> {
  const opened: Shop[] = [];
  for (const { balance, terms } of wanted) {
    const company = await openCompany(gateway);
    await earn(gateway, company, balance);
    await setPayoutTerms(gateway, company, terms as Partial<TermsRow>);
    opened.push({ company, destinationId: await insertDestination(gateway, company) });
  }
  return opened;
}

async function toHold(world: readonly Shop[], asked: { shop: number; cents: number }): Promise<PayoutToHold> {
  const { company, destinationId } = world[asked.shop % world.length] as Shop;
  const wish = { companyId: company.id, amountCents: asked.cents, destinationId };
  const prepared = await preparePayout(gateway.vintem.deps, gateway.database.db, merchantId, wish);
  return { ...prepared, description: 'twin', origin: 'request', claim: null, asker: ASKER, askedByUser: null };
}

function outcomeOf(result: PromiseSettledResult<Payout>) {
  if (result.status === 'fulfilled') {
    const { amount_cents, fee_cents, status, requested_by, acquirer } = result.value;
    return { amount_cents, fee_cents, status, requested_by, acquirer };
  }
  const { reason } = result;
  if (!(reason instanceof ApiError)) return String(reason);
  return { code: reason.code, details: reason.context.details, text: reason.message };
}

/** All that is written about the payouts of a world, without numbers and times. */
async function written(world: readonly Shop[]): Promise<unknown> {
  return Promise.all(
    world.map(async ({ company }) => {
      const [row] = await query<{ written: unknown }>(
        `SELECT jsonb_build_object(
           'payouts', (SELECT jsonb_agg(jsonb_build_array(origin, acquirer, amount_cents, fee_cents, description,
               status, requested_by, requested_by_user, next_check_at - requested_at) ORDER BY id) FROM payouts
             WHERE company_id = $1),
           'steps', (SELECT jsonb_agg(jsonb_build_array(s.step, s.by, s.reason) ORDER BY s.id)
             FROM payout_steps s JOIN payouts p ON p.id = s.payout_id WHERE p.company_id = $1),
           'told', (SELECT jsonb_agg(jsonb_build_array(l.action, l.details -> 'amount', l.actor_name) ORDER BY l.id)
             FROM audit_log l WHERE l.object_kind = 'payout'
               AND l.object_id IN (SELECT id::text FROM payouts WHERE company_id = $1)),
           'events', (SELECT jsonb_agg(jsonb_build_array(e.kind,
               e.payload::jsonb - '{id,payout_id,company_id,created_at,requested_at,occurred_at}'::text[]) ORDER BY e.subject_id, e.position)
             FROM events e JOIN payouts p ON e.subject_kind = 'payout' AND p.id = e.subject_id WHERE p.company_id = $1),
           'journals', (SELECT jsonb_agg(jsonb_build_object('kind', j.cause_kind, 'acquirer', j.acquirer, 'entries', (
               SELECT jsonb_agg(jsonb_build_array(e.account, e.company_id IS NOT NULL, e.amount_cents, e.tag,
                   e.available_at - j.posted_at) ORDER BY e.id) FROM ledger_entries e WHERE e.journal_id = j.id))
               ORDER BY j.id)
             FROM ledger_journals j JOIN payouts p ON j.subject_kind = 'payout' AND p.id = j.subject_id
             WHERE p.company_id = $1)
         ) AS written`,
        [company.id],
      );
      return row?.written;
    }),
  );
}

let largestBatch = 0;
let [held, refused] = [0, 0];

it(
  'whatever is asked for together: the same answers, rows, journals and entries as one by one',
  async () => {
    await fc.assert(
      fc.asyncProperty(worlds, async ({ shops: wanted, asked }) => {
        const [ours, twin] = [await open(wanted), await open(wanted)];
        const prepared = await Promise.all(asked.map((each) => toHold(ours, each)));
        const results = await Promise.allSettled(prepared.map((each) => together.hold(each)));
        const expected: PromiseSettledResult<Payout>[] = [];
        for (const each of asked)
          expected.push(...(await Promise.allSettled([oneByOne.hold(await toHold(twin, each))])));
        expect(results.map(outcomeOf)).toEqual(expected.map(outcomeOf));
        expect(await written(ours)).toEqual(await written(twin));
        held += results.filter(({ status }) => status === 'fulfilled').length;
        refused += results.filter(({ status }) => status === 'rejected').length;
        const [batch] = await query<{ size: number }>(
          `SELECT coalesce(max(size), 0) AS size FROM (
             SELECT count(*) AS size FROM payouts WHERE company_id = ANY ($1::bigint[]) GROUP BY written_by) batches`,
          [ours.map(({ company }) => company.id)],
        );
        largestBatch = Math.max(largestBatch, batch?.size ?? 0);
      }),
      { numRuns: NUM_RUNS },
    );
    // The property has met what it is about.
    if (!TRIES_ENOUGH) return;
    expect(largestBatch).toBeGreaterThan(2);
    expect(held).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(0);
  },
  TIMEOUT_MS,
);

it('one whose key is taken among 15: it alone is turned away, and nothing of it is written', async () => {
  const terms = { fee_cents: 0, minimum_cents: 1, most_cents: null, day_cents: null, needs_approval: false };
  const world = await open([{ balance: 5_000, terms }]);
  const now = new Date();
  const claim = () => ({
    merchantId,
    key: 'taken',
    fingerprint: Buffer.from('taken'),
    owner: gateway.vintem.deps.ids.reference(),
    leasedUntil: new Date(now.getTime() + 60_000),
    now,
  });
  const cent = () => toHold(world, { shop: 0, cents: 1 });
  await oneByOne.hold({ ...(await cent()), claim: claim() });
  const all = await Promise.all(Array.from({ length: 16 }, cent));
  const results = await Promise.allSettled(
    all.map((each, index) => together.hold(index === 7 ? { ...each, claim: claim() } : each)),
  );
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  expect(reasons).toEqual([expect.any(KeyTaken)]);
  const [row] = await query<{ count: number }>('SELECT count(*) AS count FROM payouts WHERE company_id = $1', [
    world[0]?.company.id,
  ]);
  expect(row?.count).toBe(16);
});
