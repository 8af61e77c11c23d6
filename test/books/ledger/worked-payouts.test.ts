import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectCleanBooks } from '../../support/audit.ts';
import { eventually } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import {
  advanceTo,
  balanceOf,
  createPaid,
  expectRefunded,
  ONE_PERCENT,
  openCompany,
  participant,
  refundPix,
  settled,
  type TestCompany,
} from '../../support/money.ts';
import { askPayout, insertDestination, setPayoutTerms } from '../../support/payouts.ts';

/** A sale with a split, a refund, payouts with fees and what came back, worked out by hand, in cents. */
interface Day {
  day: number;
  /** Of each company, the entries of the day in their order, and the balance at its end. */
  shop: { entries: number[]; balance: number };
  partner: { entries: number[]; balance: number };
}

const DAYS: Day[] = [
  // 10000: 30 % are the partner's. The fee of 1 % is the shop's.
  { day: 1, shop: { entries: [7000, -100], balance: 6900 }, partner: { entries: [3000], balance: 3000 } },
  // 3334 in proportion: 2333,8 and 1000,2. Of the fee, 33,34 comes back.
  { day: 2, shop: { entries: [-2334, 33], balance: 4599 }, partner: { entries: [-1000], balance: 2000 } },
  { day: 3, shop: { entries: [-4000, -150], balance: 449 }, partner: { entries: [-1500, -75], balance: 425 } },
  { day: 4, shop: { entries: [], balance: 449 }, partner: { entries: [], balance: 425 } },
  // Fees of payouts that came back are kept.
  { day: 5, shop: { entries: [4000], balance: 4449 }, partner: { entries: [500], balance: 925 } },
];
/** 100 − 33 of the sale, 150 and 75 of the payouts. */
const PLATFORM = 292;
/** 10000 − 3334 − 4000 − 1500 + 4000 + 500, which is what everybody has: 4449 + 925 + 292. */
const AT_THE_BANK = 5666;

let gateway: TestGateway;
let shop: TestCompany;
let partner: TestCompany;
/** The first is day 1. */
let dates: string[];

beforeAll(async () => {
  gateway = await startTestGateway();
  shop = await openCompany(gateway, { pix: ONE_PERCENT });
  partner = await openCompany(gateway, { of: 'partner' });
  await setPayoutTerms(gateway, shop, { fee_cents: 150 });
  await setPayoutTerms(gateway, partner, { fee_cents: 75 });
  const first = Date.now() + 86_400_000;
  dates = DAYS.map((_, ahead) => saoPauloDayOf(first + ahead * 86_400_000));
});
afterAll(() => gateway.close());

const saoPauloDayOf = (ms: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date(ms));
/** Well inside a day, so that midnight separates nothing. */
const begin = (day: number) => advanceTo(gateway, `${dates[day - 1]}T10:00:00-03:00`);

async function payOut(company: TestCompany, amount: number): Promise<number> {
  const destination = await insertDestination(gateway, company);
  const { status, body: payout } = await askPayout(gateway, company, destination, amount);
  expect(status).toBe(201);
  await eventually(async () => {
    const { body: read } = await gateway.get(`/payouts/${payout.id}`, company.session);
    expect(read).toMatchObject({ status: 'PAID', amount });
  });
  return payout.id;
}

async function sendBack(company: TestCompany, payoutId: number, body: object, expected: object): Promise<void> {
  expect((await gateway.post(`/sandbox/payouts/${payoutId}/return`, body, company.session)).status).toBe(200);
  await eventually(async () =>
    expect((await gateway.get(`/payouts/${payoutId}`, company.session)).body).toMatchObject(expected),
  );
}

async function expectStatement(company: TestCompany, days: readonly { entries: number[]; balance: number }[]) {
  const asked = `/companies/${company.id}/statement`;
  const { body: whole } = await gateway.get(`${asked}/days?from=${dates[0]}&to=${dates.at(-1)}`, company.session);
  expect(whole.data.map((day: { closing_balance: number }) => day.closing_balance)).toEqual(
    days.map(({ balance }) => balance),
  );
  for (const [index, { entries, balance }] of days.entries()) {
    const day = `from=${dates[index]}&to=${dates[index]}`;
    const { body } = await gateway.get(`${asked}?${day}`, company.session);
    expect(body.data.map(({ amount }: { amount: number }) => amount)).toEqual(entries);
    expect([body.opening_balance, body.closing_balance]).toEqual([days[index - 1]?.balance ?? 0, balance]);
  }
}

it('sale with a split, refund, payouts with fees, returns: each day of each company, to the cent', async () => {
  await begin(1);
  const sale = await createPaid(gateway, shop, 10_000, { splitParticipants: [participant(partner)] });
  await begin(2);
  expectRefunded(await refundPix(gateway, shop, sale, 33.34));
  await begin(3);
  const ofShop = await payOut(shop, 4000);
  const ofPartner = await payOut(partner, 1500);
  await begin(5);
  await sendBack(shop, ofShop, {}, { status: 'RETURNED', returned_amount: 4000 });
  await sendBack(partner, ofPartner, { amount: 500 }, { status: 'PAID', returned_amount: 500 });

  await expectStatement(
    shop,
    DAYS.map((day) => day.shop),
  );
  await expectStatement(
    partner,
    DAYS.map((day) => day.partner),
  );
  expect(await balanceOf(gateway, shop)).toEqual(settled(4449));
  expect(await balanceOf(gateway, partner)).toEqual(settled(925));
  const sums = await gateway.database.db.query(
    `SELECT account, sum(amount_cents)::bigint AS cents FROM ledger_entries
     WHERE account IN ('platform_fee', 'acquirer_clearing') GROUP BY 1 ORDER BY 1`,
  );
  expect(sums).toEqual([
    { account: 'acquirer_clearing', cents: -AT_THE_BANK },
    { account: 'platform_fee', cents: PLATFORM },
  ]);
  await expectCleanBooks(gateway.database.db);
});

/** As a reader would take them: `−2334 + 33` is two entries. */
const entriesIn = (cell: string) =>
  [...cell.replaceAll('−', '-').matchAll(/([-+]?) ?(\d+)/g)].map(([, sign, digits]) => Number(`${sign}${digits}`));

it.each(['en/11-payouts.md', 'pt/11-saques.md'])('the table of %s has these figures', (name) => {
  const guide = readFileSync(fileURLToPath(new URL(`../../../docs/guides/${name}`, import.meta.url)), 'utf8');
  const rows = [...guide.matchAll(/^\| (\d) \|(.*)\|$/gm)].map(([, day, cells = '']) => {
    const [, ofShop = '', shopBalance, ofPartner = '', partnerBalance] = cells.split('|').map((cell) => cell.trim());
    return {
      day: Number(day),
      shop: { entries: entriesIn(ofShop), balance: Number(shopBalance) },
      partner: { entries: entriesIn(ofPartner), balance: Number(partnerBalance) },
    };
  });
  expect(rows).toEqual(DAYS.filter((day) => day.shop.entries.length > 0));
});
