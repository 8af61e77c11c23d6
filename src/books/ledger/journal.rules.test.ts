import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Account, CLEARING, mainOf, PLATFORM_FEE, retainedOf } from './accounts.rules.ts';
import {
  companiesLowered,
  ENTRY_TAGS,
  type Entry,
  type Journal,
  journalOf,
  type Posting,
  reverseOf,
} from './journal.rules.ts';

const day = (number: number) => new Date(Date.UTC(2026, 2, number));
const accounts: fc.Arbitrary<Account> = fc.oneof(
  fc.constantFrom(CLEARING, PLATFORM_FEE),
  fc.integer({ min: 1, max: 4 }).map(mainOf),
  fc.integer({ min: 1, max: 4 }).map(retainedOf),
);
const postings: fc.Arbitrary<Posting[]> = fc.array(
  fc.record({
    from: accounts,
    to: accounts,
    amountCents: fc.nat({ max: 9_999_999_999 }),
    availableAt: fc.integer({ min: 1, max: 4 }).map(day),
    tag: fc.constantFrom(...ENTRY_TAGS),
    position: fc.option(fc.nat({ max: 3 })),
  }),
);

const sumOf = (entries: readonly Entry[]) => entries.reduce((sum, entry) => sum + entry.amountCents, 0);
const sumsOf = (
  entries: readonly { account: string; companyId: number | null; amountCents: number; availableAt: Date }[],
) => {
  const sums: Record<string, number> = {};
  for (const entry of entries) {
    const key = `${entry.account} ${entry.companyId} ${entry.availableAt.toISOString()}`;
    sums[key] = (sums[key] ?? 0) + entry.amountCents;
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
};

test('whatever is posted, the journal sums to zero, at every value date, and keeps what each account gained and lost', () => {
  fc.assert(
    fc.property(postings, (posted) => {
      const { entries } = journalOf(posted);
      expect(sumOf(entries)).toBe(0);
      for (const number of [1, 2, 3, 4])
        expect(sumOf(entries.filter((entry) => entry.availableAt <= day(number)))).toBe(0);
      const sides = posted.flatMap(({ from, to, amountCents, availableAt }) => [
        { ...from, amountCents: -amountCents, availableAt },
        { ...to, amountCents, availableAt },
      ]);
      expect(sumsOf(entries)).toEqual(sumsOf(sides));
      expect(entries.every((entry) => entry.amountCents !== 0)).toBe(true);
    }),
  );
});

test('a journal and its reverse leave nothing behind, account by account and date by date', () => {
  fc.assert(
    fc.property(postings, (posted) => {
      const journal = journalOf(posted);
      expect(sumsOf([...journal.entries, ...reverseOf(journal.entries).entries])).toEqual({});
    }),
  );
});

test('the companies lowered are those that are down at some instant, although they may be up at the end', () => {
  fc.assert(
    fc.property(postings, (posted) => {
      const journal = journalOf(posted);
      const down = [1, 2, 3, 4].filter((companyId) =>
        [1, 2, 3, 4].some(
          (number) =>
            sumOf(
              journal.entries.filter((entry) => entry.companyId === companyId && entry.availableAt <= day(number)),
            ) < 0,
        ),
      );
      expect(companiesLowered(journal)).toEqual(down);
    }),
  );
});

test('entries that are not a whole journal cannot be reversed', () => {
  const { entries } = journalOf([
    { from: CLEARING, to: mainOf(1), amountCents: 5, availableAt: day(1), tag: 'share', position: 0 },
  ]);
  expect(() => reverseOf(entries.slice(1))).toThrow(RangeError);
});

test.each([-1, 0.5, Number.NaN])('a posting of %d is refused', (amountCents) => {
  expect(() =>
    journalOf([{ from: CLEARING, to: mainOf(1), amountCents, availableAt: day(1), tag: 'share', position: 0 }]),
  ).toThrow(RangeError);
});

test('no literal passes for a journal', () => {
  // @ts-expect-error the mark of a balanced journal cannot be written down
  const forged: Journal = { entries: [] };
  expect(forged.entries).toEqual([]);
});
