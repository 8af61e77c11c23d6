import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns, TRIES_ENOUGH } from '../../../test/support/suite/property-runs.ts';
import { Books } from '../../books/ledger/books.contract.ts';
import type { Journal } from '../../books/ledger/journal.rules.ts';
import {
  approvalJournal,
  type Cover,
  type RefundLeg,
  refundConfirmationJournal,
  refundJournal,
  refundReversalJournal,
  type ShareStanding,
  standingsOf,
} from '../../books/ledger/postings.rules.ts';
import type { BalanceOutlook, SettlementTerms } from '../../books/ledger/value-dates.rules.ts';
import { ApiError } from '../../ground/errors.ts';
import type { FeeOnRefund } from '../payments/payment.ts';
import { allocate } from '../splits/allocate.rules.ts';
import { beside, besidesOf, COMPANIES, OWNER, splits } from '../splits/split-samples.contract.ts';
import { type CoverInput, companiesToLock, coverShortfalls } from './cover.rules.ts';
import { allocateRefund } from './refund.rules.ts';

/** Whole lives of a payment: approval, then refunds of any size at any time, some refused by the acquirer. */

const PAID_AT = new Date('2026-03-02T15:00:00.000Z');
const END = new Date('2036-01-01T00:00:00.000Z');
const HOUR_MS = 3_600_000;
const IDS = COMPANIES.map(({ companyId }) => companyId);
const PLENTY = 1e12;

const terms: fc.Arbitrary<SettlementTerms> = fc.record({
  settlementDays: fc.constantFrom(0, 0, 1, 2),
  retentionBasisPoints: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10_000 })),
  retentionDays: fc.nat({ max: 10 }),
});
const steps = fc.array(
  fc.record({ part: fc.double({ min: 0, max: 1, noNaN: true }), hours: fc.nat({ max: 150 }), refused: fc.boolean() }),
  { maxLength: 6 },
);
const lives = fc.record({
  input: splits,
  terms: fc.tuple(terms, terms, terms, terms, terms).map((list) => new Map(list.map((one, index) => [index + 1, one]))),
  feeOnRefund: fc.constantFrom<FeeOnRefund>('returned', 'kept'),
  beside,
  steps,
});
type Life = typeof lives extends fc.Arbitrary<infer Value> ? Value : never;

function approve({ input, terms: byCompany, beside: part }: Omit<Life, 'steps'>, books = new Books()): Books {
  const shares = allocate(input);
  const instants = { paidAt: PAID_AT, postedAt: PAID_AT };
  books.post(approvalJournal(shares, byCompany, instants, besidesOf(shares, part)));
  return books;
}

const remainingOf = (standings: readonly ShareStanding[]) =>
  standings.reduce((sum, row) => sum + row.mainCents + row.retainedCents, 0);

/** One refund as the operation will make it; without a journal when the owner cannot pay it. */
function refund(books: Books, amountCents: number, feeOnRefund: FeeOnRefund, now: Date) {
  const legs = allocateRefund({ amountCents, standings: standingsOf(books.ofPayment), feeOnRefund });
  const ownerCompanyId = OWNER.companyId;
  const outlooks = books.outlooks(companiesToLock(legs, ownerCompanyId), now);
  const covers = coversOrNone({ legs, ownerCompanyId, outlooks, now });
  if (covers === null) return { legs, outlooks };
  const journal = refundJournal({ legs, covers, ownerCompanyId, now });
  books.post(journal);
  return { journal, covers };
}

function coversOrNone(input: CoverInput): Cover[] | null {
  try {
    return coverShortfalls(input);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'INSUFFICIENT_BALANCE') return null;
    throw error;
  }
}

/** What the acquirer's yes leads to. */
function confirm(books: Books, journal: Journal, now: Date): void {
  books.post(refundConfirmationJournal(journal.entries, standingsOf(books.ofPayment), now));
}

/**
 * There is a sum with which the owner could pay, and with a cent less than that it could not: a refusal
 * is never arbitrary.
 */
