import { describe, expect, test } from 'vitest';
import { Books } from '../../books/ledger/books.contract.ts';
import {
  approvalJournal,
  refundJournal,
  refundReversalJournal,
  standingsOf,
} from '../../books/ledger/postings.rules.ts';
import { SETTLED_AT_ONCE, type SettlementTerms } from '../../books/ledger/value-dates.rules.ts';
import { ApiError, errorBody } from '../../ground/errors.ts';
import type { FeeOnRefund } from '../payments/payment.ts';
import { allocate } from '../splits/allocate.rules.ts';
import type { Participant } from '../splits/participants.rules.ts';
import { OWNER, participant } from '../splits/split-samples.contract.ts';
import { companiesToLock, coverShortfalls, coversOf } from './cover.rules.ts';
import { allocateRefund } from './refund.rules.ts';

const PAID_AT = new Date('2026-03-02T15:00:00.000Z');
const NOW = new Date('2026-03-02T18:00:00.000Z');
const NEXT_DAY = new Date('2026-03-03T03:00:00.000Z');
const TWO = [1, 3];

interface Scene {
  terms?: Partial<SettlementTerms>;
  /** What the owner (1) and the partner (3) have or owe besides this payment. */
  openings?: [companyId: number, amountCents: number, availableAt: Date][];
  alone?: boolean;
  partner?: Partial<Participant>;
}

/** 100,00 at 1 %, 30 % of the gross to a partner. */
function paid({ terms = {}, openings = [], alone = false, partner = {} }: Scene): Books {
  const books = new Books();
  for (const opening of openings) books.open(...opening);
  const shares = allocate({
    totalCents: 10_000,
    feeCents: 100,
    owner: OWNER,
    participants: alone ? [] : [participant(partner)],
  });
  const own = { ...SETTLED_AT_ONCE, ...terms };
  books.post(approvalJournal(shares, new Map(TWO.map((id) => [id, own])), { paidAt: PAID_AT, postedAt: PAID_AT }));
  return books;
}

function refund(books: Books, amountCents: number, now: Date, feeOnRefund: FeeOnRefund = 'returned') {
  const legs = allocateRefund({ amountCents, standings: standingsOf(books.ofPayment), feeOnRefund });
  const covers = coverShortfalls({
    legs,
    ownerCompanyId: 1,
    outlooks: books.outlooks(companiesToLock(legs, 1), now),
    now,
  });
  const journal = refundJournal({ legs, covers, ownerCompanyId: 1, now });
  books.post(journal);
  return { covers, journal };
}

function refusalOf(run: () => unknown) {
  try {
    run();
    return null;
  } catch (error) {
    if (error instanceof ApiError) return errorBody(error);
    throw error;
  }
}

const available = (books: Books, now: Date) => TWO.map((id) => books.balance(id, now).available);

