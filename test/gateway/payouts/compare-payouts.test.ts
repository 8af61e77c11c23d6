import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { comparePayouts } from '../../../src/gateway/alignment/compare-payouts.ts';
import { sendPayouts } from '../../../src/gateway/payouts/send-payouts.ts';
import { settleByOperator } from '../../../src/gateway/payouts/settle-by-operator.ts';
import type { ListedPayout } from '../../../src/rails/acquirers/payout.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { advance, openCompany, type TestCompany } from '../../support/money.ts';
import { earn, insertDestination, type PayoutRail, payoutRail, useRail } from '../../support/payouts.ts';
import { askForPayout, readPayout } from '../../support/sandbox-payouts.ts';

/** What left by the bank's list against ours, a day at a time; no job runs. */
let gateway: TestGateway;
let shop: TestCompany;
let destination: number;
let rail: PayoutRail;
/** What the bank lists beside what it was told to send. */
let strangers: ListedPayout[];
let hidden: Set<string>;
let isAway = false;
/** By other tests: each finding is told once, and the last days are compared again. */
let toldBefore = 0;
const ITEMS_PER_PAGE = 2;

beforeAll(async () => {
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
  shop = await openCompany(gateway);
  destination = await insertDestination(gateway, shop);
  await earn(gateway, shop, 1_000_000);
  rail = payoutRail({
    async sent({ from, to, page }) {
      if (isAway) return { outcome: 'unknown', reason: 'away' };
      const all = [...(await listedOfOurs()), ...strangers].filter(
        ({ paidAt, reference }) => paidAt >= from && paidAt < to && !hidden.has(reference),
      );
      const payouts = all.slice(page * ITEMS_PER_PAGE, (page + 1) * ITEMS_PER_PAGE);
      return { outcome: 'found', payouts, isLast: all.length <= (page + 1) * ITEMS_PER_PAGE };
    },
  });
  useRail(gateway, rail);
});
afterAll(() => gateway.close());

beforeEach(async () => {
  strangers = [];
  hidden = new Set();
  isAway = false;
  // Each test begins in the morning of a day of its own.
  await advance(gateway, 30 * 3600);
  await compare();
  toldBefore = (await findings()).length;
});

async function listedOfOurs(): Promise<ListedPayout[]> {
  const known = await Promise.all(rail.asked.map(({ reference }) => rail.capability.query({ reference })));
  return known.flatMap((answer) =>
    answer.outcome === 'found' && answer.payout.status === 'PAID' && answer.payout.paidAt
      ? [{ ...answer.payout, paidAt: answer.payout.paidAt }]
      : [],
  );
}

const now = () => gateway.vintem.deps.clock.now();
const compare = () => comparePayouts(gateway.vintem.deps);
const nextDay = () => advance(gateway, 26 * 3600);
const newFindings = async () => (await findings()).slice(toldBefore);
const findings = () =>
  gateway.database.db.query('SELECT kind, reference, our_cents, bank_cents FROM payout_findings ORDER BY id');

async function pay(cents: number, changes: { amountCents?: number } = {}) {
  const at = await now();
  rail.behave(() => ({ paidAt: at, ...changes }));
  const { id } = await askForPayout(gateway, shop, cents, destination);
  await sendPayouts(gateway.vintem.deps);
  const payout = await readPayout(gateway, id);
  expect(payout.status).toBe('PAID');
  return payout;
}

it('finds nothing where both sides agree, over several pages', async () => {
  for (const cents of [100, 200, 300, 400, 500]) await pay(cents);
  await nextDay();
  await compare();
  expect(await newFindings()).toEqual([]);
  const [latest] = await gateway.database.db.query(
    'SELECT our_count, our_cents, bank_count, bank_cents FROM payout_comparisons WHERE our_count > 0',
  );
  expect(latest).toEqual({ our_count: 5, our_cents: 1_500, bank_count: 5, bank_cents: 1_500 });
});

it('tells once of money that the bank sent and nobody here knows', async () => {
  strangers = [{ reference: 'somebody else', endToEndId: 'E1', amountCents: 777, paidAt: await now() }];
  await nextDay();
  await compare();
  await nextDay();
  await compare();
  expect(await newFindings()).toEqual([
    { kind: 'UNKNOWN_AT_BANK', reference: 'somebody else', our_cents: 0, bank_cents: 777 },
  ]);
});

it('does not take a refund that left by the same way for a stranger', async () => {
  const [refund] = await gateway.database.db.query<{ reference: string }>(
    `INSERT INTO refunds (merchant_id, company_id, payment_id, reference, kind, amount_cents, status, requested_at,
       next_check_at)
     SELECT merchant_id, company_id, id, 'of a refund', 'reversal', 100, 'PROCESSING', now(), now()
     FROM payments LIMIT 1 RETURNING reference`,
  );
  strangers = [{ reference: refund?.reference ?? '', endToEndId: 'E2', amountCents: 100, paidAt: await now() }];
  await nextDay();
  await compare();
  expect(await newFindings()).toEqual([]);
});

it('asks about what is paid here and not listed, and tells of it only if the bank does not have it', async () => {
  const late = await pay(1_000);
  rail.behave(() => 'lost');
  const { id } = await askForPayout(gateway, shop, 2_000, destination);
  await sendPayouts(gateway.vintem.deps);
  const missing = await readPayout(gateway, id);
  await settleByOperator(gateway.vintem.deps, { payoutId: id, end: 'PAID', reason: 'o extrato mostra' });
  rail.change(missing.reference, { status: 'REFUSED', paidAt: null });
  hidden.add(late.reference);
  await nextDay();
  await compare();
  expect(await newFindings()).toEqual([
    { kind: 'MISSING_AT_BANK', reference: missing.reference, our_cents: 2_000, bank_cents: 0 },
  ]);
});

it('tells of another amount once, whoever sees it first', async () => {
  const payout = await pay(3_000, { amountCents: 2_999 });
  await nextDay();
  await compare();
  expect(await newFindings()).toEqual([
    { kind: 'AMOUNT_DIFFERS', reference: payout.reference, our_cents: 3_000, bank_cents: 2_999 },
  ]);
});

it('learns from the list that one under way has left', async () => {
  const at = await now();
  rail.behave(() => ({ status: 'PROCESSING', paidAt: null }));
  const { id, reference } = await askForPayout(gateway, shop, 4_000, destination);
  await sendPayouts(gateway.vintem.deps);
  rail.change(reference, { status: 'PAID', paidAt: at });
  await nextDay();
  await compare();
  expect((await readPayout(gateway, id)).status).toBe('PAID');
  expect(await newFindings()).toEqual([]);
});

it('compares a day that could not be read in the next run', async () => {
  strangers = [{ reference: 'while away', endToEndId: null, amountCents: 5, paidAt: await now() }];
  await nextDay();
  isAway = true;
  await compare();
  expect(await newFindings()).toEqual([]);
  isAway = false;
  await compare();
  expect(await newFindings()).toMatchObject([{ kind: 'UNKNOWN_AT_BANK', bank_cents: 5 }]);
});