function expectAffordableWithMore(
  legs: readonly RefundLeg[],
  outlooks: ReadonlyMap<number, BalanceOutlook>,
  now: Date,
): void {
  const own = outlooks.get(OWNER.companyId) ?? { availableCents: 0, later: [] };
  const canPayWith = (cents: number) => {
    const richer = new Map([...outlooks, [OWNER.companyId, { ...own, availableCents: own.availableCents + cents }]]);
    return coversOrNone({ legs, ownerCompanyId: OWNER.companyId, outlooks: richer, now }) !== null;
  };
  let [short, enough] = [0, PLENTY];
  while (enough - short > 1) {
    const middle = Math.floor((short + enough) / 2);
    if (canPayWith(middle)) enough = middle;
    else short = middle;
  }
  expect([canPayWith(enough), canPayWith(enough - 1)]).toEqual([true, false]);
  // Never more than everything that the refund takes from everybody.
  const debts = [...own.later, { amountCents: own.availableCents }].reduce(
    (sum, { amountCents }) => sum + Math.max(0, -amountCents),
    0,
  );
  expect(enough).toBeLessThanOrEqual(debts + legs.reduce((sum, leg) => sum + leg.mainCents + leg.retainedCents, 0));
}

/** Every step of a life, the last one taking all that remains. */
function* refundsOf(life: Life, books: Books) {
  let now = PAID_AT.getTime();
  for (const { part, hours, refused } of [...life.steps, { part: 1, hours: 0, refused: false }]) {
    now += hours * HOUR_MS;
    const remaining = remainingOf(standingsOf(books.ofPayment));
    if (remaining === 0) return;
    yield { amountCents: Math.min(remaining, Math.max(1, Math.ceil(remaining * part))), now: new Date(now), refused };
  }
}

test('partial refunds in any order, some refused, that add up to what came for the sale restore every account exactly', () => {
  let kept = 0;
  let discounted = 0;
  fc.assert(
    fc.property(lives, (life) => {
      const books = new Books();
      for (const id of IDS) books.open(id, PLENTY, PAID_AT);
      approve(life, books);
      const shares = allocate(life.input);
      const { lateChargesCents, discountCents } = besidesOf(shares, life.beside);
      expect(remainingOf(standingsOf(books.ofPayment))).toBe(life.input.totalCents - discountCents);
      kept += lateChargesCents > 0 ? 1 : 0;
      discounted += discountCents > 0 ? 1 : 0;
      for (const { amountCents, now, refused } of refundsOf(life, books)) {
        const before = standingsOf(books.ofPayment);
        const made = refund(books, amountCents, life.feeOnRefund, now);
        expect(made.covers).toEqual([]);
        expect(remainingOf(standingsOf(books.ofPayment))).toBe(remainingOf(before) - amountCents);
        if (!made.journal) continue;
        if (!refused) confirm(books, made.journal, now);
        else {
          books.post(refundReversalJournal(made.journal.entries));
          expect(standingsOf(books.ofPayment)).toEqual(before);
        }
      }
      const feesKeptBy = (id: number) =>
        shares.filter((share) => share.companyId === id).reduce((sum, share) => sum + share.feeCents, 0);
      const primary = shares.find(({ merchantType }) => merchantType === 'PRIMARY');
      for (const id of IDS) {
        // Late charges stay with the PRIMARY, whoever else is refunded.
        const late = id === primary?.companyId ? lateChargesCents : 0;
        const rest = late - (life.feeOnRefund === 'kept' ? feesKeptBy(id) : 0);
        expect(books.left('company_main', id) + books.left('company_retained', id)).toBe(rest);
        expect(books.left('company_retained', id)).toBeGreaterThanOrEqual(0);
        expect(books.left('company_retained', id)).toBeLessThanOrEqual(late);
        expect(books.balance(id, END)).toEqual({ available: PLENTY + rest, future: 0, retention: 0 });
      }
      expect(books.left('acquirer_clearing', null)).toBe(0 - lateChargesCents);
      expect(books.left('platform_fee', null)).toBe(life.feeOnRefund === 'kept' ? life.input.feeCents : 0);
    }),
    { numRuns: propertyRuns(200) },
  );
  if (TRIES_ENOUGH) expect(Math.min(kept, discounted)).toBeGreaterThan(10);
});

test('a refund that is refused leaves every balance as it was, at every instant from then on, covers included', () => {
  const openings = fc.array(fc.integer({ min: -3_000, max: 20_000 }), { minLength: IDS.length, maxLength: IDS.length });
  fc.assert(
    fc.property(lives, openings, (life, amounts) => {
      const books = new Books();
      for (const [index, id] of IDS.entries()) books.open(id, amounts[index] ?? 0, PAID_AT);
      approve(life, books);
      for (const { amountCents, now, refused } of refundsOf(life, books)) {
        const courses = (instants: number[]) => IDS.map((id) => books.course(id, now, instants));
        const instants = [...books.instants(), now.getTime(), END.getTime()];
        const before = courses(instants);
        const made = refund(books, amountCents, life.feeOnRefund, now);
        if (!made.journal) {
          expect(courses(instants)).toEqual(before);
          continue;
        }
        if (!refused) continue;
        books.post(refundReversalJournal(made.journal.entries));
        expect(courses(instants)).toEqual(before);
      }
    }),
  );
});

