import { describe, expect, it } from 'vitest';
import { type Account, CLEARING, mainOf, PLATFORM_FEE, retainedOf } from '../../books/ledger/accounts.rules.ts';
import { adjustmentJournal, checkBooking } from './booking.rules.ts';
import type { KnownDivergence } from './divergence.rules.ts';

const LATE: KnownDivergence = {
  id: 7,
  kind: 'LATE_PAYMENT',
  gapCents: 10_000,
  differenceCents: 10_000,
  isOpen: true,
  isBooked: false,
  isGone: false,
};
const UNDONE: KnownDivergence = { ...LATE, kind: 'PAYMENT_UNDONE', gapCents: -10_000, differenceCents: -10_000 };

function book(divergence: KnownDivergence, from: Account, to: Account, others: KnownDivergence[] = []): number {
  return checkBooking({ divergence, known: [divergence, ...others], companyIds: [3, 4], from, to });
}

describe('checkBooking', () => {
  it.each([mainOf(3), mainOf(4), PLATFORM_FEE])(
    'money that came goes from the acquirer to %o, money that is missing the other way',
    (other) => {
      expect(book(LATE, CLEARING, other)).toBe(10_000);
      expect(book(UNDONE, other, CLEARING)).toBe(10_000);
      expect(() => book(LATE, other, CLEARING)).toThrow('holds more than the books say: from acquirer');
      expect(() => book(UNDONE, CLEARING, other)).toThrow('holds less than the books say: to acquirer');
    },
  );

  it('resolved before, it can be booked', () => {
    expect(book({ ...LATE, isOpen: false }, CLEARING, mainOf(3))).toBe(10_000);
  });

  it('the acquirer is on one side and somebody else on the other', () => {
    for (const [from, to] of [
      [CLEARING, CLEARING],
      [mainOf(3), mainOf(4)],
      [PLATFORM_FEE, mainOf(3)],
    ] as const) {
      for (const divergence of [LATE, UNDONE]) expect(() => book(divergence, from, to)).toThrow('acquirer');
    }
  });

  it('only companies with a part in the payment', () => {
    expect(() => book(LATE, CLEARING, mainOf(5))).toThrow('company 5 has no part in the payment; these have: 3, 4');
    expect(() => book(UNDONE, retainedOf(5), CLEARING)).toThrow('company 5 has no part');
  });

  it('a refusal is the operator’s mistake, in words that name everything that stands now', () => {
    const gone = { ...LATE, isGone: true };
    const standing = [
      { ...LATE, id: 8 },
      { ...LATE, id: 9, kind: 'UNREQUESTED_REFUND', differenceCents: -400 } as const,
    ];
    expect(() => book(gone, CLEARING, mainOf(3), standing)).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        message:
          'divergence 7 reported 10000 cents and was overtaken by ' +
          'divergence 8, which reports 10000 and divergence 9, which reports -400',
      }),
    );
  });

  it('not what is booked, gone, overtaken or without effect', () => {
    expect(() => book({ ...LATE, isBooked: true }, CLEARING, mainOf(3))).toThrow('already in the books');
    expect(() => book({ ...LATE, isGone: true }, CLEARING, mainOf(3))).toThrow(
      'divergence 7 reported 10000 cents and is gone: at the last look the acquirer and the books agreed again',
    );
    expect(() => book(LATE, CLEARING, mainOf(3), [{ ...UNDONE, id: 9 }])).toThrow(
      'divergence 7 reported 10000 cents and was overtaken by divergence 9, which reports -10000',
    );
    expect(() => book({ ...LATE, differenceCents: 0 }, CLEARING, mainOf(3))).toThrow('came and went');
  });

  it('a later one about refunds does not overtake one about what was received', () => {
    expect(book(LATE, CLEARING, mainOf(3), [{ ...LATE, id: 9, kind: 'UNREQUESTED_REFUND' }])).toBe(10_000);
  });
});

it('the journal has both sides, is available at once and belongs to no row of the split', () => {
  const now = new Date('2026-03-02T12:00:00Z');
  const common = { availableAt: now, tag: 'adjustment', position: null };
  expect(adjustmentJournal(CLEARING, mainOf(3), 10_000, now).entries).toEqual([
    { ...mainOf(3), amountCents: 10_000, ...common },
    { ...CLEARING, amountCents: -10_000, ...common },
  ]);
});
