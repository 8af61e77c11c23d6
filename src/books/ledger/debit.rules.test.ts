import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CLEARING, mainOf, retainedOf } from './accounts.rules.ts';
import { assertNobodyBelowZero, outlooksAfter, stretchesOf } from './debit.rules.ts';
import { type Journal, journalOf } from './journal.rules.ts';
import { type BalanceOutlook, outlookOf } from './value-dates.rules.ts';

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

const postings = fc.array(
  fc.record({
    from: fc.constantFrom(mainOf(1), retainedOf(1), mainOf(2), CLEARING),
    to: fc.constantFrom(mainOf(1), retainedOf(2), mainOf(2), CLEARING),
    // Few amounts and days, so that some cancel each other out.
    amountCents: fc.integer({ min: 0, max: 3 }),
    availableAt: fc.integer({ min: 0, max: 3 }).map(day),
    tag: fc.constant('refund' as const),
    position: fc.constant(null),
  }),
  { maxLength: 8 },
);

test('balances after a journal are those that the books would show with it', () => {
  fc.assert(
    fc.property(postings, postings, (before, more) => {
      const [booked, journal] = [journalOf(before), journalOf(more)];
      const outlooks = (entries: Journal['entries']) =>
        new Map(
          [1, 2, 3].map((companyId) => {
            const own = entries.filter((entry) => entry.companyId === companyId);
            return [companyId, outlookOf(own, day(1))] as const;
          }),
        );
      // The books list each later date once, and none at which nothing changes.
      const merged = (outlook: BalanceOutlook): BalanceOutlook => {
        const byDate = new Map<number, number>();
        for (const { availableAt, amountCents } of outlook.later)
          byDate.set(availableAt.getTime(), (byDate.get(availableAt.getTime()) ?? 0) + amountCents);
        const later = [...byDate].filter(([, amountCents]) => amountCents !== 0).sort(([one], [other]) => one - other);
        return {
          ...outlook,
          later: later.map(([at, amountCents]) => ({ availableAt: new Date(at), amountCents })),
        };
      };
      const mergedAll = (all: ReadonlyMap<number, BalanceOutlook>) =>
        new Map([...all].map(([companyId, outlook]) => [companyId, merged(outlook)]));
      const after = outlooksAfter(mergedAll(outlooks(booked.entries)), journal, day(1));
      expect(mergedAll(after)).toEqual(mergedAll(outlooks([...booked.entries, ...journal.entries])));
      for (const { later } of after.values()) expect(later.every(({ amountCents }) => amountCents !== 0)).toBe(true);
    }),
  );
});

test('the balances of whom a journal does not touch are handed on as they are', () => {
  const untouched: BalanceOutlook = { availableCents: 7, later: [{ availableAt: day(2), amountCents: 1 }] };
  expect(outlooksAfter(new Map([[3, untouched]]), debitOf(5), day(1)).get(3)).toBe(untouched);
});
