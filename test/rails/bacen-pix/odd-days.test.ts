import { expect, it } from 'vitest';
import type { AllDeps } from '../../../src/doors/all-deps.ts';
import { compareDailyTotals } from '../../../src/gateway/alignment/compare-daily-totals.ts';
import { listReports } from '../../../src/gateway/alignment/reconciliation.sql.ts';
import { searchReturns } from '../../../src/gateway/alignment/search-returns.ts';
import { addDays, saoPauloDateOf } from '../../../src/ground/brazil/calendar.rules.ts';
import type { Acquirer, ReceivedQuestion } from '../../../src/rails/acquirers/acquirer.ts';
import { DAY_MS, useQuietShop } from './quiet-shop.ts';

/** A bank some of whose days and pages cannot be read. */
const shop = useQuietShop();

/** The service with a bank of which the answer to some questions cannot be read. */
function unreadable(isUnreadable: (question: ReceivedQuestion) => boolean): AllDeps {
  const { deps } = shop.live.vintem;
  const [bank] = deps.acquirers.list() as [Acquirer];
  const received: Acquirer['received'] = async (question) =>
    isUnreadable(question)
      ? { outcome: 'unknown', reason: 'the answer is no list of payments' }
      : ((await bank.received?.(question)) ?? { outcome: 'unknown', reason: 'no list' });
  return { ...deps, acquirers: { ...deps.acquirers, list: () => [{ ...bank, received }] } };
}

const days = async () => (await listReports(shop.live.database.db, 31)).map(({ day }) => day).sort();
const today = async () => saoPauloDateOf(await shop.live.vintem.deps.clock.now());

it('a day that cannot be read holds up no other, and is compared as soon as it can be read, however late', async () => {
  shop.live.advance(DAY_MS);
  while (await compareDailyTotals(shop.live.vintem.deps));
  const first = (await days()).at(-1) ?? '';
  shop.live.advance(DAY_MS);
  const bad = addDays(await today(), -1);
  const isBad = ({ from }: ReceivedQuestion) => saoPauloDateOf(from) === bad;
  for (let passed = 0; passed < 9; passed++) {
    while (await compareDailyTotals(unreadable(isBad)));
    shop.live.advance(DAY_MS);
  }
  const compared = await days();
  expect(compared).not.toContain(bad);
  expect(compared).toEqual(Array.from({ length: 10 }, (_, n) => addDays(first, n)).filter((day) => day !== bad));
  while (await compareDailyTotals(shop.live.vintem.deps));
  expect(await days()).toContain(bad);
});

it('returns are found whatever days cannot be read; a page that cannot be is asked for again, then left out', async () => {
  const { id, txid } = await shop.live.ordered();
  shop.live.bank.holdCallbacks();
  const e2eid = String((await shop.live.bank.control.pay(txid))['endToEndId']);
  expect((await shop.live.transaction(id, true)).status).toBe(2);
  await shop.live.bank.control.med(e2eid, { amountCents: 1_000 });
  shop.live.advance(DAY_MS);
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
  expect((await shop.live.transaction(id)).refunded_amount).toBe(0);
  shop.live.advance(DAY_MS);
  while (await searchReturns(shop.live.vintem.deps));
  expect((await shop.live.transaction(id)).refunded_amount).toBe(1_000);
  await shop.live.bank.releaseCallbacks();
});

it('goes on where it ended, over 180 days, and once a day', async () => {
  const { deps } = shop.live.vintem;
  const [bank] = deps.acquirers.list() as [Acquirer];
  const asked: ReceivedQuestion[] = [];
  const received: Acquirer['received'] = async (question) => {
    asked.push(question);
    return { outcome: 'found', payments: [], isLast: question.page === 44 };
  };
  const many = { ...deps, acquirers: { ...deps.acquirers, list: () => [{ ...bank, received }] } };
  shop.live.advance(DAY_MS);
  expect([await searchReturns(many), asked.length]).toEqual([true, 20]);
  expect([await searchReturns(many), asked.length]).toEqual([true, 40]);
  expect([await searchReturns(many), asked.length]).toEqual([false, 45]);
  expect([await searchReturns(many), asked.length]).toEqual([false, 45]);
  expect(asked.map(({ page }) => page)).toEqual(Array.from({ length: 45 }, (_, page) => page));
  const [{ from, to }] = asked as [ReceivedQuestion];
  expect(saoPauloDateOf(from)).toBe(addDays(saoPauloDateOf(to), -180));
});
