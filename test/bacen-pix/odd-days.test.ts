import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Acquirer, ReceivedQuestion } from '../../src/acquirers/acquirer.ts';
import { compareDailyTotals } from '../../src/alignment/compare-daily-totals.ts';
import { listReports } from '../../src/alignment/reconciliation.sql.ts';
import { searchReturns } from '../../src/alignment/search-returns.ts';
import { addDays, saoPauloDateOf } from '../../src/brazil/calendar.rules.ts';
import type { Deps } from '../../src/deps.ts';
import { expectCleanBooks } from '../support/audit.ts';
import { type LiveShop, openLiveShop } from './live-shop.ts';

/** A bank some of whose days and pages cannot be read. No background work here. */
const DAY_MS = 86_400_000;

let live: LiveShop;
beforeAll(async () => {
  live = await openLiveShop({ settings: { VINTEM_ROLE: 'api' } });
  await live.setUpBank();
});
afterAll(async () => {
  await expectCleanBooks(live.database.db);
  await live.close();
});

/** The service with a bank of which the answer to some questions cannot be read. */
function unreadable(isUnreadable: (question: ReceivedQuestion) => boolean): Deps {
  const { deps } = live.vintem;
  const [bank] = deps.acquirers.list() as [Acquirer];
  const received: Acquirer['received'] = async (question) =>
    isUnreadable(question)
      ? { outcome: 'unknown', reason: 'the answer is no list of payments' }
      : ((await bank.received?.(question)) ?? { outcome: 'unknown', reason: 'no list' });
  return { ...deps, acquirers: { ...deps.acquirers, list: () => [{ ...bank, received }] } };
}

const days = async () => (await listReports(live.database.db, 31)).map(({ day }) => day).sort();
const today = async () => saoPauloDateOf(await live.vintem.deps.clock.now());

it('a day that cannot be read holds up no other, and is compared as soon as it can be read, however late', async () => {
  live.advance(DAY_MS);
  while (await compareDailyTotals(live.vintem.deps));
  const first = (await days()).at(-1) ?? '';
  live.advance(DAY_MS);
  const bad = addDays(await today(), -1);
  const isBad = ({ from }: ReceivedQuestion) => saoPauloDateOf(from) === bad;
  for (let passed = 0; passed < 9; passed++) {
    while (await compareDailyTotals(unreadable(isBad)));
    live.advance(DAY_MS);
  }
  const compared = await days();
  expect(compared).not.toContain(bad);
  expect(compared).toEqual(Array.from({ length: 10 }, (_, n) => addDays(first, n)).filter((day) => day !== bad));
  while (await compareDailyTotals(live.vintem.deps));
  expect(await days()).toContain(bad);
});

it('returns are found whatever days cannot be read; a page that cannot be is asked for again, then left out', async () => {
  const { id, txid } = await live.ordered();
  live.bank.holdCallbacks();
  const e2eid = String((await live.bank.control.pay(txid))['endToEndId']);
  expect((await live.transaction(id, true)).status).toBe(2);
  await live.bank.control.med(e2eid, { amountCents: 1_000 });
  live.advance(DAY_MS);
  const asked: ReceivedQuestion[] = [];
  const deps = unreadable((question) => {
    asked.push(question);
    return !question.isReturnedOnly || question.page === 0;
  });
  for (let run = 0; run < 4; run++) expect(await searchReturns(deps)).toBe(false);
  expect(asked.map(({ page }) => page)).toEqual([0, 0, 0, 0]);
  // The fifth failure leaves the page out; the bank says that page 1, which is empty, is the last.
  while (await searchReturns(deps));
  expect(asked.at(-1)?.page).toBe(1);
  expect((await live.transaction(id)).refunded_amount).toBe(0);
  live.advance(DAY_MS);
  while (await searchReturns(live.vintem.deps));
  expect((await live.transaction(id)).refunded_amount).toBe(1_000);
  await live.bank.releaseCallbacks();
});

it('goes on where it ended, over 180 days, and once a day', async () => {
  const { deps } = live.vintem;
  const [bank] = deps.acquirers.list() as [Acquirer];
  const asked: ReceivedQuestion[] = [];
  const received: Acquirer['received'] = async (question) => {
    asked.push(question);
    return { outcome: 'found', payments: [], isLast: question.page === 44 };
  };
  const many = { ...deps, acquirers: { ...deps.acquirers, list: () => [{ ...bank, received }] } };
  live.advance(DAY_MS);
  expect([await searchReturns(many), asked.length]).toEqual([true, 20]);
  expect([await searchReturns(many), asked.length]).toEqual([true, 40]);
  expect([await searchReturns(many), asked.length]).toEqual([false, 45]);
  expect([await searchReturns(many), asked.length]).toEqual([false, 45]);
  expect(asked.map(({ page }) => page)).toEqual(Array.from({ length: 45 }, (_, page) => page));
  const [{ from, to }] = asked as [ReceivedQuestion];
  expect(saoPauloDateOf(from)).toBe(addDays(saoPauloDateOf(to), -180));
});
