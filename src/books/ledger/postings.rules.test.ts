import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allocate } from '../../gateway/splits/allocate.rules.ts';
import {
  beside,
  besidesOf,
  COMPANIES,
  OWNER,
  participant,
  splits,
} from '../../gateway/splits/split-samples.contract.ts';
import { Books } from './books.contract.ts';
import { companiesLowered, type Entry } from './journal.rules.ts';
import {
  approvalJournal,
  refundConfirmationJournal,
  refundJournal,
  refundReversalJournal,
  standingsOf,
  UNTIL_CONFIRMED,
} from './postings.rules.ts';
import { SETTLED_AT_ONCE, type SettlementTerms } from './value-dates.rules.ts';

const at = (text: string) => new Date(text);
const AT_ONCE = SETTLED_AT_ONCE;
const NEXT_DAY = { ...AT_ONCE, settlementDays: 1 };
const RETAINED = { ...AT_ONCE, retentionBasisPoints: 1_000, retentionDays: 30 };

const everyone = (terms: SettlementTerms) => new Map(COMPANIES.map(({ companyId }) => [companyId, terms]));

function approved(
  input: Parameters<typeof allocate>[0],
  terms: ReadonlyMap<number, SettlementTerms>,
  paidAt: Date,
): Books {
  const books = new Books();
  books.post(approvalJournal(allocate(input), terms, { paidAt, postedAt: paidAt }));
  return books;
}

describe('worked examples', () => {
  test('100,00 by PIX at 1 % alone', () => {
    const paidAt = at('2026-03-02T15:00:00Z');
    const shares = allocate({ totalCents: 10_000, feeCents: 100, owner: OWNER, participants: [] });
    const { entries } = approvalJournal(shares, everyone(AT_ONCE), { paidAt, postedAt: paidAt });
    expect(entries).toEqual([
      { account: 'company_main', companyId: 1, amountCents: 10_000, availableAt: paidAt, tag: 'share', position: 0 },
      { account: 'company_main', companyId: 1, amountCents: -100, availableAt: paidAt, tag: 'fee', position: 0 },
      {
        account: 'acquirer_clearing',
        companyId: null,
        amountCents: -10_000,
        availableAt: paidAt,
        tag: 'share',
        position: null,
      },
      { account: 'platform_fee', companyId: null, amountCents: 100, availableAt: paidAt, tag: 'fee', position: null },
    ]);
  });

  test('retention 10 % for 30 days', () => {
    const books = approved(
      { totalCents: 10_000, feeCents: 100, owner: OWNER, participants: [] },
      everyone(RETAINED),
      at('2026-03-02T15:00:00Z'),
    );
    expect(books.balance(1, at('2026-03-02T15:00:00Z'))).toEqual({ available: 8_910, future: 0, retention: 990 });
    expect(books.balance(1, at('2026-04-01T02:59:59.999Z'))).toEqual({ available: 8_910, future: 0, retention: 990 });
    expect(books.balance(1, at('2026-04-01T03:00:00Z'))).toEqual({ available: 9_900, future: 0, retention: 0 });
  });

  test('boleto of 100,00 at 3,49 paid on the Friday before Carnival', () => {
    const books = approved(
      { totalCents: 10_000, feeCents: 349, owner: OWNER, participants: [] },
      everyone(NEXT_DAY),
      at('2026-02-13T14:00:00Z'),
    );
    expect(books.balance(1, at('2026-02-13T14:00:00Z'))).toEqual({ available: 0, future: 9_651, retention: 0 });
    expect(books.balance(1, at('2026-02-18T02:59:59.999Z'))).toEqual({ available: 0, future: 9_651, retention: 0 });
    expect(books.balance(1, at('2026-02-18T03:00:00Z'))).toEqual({ available: 9_651, future: 0, retention: 0 });
  });

  test('each company of a split settles by its own terms', () => {
    const terms = new Map([...everyone(AT_ONCE), [3, { ...NEXT_DAY, retentionBasisPoints: 333, retentionDays: 2 }]]);
    const books = approved(
      { totalCents: 10_000, feeCents: 100, owner: OWNER, participants: [participant()] },
      terms,
      at('2026-03-02T15:00:00Z'),
    );
    expect(books.balance(1, at('2026-03-02T15:00:00Z'))).toEqual({ available: 6_900, future: 0, retention: 0 });
    // 3,33 % of 30,00 is 99,9 cents, rounded down.
    expect(books.balance(3, at('2026-03-02T15:00:00Z'))).toEqual({ available: 0, future: 2_901, retention: 99 });
    expect(books.balance(3, at('2026-03-03T03:00:00Z'))).toEqual({ available: 2_901, future: 0, retention: 99 });
    expect(books.balance(3, at('2026-03-05T03:00:00Z'))).toEqual({ available: 3_000, future: 0, retention: 0 });
  });

  test('an owner that pays the fee out of nothing is lowered and retains nothing', () => {
    const stranger = participant({ merchantType: 'PRIMARY' });
    const shares = allocate({ totalCents: 10_000, feeCents: 100, owner: OWNER, participants: [stranger] });
    const journal = approvalJournal(shares, everyone(RETAINED), {
      paidAt: at('2026-03-02T15:00:00Z'),
      postedAt: at('2026-03-02T15:00:00Z'),
    });
    expect(companiesLowered(journal)).toEqual([1]);
    expect(journal.entries.filter((entry) => entry.companyId === 1)).toMatchObject([
      { account: 'company_main', amountCents: -100, tag: 'fee' },
    ]);
  });
});