describe('worked example: a participant short of balance', () => {
  test('is covered by the owner for the shortfall only; a refusal of the acquirer gives everything back to whoever paid', () => {
    const books = paid({
      openings: [
        [1, 5_000, PAID_AT],
        [3, -2_000, PAID_AT],
      ],
    });
    expect(available(books, NOW)).toEqual([11_900, 1_000]);
    const { covers, journal } = refund(books, 10_000, NOW);
    expect(covers).toEqual([{ companyId: 3, amountCents: 2_000, availableAt: NOW }]);
    expect(journal.entries.filter((entry) => entry.tag === 'cover')).toEqual([
      { account: 'company_main', companyId: 1, amountCents: -2_000, availableAt: NOW, tag: 'cover', position: null },
      { account: 'company_main', companyId: 3, amountCents: 2_000, availableAt: NOW, tag: 'cover', position: null },
    ]);
    expect(available(books, NOW)).toEqual([3_000, 0]);
    expect(standingsOf(books.ofPayment).every((row) => row.mainCents + row.retainedCents + row.feeCents === 0)).toBe(
      true,
    );

    books.post(refundReversalJournal(journal.entries));
    expect(available(books, NOW)).toEqual([11_900, 1_000]);
    expect(standingsOf(books.ofPayment)).toEqual(standingsOf(paid({}).ofPayment));
  });

  test('an owner that cannot cover it stops the refund, with its own figures', () => {
    const books = paid({
      openings: [
        [1, -5_000, PAID_AT],
        [3, -2_500, PAID_AT],
      ],
    });
    // Its own leg of 70,00 less the fee of 1,00, from 19,00; the 25,00 for the partner are nobody's to know.
    expect(refusalOf(() => refund(books, 10_000, NOW))).toMatchObject({
      statusCode: 400,
      code: 'INSUFFICIENT_BALANCE',
      details: { available: 1_900, required: 6_900, shortfall: 5_000 },
    });
    expect(available(books, NOW)).toEqual([1_900, 500]);
  });

  test('what is told of a refusal is the same, whatever a partner has: nobody computes another’s balance from it', () => {
    const told = (owner: number) =>
      [-1, -1_234, -3_000].map((partner) => {
        const books = paid({
          openings: [
            [1, owner, PAID_AT],
            [3, partner, PAID_AT],
          ],
        });
        return refusalOf(() => refund(books, 10_000, NOW));
      });
    const [first, ...others] = told(0);
    expect(first).toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      details: { available: 6_900, required: 6_900, shortfall: 0 },
    });
    expect(first?.error).toBe('the owner cannot cover what other participants lack');
    for (const other of others) expect(other).toEqual(first);
    const [short, ...shortToo] = told(-1);
    expect(short).toMatchObject({ details: { available: 6_899, required: 6_900, shortfall: 1 } });
    for (const other of shortToo) expect(other).toEqual(short);
  });

  test('a debt it already had is not the owner’s to pay', () => {
    const books = paid({
      openings: [
        [1, 5_000, PAID_AT],
        [3, -9_000, PAID_AT],
      ],
    });
    expect(refund(books, 10_000, NOW).covers).toEqual([{ companyId: 3, amountCents: 3_000, availableAt: NOW }]);
    expect(available(books, NOW)).toEqual([2_000, -6_000]);
  });
});

