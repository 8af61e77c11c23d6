import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cancelPayout } from '../../../src/gateway/payouts/decide-payout.ts';
import type { Payout } from '../../../src/gateway/payouts/payout.ts';
import { startPayoutWrites } from '../../../src/gateway/payouts/payout-writes.ts';
import { preparePayout } from '../../../src/gateway/payouts/prepare-payout.ts';
import { changePayoutTerms } from '../../../src/gateway/payouts/terms/change-payout-terms.ts';
import type { PayoutTerms } from '../../../src/gateway/payouts/terms/payout-terms.rules.ts';
import { withTransaction } from '../../../src/ground/db/transaction.ts';
import type { ApiError } from '../../../src/ground/errors.ts';
import { currentAsker } from '../../../src/ground/request-context.ts';
import { openPayoutWorld, type PayoutWorld, type WorldCompany } from '../../support/payout-world.ts';

/** What the operator has set holds under the debit lock, however many ask at once. */

let world: PayoutWorld;
let writes: ReturnType<typeof startPayoutWrites>;
beforeAll(async () => {
  world = await openPayoutWorld();
  writes = startPayoutWrites(world.deps);
});
afterAll(() => world.close());
beforeEach(() => world.setTime('2026-03-02T12:00:00'));

async function open(cents: number, terms: Partial<PayoutTerms>): Promise<WorldCompany> {
  const company = await world.open(cents);
  await withTransaction(world.db, (tx) => changePayoutTerms(tx, company, terms));
  return company;
}

async function ask(company: WorldCompany, amountCents: number): Promise<Payout> {
  const prepared = await preparePayout(world.deps, world.db, company.merchantId, { ...company, amountCents });
  const asked = {
    description: null,
    origin: 'request',
    claim: null,
    asker: currentAsker(),
    askedByUser: null,
  } as const;
  return writes.hold({ ...prepared, ...asked });
}

const refusalOf = (asked: Promise<Payout>) =>
  asked.then(
    () => null,
    ({ code, context }: ApiError) => ({ code, details: context.details }),
  );

describe('limits of a company', () => {
  it('none until somebody sets one; then from the least to the most, each inclusive', async () => {
    const free = await open(100_000, {});
    expect(await ask(free, 1)).toMatchObject({ amount_cents: 1, fee_cents: 0 });
    const bound = await open(100_000, { minimumCents: 500, mostCents: 2_000, feeCents: 30 });
    expect(await refusalOf(ask(bound, 499))).toEqual({ code: 'PAYOUT_BELOW_MINIMUM', details: { minimum: 500 } });
    expect(await refusalOf(ask(bound, 2_001))).toEqual({
      code: 'PAYOUT_LIMIT_EXCEEDED',
      details: { limit: 2_000, per: 'payout' },
    });
    expect(await ask(bound, 500)).toMatchObject({ fee_cents: 30 });
    expect(await ask(bound, 2_000)).toMatchObject({ status: 'REQUESTED' });
  });

  it('a day of São Paulo ends at its midnight, and what was cancelled does not count', async () => {
    const company = await open(100_000, { dayCents: 1_000 });
    world.setTime('2026-03-02T23:59:59');
    await ask(company, 900);
    expect(await refusalOf(ask(company, 101))).toEqual({
      code: 'PAYOUT_LIMIT_EXCEEDED',
      details: { limit: 1_000, per: 'day', used: 900 },
    });
    await ask(company, 100);
    world.setTime('2026-03-03T00:00:00');
    const whole = await ask(company, 1_000);
    expect(await refusalOf(ask(company, 1))).toMatchObject({ details: { used: 1_000 } });
    world.setTime('2026-03-03T20:59:59');
    expect(await refusalOf(ask(company, 1))).toMatchObject({ details: { used: 1_000 } });
    await cancelPayout(world.deps, { merchantId: company.merchantId, payoutId: whole.id, reason: null });
    await ask(company, 1_000);
  });

  it('of many that ask at once, as many get through as the day allows', async () => {
    const company = await open(1_000_000, { dayCents: 1_000 });
    const answers = await Promise.all(Array.from({ length: 40 }, () => refusalOf(ask(company, 100))));
    expect(answers.filter((refusal) => refusal === null)).toHaveLength(10);
    expect(answers.filter((refusal) => refusal?.code === 'PAYOUT_LIMIT_EXCEEDED')).toHaveLength(30);
    const [sum] = await world.db.query('SELECT sum(amount_cents)::int AS cents FROM payouts WHERE company_id = $1', [
      company.companyId,
    ]);
    expect(sum).toEqual({ cents: 1_000 });
  });

  it('several processes count together', async () => {
    const company = await open(1_000_000, { dayCents: 1_000 });
    const others = Array.from({ length: 3 }, () => startPayoutWrites(world.deps));
    const prepared = await preparePayout(world.deps, world.db, company.merchantId, { ...company, amountCents: 400 });
    const asked = {
      description: null,
      origin: 'request',
      claim: null,
      asker: currentAsker(),
      askedByUser: null,
    } as const;
    const answers = await Promise.all(
      others.flatMap((one) => [1, 2].map(() => refusalOf(one.hold({ ...prepared, ...asked })))),
    );
    expect(answers.filter((refusal) => refusal === null)).toHaveLength(2);
  });

  it('are refused where they make no sense', async () => {
    const company = await world.open();
    const set = (terms: Partial<PayoutTerms>) =>
      withTransaction(world.db, (tx) => changePayoutTerms(tx, company, terms));
    for (const terms of [
      { minimumCents: 0 },
      { feeCents: -1 },
      { feeCents: 10_000_000_000 },
      { mostCents: 0 },
      { minimumCents: 500, mostCents: 499 },
      { minimumCents: 500, dayCents: 499 },
      { feeCents: 0.5 },
    ])
      await expect(set(terms)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await set({ minimumCents: 500, mostCents: 500, dayCents: 500 })).toMatchObject({
      changed: ['payout.minimum_cents', 'payout.most_cents', 'payout.day_cents'],
    });
  });
});
