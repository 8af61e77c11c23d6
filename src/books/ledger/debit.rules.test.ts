import { expect, test } from 'vitest';
import { CLEARING, mainOf } from './accounts.rules.ts';
import { assertNobodyBelowZero, stretchesOf } from './debit.rules.ts';
import { type Journal, journalOf } from './journal.rules.ts';
import type { BalanceOutlook } from './value-dates.rules.ts';

const day = (number: number) => new Date(Date.UTC(2026, 2, number));
const debitOf = (amountCents: number, availableAt = day(1)): Journal =>
  journalOf([{ from: mainOf(1), to: CLEARING, amountCents, availableAt, tag: 'refund', position: null }]);
const judge = (journal: Journal, outlook: BalanceOutlook) => () =>
  assertNobodyBelowZero(journal, new Map([[1, outlook]]), day(1));

test('a debit may take all there is and not a cent more', () => {
  expect(judge(debitOf(100), { availableCents: 100, later: [] })).not.toThrow();
  expect(judge(debitOf(101), { availableCents: 100, later: [] })).toThrow('below zero');
});

test('it is judged at every later value date as well: what leaves later counts, what comes later does not help now', () => {
  expect(judge(debitOf(60), { availableCents: 100, later: [{ availableAt: day(2), amountCents: -50 }] })).toThrow(
    'below zero',
  );
  expect(judge(debitOf(60), { availableCents: 50, later: [{ availableAt: day(2), amountCents: 100 }] })).toThrow(
    'below zero',
  );
  expect(
    judge(debitOf(60, day(2)), { availableCents: 50, later: [{ availableAt: day(2), amountCents: 100 }] }),
  ).not.toThrow();
});

test('whoever is below zero already may be credited', () => {
  const credit = journalOf([
    { from: CLEARING, to: mainOf(1), amountCents: 5, availableAt: day(1), tag: 'share', position: 0 },
  ]);
  expect(judge(credit, { availableCents: -100, later: [] })).not.toThrow();
});

test('a company whose balance was not read under its lock is not debited', () => {
  expect(() => assertNobodyBelowZero(debitOf(1), new Map(), day(1))).toThrow('without its lock');
});

test('value dates are judged in their order, however the books list them', () => {
  const later = [
    { availableAt: day(4), amountCents: 200 },
    { availableAt: day(2), amountCents: -80 },
    { availableAt: day(3), amountCents: 80 },
  ];
  expect(stretchesOf({ availableCents: 100, later }, [{ availableAt: day(3), amountCents: -10 }], day(1))).toEqual([
    { at: day(1).getTime(), balanceCents: 100, effectCents: 0 },
    { at: day(2).getTime(), balanceCents: 20, effectCents: 0 },
    { at: day(3).getTime(), balanceCents: 100, effectCents: -10 },
    { at: day(4).getTime(), balanceCents: 300, effectCents: -10 },
  ]);
});