describe('enough balance', () => {
  test('is judged on the net of the journal: the fee that comes back counts', () => {
    const books = paid({ alone: true });
    expect(refund(books, 10_000, NOW).covers).toEqual([]);
    expect(available(books, NOW)).toEqual([0, 0]);
  });

  test('a kept fee must be there', () => {
    expect(refusalOf(() => refund(paid({ alone: true }), 10_000, NOW, 'kept'))?.details).toEqual({
      available: 9_900,
      required: 10_000,
      shortfall: 100,
    });
    expect(refund(paid({ alone: true, openings: [[1, 100, PAID_AT]] }), 10_000, NOW, 'kept').covers).toEqual([]);
  });

  test('what is retained pays for its own part of the refund', () => {
    const books = paid({ alone: true, terms: { retentionBasisPoints: 1_000, retentionDays: 30 } });
    refund(books, 10_000, NOW);
    expect(books.balance(1, NOW)).toEqual({ available: 0, future: 0, retention: 0 });
  });

  test('what is not settled yet is reversed where it would have settled, with nothing available', () => {
    const books = paid({ terms: { settlementDays: 1 } });
    refund(books, 4_000, NOW);
    expect(books.balance(1, NOW)).toEqual({ available: 0, future: 4_140, retention: 0 });
    expect(books.balance(3, NOW)).toEqual({ available: 0, future: 1_800, retention: 0 });
  });

  test('money that only settles tomorrow does not pay today', () => {
    const books = paid({
      alone: true,
      openings: [
        [1, -9_900, PAID_AT],
        [1, 50_000, NEXT_DAY],
      ],
    });
    expect(refusalOf(() => refund(books, 10_000, NOW))?.details).toEqual({
      available: 0,
      required: 9_900,
      shortfall: 9_900,
    });
  });

  test('a debit that waits for its date may not take the balance below zero on that date', () => {
    const unsettled = { alone: true, terms: { settlementDays: 1 } };
    const kept = refusalOf(() => refund(paid(unsettled), 10_000, NOW, 'kept'));
    expect(kept).toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      details: { available: 9_900, required: 10_000, shortfall: 100 },
    });
    const owing = paid({ ...unsettled, openings: [[1, -5, NEXT_DAY]] });
    expect(refusalOf(() => refund(owing, 10_000, NOW))?.details).toEqual({
      available: 9_895,
      required: 9_900,
      shortfall: 5,
    });
  });

  test('a participant that is short only later is covered from then on', () => {
    const openings: Scene['openings'] = [
      [1, 5_000, PAID_AT],
      [3, -700, NEXT_DAY],
    ];
    const { covers } = refund(paid({ terms: { settlementDays: 1 }, openings }), 10_000, NOW);
    expect(covers).toEqual([{ companyId: 3, amountCents: 700, availableAt: NEXT_DAY }]);
  });

  test('a cover given now still stands later: a later instant adds only what it lacks on top', () => {
    const released = new Date('2026-04-01T03:00:00.000Z');
    const openings: Scene['openings'] = [
      [1, 5_000, PAID_AT],
      [3, -500, PAID_AT],
      [3, -200, released],
    ];
    const { covers } = refund(
      paid({ terms: { retentionBasisPoints: 1_000, retentionDays: 30 }, openings }),
      10_000,
      NOW,
    );
    expect(covers).toEqual([
      { companyId: 3, amountCents: 500, availableAt: NOW },
      { companyId: 3, amountCents: 200, availableAt: released },
    ]);
  });

  test('an owner that owes, but pays nothing of this refund, does not stop it', () => {
    const books = paid({ openings: [[1, -5, PAID_AT]], partner: { merchantType: 'PRIMARY', chargeFee: true } });
    expect(refund(books, 10_000, NOW).covers).toEqual([]);
    expect(available(books, NOW)).toEqual([-5, 0]);
  });

  test('the balances of everyone in the refund are needed', () => {
    const legs = allocateRefund({
      amountCents: 10_000,
      standings: standingsOf(paid({}).ofPayment),
      feeOnRefund: 'returned',
    });
    expect(() => coverShortfalls({ legs, ownerCompanyId: 1, outlooks: new Map(), now: NOW })).toThrow(RangeError);
  });
});

test('debit locks are taken by rising id, each once, the owner always', () => {
  const leg = {
    position: 1,
    mainCents: 1,
    retainedCents: 0,
    feeReturnedCents: 0,
    mainAvailableAt: NOW,
    retainedAvailableAt: NOW,
  };
  const legs = [10, 9, 10].map((companyId) => ({ ...leg, companyId }));
  expect(companiesToLock(legs, 11)).toEqual([9, 10, 11]);
  expect(companiesToLock([], 11)).toEqual([11]);
});

test('the owner is never covered, nor a company whose balance was not read', () => {
  const leg = {
    mainCents: 100,
    retainedCents: 0,
    feeReturnedCents: 0,
    mainAvailableAt: PAID_AT,
    retainedAvailableAt: PAID_AT,
  };
  const legs = [1, 3, 4].map((companyId, position) => ({ ...leg, companyId, position }));
  const poor = { availableCents: 0, later: [] };
  const outlooks = new Map([1, 3].map((companyId) => [companyId, poor]));
  expect(coversOf({ legs, ownerCompanyId: 1, outlooks, now: NOW })).toEqual([
    { companyId: 3, amountCents: 100, availableAt: NOW },
  ]);
});

test('a refusal says in words what is missing, or only that others cannot be covered', () => {
  const wordsOf = (openings: NonNullable<Scene['openings']>) =>
    refusalOf(() => refund(paid({ openings }), 10_000, NOW))?.error;
  expect(wordsOf([[1, -5_000, PAID_AT]])).toBe('refund needs 6900 cents, 1900 available');
  expect(wordsOf([[3, -2_500, PAID_AT]])).toBe('the owner cannot cover what other participants lack');
});