const terms: fc.Arbitrary<SettlementTerms> = fc.record({
  settlementDays: fc.constantFrom(0, 0, 1, 2, 30),
  retentionBasisPoints: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10_000 })),
  retentionDays: fc.nat({ max: 90 }),
});
const allTerms = fc
  .tuple(terms, terms, terms, terms, terms)
  .map((list) => new Map(list.map((one, index) => [index + 1, one])));

test('an approval gives every company its net, retains its part of each positive net, and leaves the acquirer owing the total', () => {
  fc.assert(
    fc.property(splits, allTerms, (input, termsByCompany) => {
      const paidAt = at('2026-03-02T15:00:00Z');
      const shares = allocate(input);
      const books = approved(input, termsByCompany, paidAt);
      expect(books.left('acquirer_clearing', null)).toBe(-input.totalCents);
      expect(books.left('platform_fee', null)).toBe(input.feeCents);
      for (const { companyId } of COMPANIES) {
        const own = shares.filter((share) => share.companyId === companyId);
        const retained = own.reduce((sum, share) => {
          const exact =
            BigInt(Math.max(0, share.netCents)) * BigInt(termsByCompany.get(companyId)?.retentionBasisPoints ?? -1);
          return sum + Number(exact / 10_000n);
        }, 0);
        const net = own.reduce((sum, share) => sum + share.netCents, 0);
        expect(books.left('company_retained', companyId)).toBe(retained);
        expect(books.left('company_main', companyId)).toBe(net - retained);
      }
    }),
  );
});

test('what came beyond the amount, or less than it, is the PRIMARY’s alone, and retained with its net', () => {
  fc.assert(
    fc.property(splits, allTerms, beside, (input, termsByCompany, part) => {
      const paidAt = at('2026-03-02T15:00:00Z');
      const shares = allocate(input);
      const besides = besidesOf(shares, part);
      const [plain, books] = [new Books(), new Books()];
      plain.post(approvalJournal(shares, termsByCompany, { paidAt, postedAt: paidAt }));
      books.post(approvalJournal(shares, termsByCompany, { paidAt, postedAt: paidAt }, besides));
      const difference = besides.lateChargesCents - besides.discountCents;
      expect(books.left('acquirer_clearing', null)).toBe(-input.totalCents - difference);
      expect(books.left('platform_fee', null)).toBe(input.feeCents);
      const primary = shares.find(({ merchantType }) => merchantType === 'PRIMARY');
      const whole = (one: Books, id: number) => one.left('company_main', id) + one.left('company_retained', id);
      for (const { companyId } of COMPANIES) {
        const gained = companyId === primary?.companyId ? difference : 0;
        expect(whole(books, companyId) - whole(plain, companyId)).toBe(gained);
        const basisPoints = BigInt(termsByCompany.get(companyId)?.retentionBasisPoints ?? -1);
        const retained = shares
          .filter((share) => share.companyId === companyId)
          .map(({ netCents, merchantType }) => netCents + (merchantType === 'PRIMARY' ? difference : 0))
          .reduce((sum, net) => sum + Number((BigInt(Math.max(0, net)) * basisPoints) / 10_000n), 0);
        expect(books.left('company_retained', companyId)).toBe(retained);
      }
    }),
  );
});

