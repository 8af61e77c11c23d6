import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../ground/errors.ts';
import type { Destination } from '../../destinations/destination.ts';
import {
  type PayoutTerms,
  PLAIN_TERMS,
  refuseBeyondLimits,
  refuseDestination,
  startOfLimitDay,
} from './payout-terms.rules.ts';

const NOW = new Date('2026-11-16T12:00:00Z');

function codeOf(act: () => void): string | null {
  try {
    act();
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

const destination: Destination = {
  id: 1,
  merchant_id: 1,
  company_id: 1,
  kind: 'pix_key',
  key_type: 'email',
  masked: { type: 'pix_key', key_type: 'email', key: 'c***@p***.example' },
  sealed: '',
  is_own: null,
  refund_of: null,
  created_at: NOW,
  created_by: 'x',
  usable_at: NOW,
  blocked_at: null,
  block_reason: null,
  removed_at: null,
};

describe('where money may go', () => {
  const codeFor = (changes: Partial<Destination>, { toOthers = false, namesHolder = true } = {}) =>
    codeOf(() => refuseDestination({ ...destination, ...changes }, { toOthers }, { namesHolder }, NOW));

  test('to the company itself, as soon as the hold is over', () => {
    expect(codeFor({ is_own: true })).toBeNull();
    expect(codeFor({ is_own: true, usable_at: new Date(NOW.getTime() + 1) })).toBe('DESTINATION_ON_HOLD');
  });

  test('to others only where the operator allows it', () => {
    expect(codeFor({ is_own: false })).toBe('DESTINATION_INVALID');
    expect(codeFor({ is_own: false }, { toOthers: true })).toBeNull();
  });

  test('to a key that names nobody only where the bank names its holder, or others are allowed', () => {
    expect(codeFor({ is_own: null })).toBeNull();
    expect(codeFor({ is_own: null }, { namesHolder: false })).toBe('DESTINATION_INVALID');
    expect(codeFor({ is_own: null }, { namesHolder: false, toOthers: true })).toBeNull();
  });

  test('never to one that is blocked, or that was made for a refund', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), fc.constantFrom(true, false, null), (toOthers, namesHolder, is_own) => {
        const rules = { toOthers, namesHolder };
        expect(codeFor({ is_own, refund_of: 5 }, rules)).toBe('DESTINATION_INVALID');
        expect(codeFor({ is_own, blocked_at: NOW, block_reason: 'x' }, rules)).toBe('DESTINATION_INVALID');
      }),
    );
  });
});

describe('how much may go', () => {
  const terms = (changes: Partial<PayoutTerms>): PayoutTerms => ({ ...PLAIN_TERMS, ...changes });

  test('anything, where nothing was agreed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 40 }), fc.nat(), (cents, used) => {
        expect(codeOf(() => refuseBeyondLimits(PLAIN_TERMS, cents, used))).toBeNull();
      }),
    );
  });

  test('within all three limits, and their edges, and nothing else', () => {
    const small = fc.integer({ min: 1, max: 50 });
    const limit = fc.option(small, { nil: null });
    fc.assert(
      fc.property(small, small, limit, limit, fc.nat({ max: 50 }), (cents, minimumCents, mostCents, dayCents, used) => {
        const code = codeOf(() => refuseBeyondLimits(terms({ minimumCents, mostCents, dayCents }), cents, used));
        if (cents < minimumCents) expect(code).toBe('PAYOUT_BELOW_MINIMUM');
        else {
          const isWithin = cents <= (mostCents ?? cents) && used + cents <= (dayCents ?? used + cents);
          expect(code).toBe(isWithin ? null : 'PAYOUT_LIMIT_EXCEEDED');
        }
      }),
    );
  });

  test('the day of a limit begins at midnight in São Paulo', () => {
    expect(startOfLimitDay(new Date('2026-11-16T02:59:59Z'))).toEqual(new Date('2026-11-15T03:00:00Z'));
    expect(startOfLimitDay(new Date('2026-11-16T03:00:00Z'))).toEqual(new Date('2026-11-16T03:00:00Z'));
  });
});
