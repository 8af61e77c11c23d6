import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditBooks } from '../../support/audit.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import {
  advance,
  advanceTo,
  BOLETO,
  balanceOf,
  createPaid,
  entriesOf,
  expectRefunded,
  ONE_PERCENT,
  openCompany,
  participant,
  refundPix,
  reverse,
  settled,
  type TestCompany,
} from '../../support/money.ts';

/**
 * Payments are made while everything runs. Then time moves while only the API runs: no job settles
 * or releases anything.
 */
let database: TestDatabase;
let api: TestGateway;
let shop: TestCompany;
let retaining: TestCompany;
let bystander: TestCompany;
let boleto: number;
let pix: number;

const DAY_MS = 86_400_000;
/** Months without a bank holiday that moves with Easter, so that a plain list says when banks work. */
const QUIET_MONTHS = new Set([1, 7, 8, 9, 10, 11, 12]);
const HOLIDAYS = new Set(['01-01', '09-07', '10-12', '11-02', '11-15', '11-20', '12-25']);
const MONDAY = nextQuietMonday();

/** A Monday at least a week away whose week has no bank holiday. */
function nextQuietMonday(): string {
  const isQuiet = (at: number) => {
    const week = [0, 1, 2, 3, 4, 5].map((day) => new Date(at + day * DAY_MS));
    return week.every(
      (day) => QUIET_MONTHS.has(day.getUTCMonth() + 1) && !HOLIDAYS.has(day.toISOString().slice(5, 10)),
    );
  };
  let at = Math.ceil(Date.now() / DAY_MS) * DAY_MS + 7 * DAY_MS;
  while (new Date(at).getUTCDay() !== 1 || !isQuiet(at)) at += DAY_MS;
  return new Date(at).toISOString().slice(0, 10);
}

beforeAll(async () => {
  database = await createTestDatabase();
  const all = await startTestGateway({}, database);
  await advanceTo(all, `${MONDAY}T15:00:00-03:00`);
  shop = await openCompany(all, { pix: ONE_PERCENT, invoice: { fee_fixed_cents: 349 } });
  retaining = await openCompany(all, { pix: ONE_PERCENT, retention: { basisPoints: 1000, days: 30 } });
  bystander = await openCompany(all, {
    of: 'partner',
    invoice: { settlement_days: 3 },
    retention: { basisPoints: 2000, days: 2 },
  });
  boleto = await createPaid(all, shop, 10_000, { ...BOLETO, splitParticipants: [participant(bystander)] });
  pix = await createPaid(all, retaining, 10_000);
  await all.close();
  api = await startTestGateway({ VINTEM_ROLE: 'api' }, database);
});
afterAll(async () => {
  await api.close();
  await database.drop();
});
auditBooks(() => database);

/** The start of the day so many days after that Monday, in São Paulo. */
const dayAfter = (days: number) => new Date(Date.parse(`${MONDAY}T00:00:00-03:00`) + days * DAY_MS).toISOString();
const justBefore = (instant: string) => new Date(Date.parse(instant) - 5000).toISOString();

it('[settlement] money waits under the terms of each company', async () => {
  expect(await balanceOf(api, shop)).toEqual({ available: 0, future: 7000 - 349, retention: 0 });
  expect(await balanceOf(api, retaining)).toEqual({ available: 8910, future: 0, retention: 990 });
  expect(await balanceOf(api, bystander)).toEqual({ available: 0, future: 2400, retention: 600 });
  const dates = (await entriesOf(api, boleto)).map(({ company_id, tag, available_at }) => [
    company_id,
    tag,
    available_at.toISOString(),
  ]);
  expect(dates).toEqual(
    expect.arrayContaining([
      [shop.id, 'share', dayAfter(1)],
      [shop.id, 'fee', dayAfter(1)],
      [bystander.id, 'share', dayAfter(3)],
      [bystander.id, 'retention', dayAfter(5)],
    ]),
  );
});

it('[settlement] a boleto moves from future to available on the next business day, at midnight in São Paulo', async () => {
  await advanceTo(api, justBefore(dayAfter(1)));
  expect(await balanceOf(api, shop)).toEqual({ available: 0, future: 6651, retention: 0 });
  await advanceTo(api, dayAfter(1));
  expect(await balanceOf(api, shop)).toEqual(settled(6651));
});

it('[retention] starts after the settlement and is released on its own day', async () => {
  await advanceTo(api, dayAfter(3));
  expect(await balanceOf(api, bystander)).toEqual({ available: 2400, future: 0, retention: 600 });
  await advanceTo(api, justBefore(dayAfter(5)));
  expect(await balanceOf(api, bystander)).toEqual({ available: 2400, future: 0, retention: 600 });
  await advanceTo(api, dayAfter(5));
  expect(await balanceOf(api, bystander)).toEqual(settled(3000));
});

it('[refund] of settled money is taken now, of retained money from what is retained', async () => {
  expectRefunded(await reverse(api, shop, boleto));
  expect(await balanceOf(api, shop)).toEqual(settled(0));
  expect(await balanceOf(api, bystander)).toEqual(settled(0));
  expectRefunded(await refundPix(api, retaining, pix, 50));
  expect(await balanceOf(api, retaining)).toEqual({ available: 8910 - 4505 + 50, future: 0, retention: 495 });
});

it('[retention] what a refund left of it is released on its day', async () => {
  await advanceTo(api, justBefore(dayAfter(30)));
  expect(await balanceOf(api, retaining)).toEqual({ available: 4455, future: 0, retention: 495 });
  await advanceTo(api, dayAfter(30));
  expect(await balanceOf(api, retaining)).toEqual(settled(4950));
  expectRefunded(await refundPix(api, retaining, pix, 50));
  expect(await balanceOf(api, retaining)).toEqual(settled(0));
});

it('[business time] moves forward only', async () => {
  const now = await advance(api, 0);
  expect((await api.post('/sandbox/clock', { advance_seconds: -1 })).status).toBe(400);
  expect((await advance(api, 0)).getTime()).toBeGreaterThanOrEqual(now.getTime());
});
