import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ShareStanding } from '../../books/ledger/postings.rules.ts';
import { ApiError, errorBody } from '../../ground/errors.ts';
import { APPROVED, FAILED, PENDING, REFUNDED } from '../payments/status.rules.ts';
import { allocateRefund, checkPixRefund, checkReversal, type RefundCandidate } from './refund.rules.ts';

const PAID_AT = new Date('2026-03-02T15:00:00.000Z');
const NOW = new Date('2026-03-05T12:00:00.000Z');
const LAST = new Date('2026-05-31T15:00:00.000Z');
const TOO_LATE = new Date('2026-05-31T15:00:00.001Z');

const payment = (changes: Partial<RefundCandidate> = {}): RefundCandidate => ({
  payment_type: 'pix',
  status: APPROVED,
  amount_cents: 10_000,
  paid_cents: null,
  refunded_cents: 0,
  refunding_cents: 0,
  paid_at: PAID_AT,
  pix_acquirer: null,
  received_by: null,
  ...changes,
});

function refusalOf(run: () => unknown): ReturnType<typeof errorBody> | null {
  try {
    run();
    return null;
  } catch (error) {
    if (error instanceof ApiError) return errorBody(error);
    throw error;
  }
}

describe('PIX refund (interface, POST /payments/pix/refund, rules 2 to 7)', () => {
  /** In order of precedence: each candidate fails this check and all the later ones. */
  test.each([
    ['TRANSACTION_NOT_PIX', payment({ payment_type: 'invoice', status: PENDING, refunded_cents: 1 }), TOO_LATE],
    ['TRANSACTION_NOT_REFUNDABLE', payment({ status: FAILED, refunded_cents: 1 }), TOO_LATE],
    ['REFUND_PERIOD_EXPIRED', payment({ refunded_cents: 1 }), TOO_LATE],
    ['REFUND_VALUE_EXCEEDS_ORIGINAL', payment({ refunded_cents: 1 }), LAST],
  ])('%s', (code, candidate, now) => {
    expect(refusalOf(() => checkPixRefund(candidate, 10_000, now))).toMatchObject({ statusCode: 400, code });
  });

  test('the text of a boleto points to the reversal', () => {
    expect(refusalOf(() => checkPixRefund(payment({ payment_type: 'invoice' }), null, NOW))?.error).toContain(
      'POST /payments/reversal',
    );
  });

  test.each([PENDING, FAILED, REFUNDED] as const)('status %i is not paid', (status) => {
    expect(refusalOf(() => checkPixRefund(payment({ status }), 1, NOW))?.code).toBe('TRANSACTION_NOT_REFUNDABLE');
  });

  test('approved without a time of payment is not refundable', () => {
    expect(refusalOf(() => checkPixRefund(payment({ paid_at: null }), 1, NOW))?.code).toBe(
      'TRANSACTION_NOT_REFUNDABLE',
    );
  });

  test('the last instant of the 90 days still counts', () => {
    expect(checkPixRefund(payment(), 1, LAST)).toBe(1);
  });

  test('no amount means the original one, also when less remains', () => {
    expect(checkPixRefund(payment(), null, NOW)).toBe(10_000);
    const bySlip = { payment_type: 'invoice', pix_acquirer: 'banco', received_by: 'banco' } as const;
    expect(checkPixRefund(payment({ ...bySlip, paid_cents: 9_500 }), null, NOW)).toBe(9_500);
    expect(checkPixRefund(payment({ ...bySlip, paid_cents: 10_320 }), null, NOW)).toBe(10_000);
    expect(refusalOf(() => checkPixRefund(payment({ refunded_cents: 1 }), null, NOW))).toMatchObject({
      details: { remaining: 9_999 },
    });
  });

  test('refunds under way are not there to be refunded again', () => {
    const candidate = payment({ refunded_cents: 3_000, refunding_cents: 2_000 });
    expect(checkPixRefund(candidate, 5_000, NOW)).toBe(5_000);
    expect(refusalOf(() => checkPixRefund(candidate, 5_001, NOW))).toMatchObject({
      code: 'REFUND_VALUE_EXCEEDS_ORIGINAL',
      details: { remaining: 5_000 },
    });
  });
});

describe('reversal (interface, POST /payments/reversal, rules 1, 2, 4 and 5)', () => {
  test.each([
    ['refunded', payment({ status: REFUNDED, refunded_cents: 10_000 }), 'was refunded before', [10_000, 0]],
    ['refunded, with nothing noted of it', payment({ status: REFUNDED }), 'was refunded before', [0, 10_000]],
    ['partly refunded', payment({ refunded_cents: 1 }), 'was refunded before', [1, 9_999]],
    ['with a refund in progress', payment({ refunding_cents: 1 }), 'in progress', [0, 9_999]],
    ['both', payment({ refunded_cents: 200, refunding_cents: 3_000 }), 'in progress', [200, 6_800]],
  ])('%s', (_name, candidate, text, [refunded_amount, remaining]) => {
    const refusal = refusalOf(() => checkReversal(candidate));
    expect(refusal).toMatchObject({
      statusCode: 400,
      code: 'TRANSACTION_ALREADY_REFUNDED',
      details: { refunded_amount, remaining },
    });
    expect(refusal?.error).toContain(text);
  });

  test.each([
    [PENDING, 'PENDING'],
    [FAILED, 'FAILED'],
  ] as const)('the text names status %i as %s', (status, statusName) => {
    const refusal = refusalOf(() => checkReversal(payment({ status })));
    expect(refusal).toMatchObject({ statusCode: 400, code: 'TRANSACTION_NOT_APPROVED' });
    expect(refusal?.error).toContain(statusName);
  });

  test('always the whole, of any type, at any age', () => {
    expect(checkReversal(payment({ payment_type: 'invoice', paid_at: new Date(0) }))).toBe(10_000);
  });
});