test('while the acquirer has not confirmed it, a refund makes nobody richer, so that its refusal makes nobody poorer', () => {
  let waited = 0;
  fc.assert(
    fc.property(lives, (life) => {
      const books = new Books();
      for (const id of IDS) books.open(id, PLENTY, PAID_AT);
      approve(life, books);
      for (const { amountCents, now, refused } of refundsOf(life, books)) {
        const instants = [...books.instants(), now.getTime(), END.getTime()].filter((at) => at <= END.getTime());
        const before = IDS.map((id) => books.course(id, now, instants));
        const { journal } = refund(books, amountCents, life.feeOnRefund, now);
        if (!journal) throw new Error('everybody can pay');
        for (const [index, id] of IDS.entries()) {
          const held = books.course(id, now, instants);
          expect(held.filter((cents, at) => cents > (before[index]?.[at] ?? 0))).toEqual([]);
          if (books.balance(id, END).future > 0) waited += 1;
        }
        if (refused) books.post(refundReversalJournal(journal.entries));
        else confirm(books, journal, now);
        for (const id of IDS) expect(books.balance(id, END).future).toBe(0);
      }
    }),
  );
  if (TRIES_ENOUGH) expect(waited).toBeGreaterThan(0);
});

describe('against balances that may not suffice', () => {
  const openings = fc.array(fc.tuple(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: -3_000, max: 3_000 })), {
    minLength: IDS.length,
    maxLength: IDS.length,
  });

  test('no refund takes anyone’s available balance below zero, now or later, and a cover is not a cent too much', () => {
    let covered = 0;
    let refused = 0;
    fc.assert(
      fc.property(lives, openings, (life, amounts) => {
        const books = new Books();
        for (const [index, id] of IDS.entries()) {
          const [now = 0, tomorrow = 0] = amounts[index] ?? [];
          books.open(id, now, PAID_AT);
          books.open(id, tomorrow, new Date(PAID_AT.getTime() + 24 * HOUR_MS));
        }
        approve(life, books);
        for (const { amountCents, now } of refundsOf(life, books)) {
          const instants = [...books.instants(), now.getTime(), END.getTime()].sort((a, b) => a - b);
          const before = new Map(IDS.map((id) => [id, books.course(id, now, instants)]));
          const made = refund(books, amountCents, life.feeOnRefund, now);
          if (!made.journal) {
            refused += 1;
            expectAffordableWithMore(made.legs, made.outlooks, now);
            continue;
          }
          for (const id of IDS) {
            const after = books.course(id, now, instants);
            const had = before.get(id) ?? [];
            expect(after.filter((cents, index) => cents < Math.min(0, had[index] ?? 0))).toEqual([]);
            const cover = made.covers
              .filter((one) => one.companyId === id)
              .reduce((sum, one) => sum + one.amountCents, 0);
            if (cover === 0) continue;
            covered += 1;
            // Without the last cent of the cover someone would have been below zero, or below where they already were.
            expect(after.some((cents, index) => cents - Math.min(0, had[index] ?? 0) === 0)).toBe(true);
          }
        }
      }),
      { numRuns: propertyRuns(300) },
    );
    // A property that never met its case would show nothing.
    if (TRIES_ENOUGH) expect(Math.min(covered, refused)).toBeGreaterThan(0);
  });

  test('an owner alone, with nothing else, can always refund: rounding never makes it short of what the payment brought', () => {
    const alone = lives.map((life) => ({
      ...life,
      input: { ...life.input, participants: [] },
      feeOnRefund: 'returned' as const,
    }));
    fc.assert(
      fc.property(alone, (life) => {
        const books = approve(life);
        for (const { amountCents, now } of refundsOf(life, books)) {
          const made = refund(books, amountCents, 'returned', now);
          expect(made.covers).toEqual([]);
          if (made.journal) confirm(books, made.journal, now);
        }
        expect(remainingOf(standingsOf(books.ofPayment))).toBe(0);
        const { lateChargesCents } = besidesOf(allocate(life.input), life.beside);
        expect(books.balance(OWNER.companyId, END)).toEqual({ available: lateChargesCents, future: 0, retention: 0 });
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});