test('late charges change nothing of what can be refunded, and a discount takes from the PRIMARY’s share only', () => {
  fc.assert(
    fc.property(splits, allTerms, beside, (input, termsByCompany, part) => {
      const paidAt = at('2026-03-02T15:00:00Z');
      const shares = allocate(input);
      const besides = besidesOf(shares, part);
      const entriesOf = (besideIt: typeof besides) =>
        approvalJournal(shares, termsByCompany, { paidAt, postedAt: paidAt }, besideIt).entries;
      const standings = standingsOf(entriesOf(besides));
      if (besides.discountCents === 0)
        expect(standings).toEqual(standingsOf(entriesOf({ ...besides, lateChargesCents: 0 })));
      for (const { position, mainCents, retainedCents } of standings) {
        const share = shares.find((one) => one.position === position);
        const discount = share?.merchantType === 'PRIMARY' ? besides.discountCents : 0;
        expect(mainCents + retainedCents).toBe((share?.shareCents ?? -1) - discount);
        expect(Math.min(mainCents, retainedCents)).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});

test('the standings after an approval are the shares and their fees', () => {
  fc.assert(
    fc.property(splits, allTerms, (input, termsByCompany) => {
      const shares = allocate(input).filter((share) => share.shareCents + share.feeCents > 0);
      const standings = standingsOf(approved(input, termsByCompany, at('2026-03-02T15:00:00Z')).ofPayment);
      expect(
        standings.map(({ position, companyId, mainCents, retainedCents, feeCents }) => [
          position,
          companyId,
          mainCents + retainedCents,
          feeCents,
        ]),
      ).toEqual(
        shares.map(({ position, companyId, shareCents, feeCents }) => [position, companyId, shareCents, feeCents]),
      );
    }),
  );
});

test('a leg is debited at the value date of its credit while that is to come, otherwise now; a refused refund is undone there', () => {
  const [soon, released] = [at('2026-03-03T03:00:00Z'), at('2026-04-02T03:00:00Z')];
  const leg = {
    position: 0,
    companyId: 1,
    mainCents: 900,
    retainedCents: 100,
    feeReturnedCents: 10,
    mainAvailableAt: soon,
    retainedAvailableAt: released,
  };
  const datesOf = (now: Date) => {
    const { entries } = refundJournal({ legs: [leg], covers: [], ownerCompanyId: 1, now });
    const given = refundReversalJournal(entries).entries;
    expect(given).toEqual(entries.map((entry) => ({ ...entry, amountCents: -entry.amountCents })));
    const ofCompany = entries.filter((entry) => entry.companyId === 1);
    return ofCompany.map((entry) => [entry.account, entry.tag, entry.amountCents, entry.availableAt]);
  };
  const expected = (main: Date, retained: Date) => [
    ['company_main', 'refund', -900, main],
    ['company_retained', 'refund', -100, retained],
    ['company_main', 'fee_returned', 10, main],
  ];
  const [before, between, after] = [at('2026-03-02T12:00:00Z'), at('2026-03-10T12:00:00Z'), at('2026-05-01T12:00:00Z')];
  expect(datesOf(before)).toEqual(expected(soon, released));
  expect(datesOf(between)).toEqual(expected(between, released));
  expect(datesOf(after)).toEqual(expected(after, after));
});

test('terms of every company are needed, and a position belongs to one company', () => {
  const shares = allocate({ totalCents: 10_000, feeCents: 100, owner: OWNER, participants: [] });
  const paidAt = at('2026-03-02T15:00:00Z');
  expect(() => approvalJournal(shares, new Map(), { paidAt, postedAt: paidAt })).toThrow(RangeError);
  const { entries } = approvalJournal(shares, everyone(AT_ONCE), { paidAt, postedAt: paidAt });
  expect(() => standingsOf([...entries, ...entries.map((entry) => ({ ...entry, companyId: 2 }))])).toThrow(RangeError);
});

test('when a share comes is told by its approval, in whichever order the entries are read', () => {
  const paidAt = at('2026-03-02T15:00:00Z');
  const retained = { settlementDays: 1, retentionBasisPoints: 1_000, retentionDays: 30 };
  const shares = allocate({ totalCents: 10_000, feeCents: 0, owner: OWNER, participants: [] });
  const { entries } = approvalJournal(shares, everyone(retained), { paidAt, postedAt: paidAt });
  const dates = { mainAvailableAt: at('2026-03-03T03:00:00Z'), retainedAvailableAt: at('2026-04-02T03:00:00Z') };
  expect(standingsOf(entries)).toMatchObject([dates]);
  expect(standingsOf(entries.toReversed())).toMatchObject([dates]);
});

describe('standings', () => {
  const entry = {
    account: 'company_main' as const,
    companyId: 1,
    availableAt: at('2026-03-02T15:00:00Z'),
    position: 0,
  };

  test('come by position, in whatever order the books list the entries', () => {
    const entries = [2, 0, 1].map((position) => ({
      ...entry,
      position,
      companyId: position,
      amountCents: 10,
      tag: 'share' as const,
    }));
    expect(standingsOf(entries).map(({ position }) => position)).toEqual([0, 1, 2]);
  });

  test('a row that only bears the fee has the value date of its fee', () => {
    const early = { ...entry, account: 'company_retained' as const, amountCents: 10, tag: 'retention' as const };
    const fee = { ...entry, amountCents: -3, tag: 'fee' as const, availableAt: at('2026-03-03T03:00:00Z') };
    expect(standingsOf([early, fee])).toMatchObject([
      { mainAvailableAt: fee.availableAt, retainedAvailableAt: early.availableAt },
    ]);
  });
});

describe('fees that come back', () => {
  const now = at('2026-03-02T15:00:00Z');
  const settles = at('2026-03-03T03:00:00Z');
  const leg = { companyId: 1, mainCents: 10, retainedCents: 0, mainAvailableAt: now, retainedAvailableAt: now };
  const returned = (entries: readonly Entry[]) =>
    entries
      .filter(({ tag, companyId }) => tag === 'fee_returned' && companyId !== null)
      .map(({ position, amountCents, availableAt }) => [position, amountCents, availableAt]);

  test('pay a company’s own legs once: what two rows return beyond them waits for the acquirer', () => {
    const legs = [0, 1].map((position) => ({
      ...leg,
      position,
      mainCents: position === 0 ? 10 : 0,
      feeReturnedCents: 8,
    }));
    expect(returned(refundJournal({ legs, covers: [], ownerCompanyId: 1, now }).entries)).toEqual([
      [0, 8, now],
      [1, 2, now],
      [1, 6, UNTIL_CONFIRMED],
    ]);
  });

  test('come at once where the acquirer has refunded already', () => {
    const legs = [{ ...leg, position: 0, mainCents: 0, feeReturnedCents: 8 }];
    const { entries } = refundJournal({ legs, covers: [], ownerCompanyId: 1, now, isConfirmed: true });
    expect(returned(entries)).toEqual([[0, 8, now]]);
  });

  test('that waited come with the credit they were taken from while that is still to come, otherwise now', () => {
    const standing = { companyId: 1, mainCents: 0, retainedCents: 0, feeCents: 0, retainedAvailableAt: now };
    const standings = [
      { ...standing, position: 0, mainAvailableAt: at('2026-03-01T03:00:00Z') },
      { ...standing, position: 1, mainAvailableAt: settles },
    ];
    const waiting = [0, 1, 2].map((position): Entry => {
      return {
        account: 'company_main',
        companyId: 1,
        amountCents: 5,
        availableAt: UNTIL_CONFIRMED,
        tag: 'fee_returned',
        position,
      };
    });
    const released = returned(refundConfirmationJournal(waiting, standings, now).entries).filter(
      ([, cents]) => Number(cents) > 0,
    );
    expect(released).toEqual([
      [0, 5, now],
      [1, 5, settles],
      [2, 5, now],
    ]);
  });
});
