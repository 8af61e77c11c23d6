import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { comparePayouts } from '../../../src/gateway/alignment/compare-payouts.ts';
import { sendPayouts } from '../../../src/gateway/payouts/send-payouts.ts';
import { settleByOperator } from '../../../src/gateway/payouts/settle-by-operator.ts';
import type { ListedPayout } from '../../../src/rails/acquirers/payout.ts';
import { msUntilNoon } from '../../support/contract.ts';
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
let strangers: (ListedPayout & { paidAt: Date })[];
let oddItems: string[] = [];
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
        ({ paidAt, reference }) => paidAt >= from && paidAt < to && !hidden.has(reference ?? ''),
      );
      const payouts = all.slice(page * ITEMS_PER_PAGE, (page + 1) * ITEMS_PER_PAGE);
      return { outcome: 'found', payouts, isLast: all.length <= (page + 1) * ITEMS_PER_PAGE, oddItems };
    },
  });
  useRail(gateway, rail);
});
afterAll(() => gateway.close());

beforeEach(async () => {
  strangers = [];
  hidden = new Set();
  isAway = false;
  oddItems = [];
  // Each test begins at noon of a day of its own: later on the next one would be two days away.
  await advance(gateway, Math.ceil(msUntilNoon(await now()) / 1_000));
  await compare();
  toldBefore = (await findings()).length;
});

async function listedOfOurs(): Promise<(ListedPayout & { paidAt: Date })[]> {
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

/** A boleto that was given back by the same rail, as a row. */
async function refund(status: string, changes: { way?: string | null; settledAt?: Date } = {}) {
  const { way = 'sandbox', settledAt = await now() } = changes;
  const reference = `refund${randomUUID().replaceAll('-', '')}`.slice(0, 32);
  await gateway.database.db.query(
    `INSERT INTO refunds (merchant_id, company_id, payment_id, reference, kind, amount_cents, status, requested_at,
       next_check_at, settled_at, way_acquirer, sends, given_cents)
     SELECT merchant_id, company_id, id, $1, 'reversal', 100, $2::text, $3::timestamptz,
       CASE WHEN $2::text = 'PROCESSING' THEN $3::timestamptz + interval '9 days' END,
       CASE WHEN $2::text <> 'PROCESSING' THEN $3::timestamptz END, $4, 1, CASE WHEN $2::text = 'REFUNDED' THEN 100 END
     FROM payments LIMIT 1`,
    [reference, status, settledAt, way],
  );
  return reference;
}
const left = async (reference: string | null, amountCents = 100) => ({
  reference,
  endToEndId: `E${amountCents}`,
  amountCents,
  paidAt: await now(),
});

it('compares a refund that left by the same way as a payout', async () => {
  const [agreed, refused, other, elsewhere, under] = [
    await refund('REFUNDED'),
    await refund('REFUSED'),
    await refund('REFUNDED'),
    await refund('REFUNDED', { way: null }),
    await refund('PROCESSING'),
  ];
  strangers = [
    await left(agreed),
    await left(refused),
    await left(other, 99),
    await left(elsewhere),
    await left(under),
  ];
  await nextDay();
  await compare();
  expect(await newFindings()).toEqual([
    { kind: 'PAID_AFTER_ALL', reference: refused, our_cents: 100, bank_cents: 100 },
    { kind: 'AMOUNT_DIFFERS', reference: other, our_cents: 100, bank_cents: 99 },
    { kind: 'UNKNOWN_AT_BANK', reference: elsewhere, our_cents: 0, bank_cents: 100 },
  ]);
  const [made] = await gateway.database.db.query<{ isDue: boolean }>(
    'SELECT next_check_at <= $2 AS "isDue" FROM refunds WHERE reference = $1',
    [under, await now()],
  );
  expect(made).toEqual({ isDue: true });
  const [latest] = await gateway.database.db.query(
    'SELECT our_count, our_cents, bank_count, bank_cents FROM payout_comparisons ORDER BY day DESC',
  );
  expect(latest).toEqual({ our_count: 2, our_cents: 200, bank_count: 5, bank_cents: 499 });
});

it('tells of a refund that is made here and that the bank does not have', async () => {
  const reference = await refund('REFUNDED');
  await nextDay();
  await compare();
  expect(await newFindings()).toEqual([{ kind: 'MISSING_AT_BANK', reference, our_cents: 100, bank_cents: 0 }]);
});

it('a list with something that cannot be read is no whole day, and what can be read is told', async () => {
  strangers = [await left(null, 55)];
  oddItems = ['pix[].valor'];
  await nextDay();
  const days = () => gateway.database.db.query('SELECT day FROM payout_comparisons');
  const before = await days();
  await compare();
  expect(await newFindings()).toEqual([{ kind: 'UNKNOWN_AT_BANK', reference: 'E55', our_cents: 0, bank_cents: 55 }]);
  expect(await days()).toEqual(before);
  oddItems = [];
  await compare();
  expect(await days()).toHaveLength(before.length + 1);
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