const standing = (position: number, mainCents: number, retainedCents: number, feeCents: number): ShareStanding => {
  return {
    position,
    companyId: position + 1,
    mainCents,
    retainedCents,
    feeCents,
    mainAvailableAt: NOW,
    retainedAvailableAt: NOW,
  };
};
const told = (amountCents: number, standings: ShareStanding[], feeOnRefund: 'returned' | 'kept' = 'returned') =>
  allocateRefund({ amountCents, standings, feeOnRefund }).map((leg) => [
    leg.position,
    leg.mainCents,
    leg.retainedCents,
    leg.feeReturnedCents,
  ]);

describe('division of a refund, worked examples', () => {
  test.each([
    ['half of 100,00 at 1 %', 5_000, [standing(0, 10_000, 0, 100)], [[0, 5_000, 0, 50]]],
    ['the fee half up', 50, [standing(0, 10_000, 0, 100)], [[0, 50, 0, 1]]],
    ['a leg without a whole cent is no leg', 1, [standing(0, 7_000, 0, 100), standing(1, 3_000, 0, 0)], [[0, 1, 0, 0]]],
    [
      '33,34 of 70/30',
      3_334,
      [standing(0, 7_000, 0, 100), standing(1, 3_000, 0, 0)],
      [
        [0, 2_334, 0, 33],
        [1, 1_000, 0, 0],
      ],
    ],
    ['retained 9,90 in the same proportion', 5_000, [standing(0, 9_010, 990, 100)], [[0, 4_505, 495, 50]]],
    ['a tie goes to the main part', 1, [standing(0, 1, 1, 0)], [[0, 1, 0, 0]]],
    ['a tie goes to the earlier position', 1, [standing(1, 1, 0, 0), standing(2, 1, 0, 0)], [[1, 1, 0, 0]]],
    [
      'a fee borne by two',
      5_000,
      [standing(0, 9_960, 0, 60), standing(1, 40, 0, 40)],
      [
        [0, 4_980, 0, 30],
        [1, 20, 0, 20],
      ],
    ],
    [
      'a bearer without a share',
      2_500,
      [standing(0, 0, 0, 100), standing(1, 10_000, 0, 0)],
      [
        [0, 0, 0, 25],
        [1, 2_500, 0, 0],
      ],
    ],
  ])('%s', (_name, amountCents, standings, legs) => {
    expect(told(amountCents, standings)).toEqual(legs);
  });

  test('a kept fee does not come back', () => {
    expect(told(10_000, [standing(0, 10_000, 0, 100)], 'kept')).toEqual([[0, 10_000, 0, 0]]);
  });

  test.each([0, -1, 0.5, 10_001, Number.NaN])('a refund of %d is none', (amountCents) => {
    expect(() => told(amountCents, [standing(0, 10_000, 0, 100)])).toThrow(RangeError);
  });
});

test('legs add up to the refund, none is negative or above what is left, and the fee comes back half up', () => {
  const cents = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 9_999_999_999 }));
  const rows = fc.array(fc.tuple(cents, cents, cents), { minLength: 1, maxLength: 21 });
  fc.assert(
    fc.property(rows, fc.double({ min: 0, max: 1, noNaN: true }), (figures, part) => {
      const standings = figures.map(([main, retained, fee], position) => standing(position, main, retained, fee));
      const remaining = figures.reduce((sum, [main, retained]) => sum + main + retained, 0);
      const fee = figures.reduce((sum, [, , borne]) => sum + borne, 0);
      fc.pre(remaining > 0);
      const amountCents = Math.max(1, Math.floor(remaining * part));
      const legs = allocateRefund({ amountCents, standings, feeOnRefund: 'returned' });
      expect(legs.reduce((sum, leg) => sum + leg.mainCents + leg.retainedCents, 0)).toBe(amountCents);
      const returned = BigInt(legs.reduce((sum, leg) => sum + leg.feeReturnedCents, 0));
      const twiceOff = 2n * (returned * BigInt(remaining) - BigInt(amountCents) * BigInt(fee));
      expect(twiceOff > -BigInt(remaining) && twiceOff <= BigInt(remaining)).toBe(true);
      for (const leg of legs) {
        const [main, retained, borne] = figures[leg.position] ?? [-1, -1, -1];
        for (const [taken, left] of [
          [leg.mainCents, main] as const,
          [leg.retainedCents, retained] as const,
          [leg.feeReturnedCents, borne] as const,
        ]) {
          expect(taken).toBeGreaterThanOrEqual(0);
          expect(taken).toBeLessThanOrEqual(left);
        }
      }
    }),
  );
});
