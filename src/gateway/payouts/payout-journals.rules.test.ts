import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assertNobodyBelowZero } from '../../books/ledger/debit.rules.ts';
import type { Entry } from '../../books/ledger/journal.rules.ts';
import { ApiError } from '../../ground/errors.ts';
import {
  payoutJournal,
  payoutReturnJournal,
  refuseUnaffordable,
  undonePayoutJournal,
} from './payout-journals.rules.ts';

const NOW = new Date('2026-11-16T12:00:00Z');
const COMPANY = 7;
const daysLater = (days: number) => new Date(NOW.getTime() + days * 86_400_000);
const sumOf = (entries: readonly Entry[], account?: string) =>
  entries.reduce((sum, entry) => sum + (account === undefined || entry.account === account ? entry.amountCents : 0), 0);

const cents = fc.integer({ min: 1, max: 1_000_000_00 });
const sums = fc.record({
  companyId: fc.constant(COMPANY),
  amountCents: cents,
  feeCents: fc.oneof(fc.constant(0), cents),
});

describe('the journals of a payout', () => {
  test('amount and fee leave the company at once: one by the acquirer, the other to us', () => {
    const { entries } = payoutJournal({ companyId: COMPANY, amountCents: 1_500, feeCents: 100 }, NOW);
    expect(entries.map(({ account, companyId, amountCents, tag }) => [account, companyId, amountCents, tag])).toEqual([
      ['company_main', COMPANY, -1_500, 'payout'],
      ['company_main', COMPANY, -100, 'payout_fee'],
      ['acquirer_clearing', null, 1_500, 'payout'],
      ['platform_fee', null, 100, 'payout_fee'],
    ]);
    expect(entries.every(({ availableAt }) => availableAt === NOW)).toBe(true);
  });

  test('without a fee nothing is booked as one', () => {
    const { entries } = payoutJournal({ companyId: COMPANY, amountCents: 1_500, feeCents: 0 }, NOW);
    expect(entries.map(({ tag }) => tag)).toEqual(['payout', 'payout']);
  });

  test('each sums to zero, and what is undone leaves nothing anywhere', () => {
    fc.assert(
      fc.property(sums, (asked) => {
        const { entries } = payoutJournal(asked, NOW);
        const undone = undonePayoutJournal(entries, daysLater(1)).entries;
        expect(sumOf(entries)).toBe(0);
        expect(sumOf(undone)).toBe(0);
        for (const account of ['company_main', 'acquirer_clearing', 'platform_fee'])
          expect(sumOf([...entries, ...undone], account)).toBe(0);
      }),
    );
  });

  test('a return gives the company its amount back, and the fee stays ours', () => {
    fc.assert(
      fc.property(sums, (asked) => {
        const entries = [
          ...payoutJournal(asked, NOW).entries,
          ...payoutReturnJournal(COMPANY, asked.amountCents, daysLater(3)).entries,
        ];
        expect(sumOf(entries)).toBe(0);
        expect(sumOf(entries, 'company_main') + asked.feeCents).toBe(0);
        expect(sumOf(entries, 'acquirer_clearing')).toBe(0);
        expect(sumOf(entries, 'platform_fee')).toBe(asked.feeCents);
      }),
    );
  });
});

describe('what a company can afford', () => {
  const outlooks = fc.record({
    availableCents: fc.integer({ min: -50_000, max: 200_000 }),
    later: fc.array(
      fc.record({
        availableAt: fc.integer({ min: 1, max: 40 }).map(daysLater),
        amountCents: fc.integer({ min: -50_000, max: 50_000 }),
      }),
      { maxLength: 6 },
    ),
  });
  const small = fc.record({
    companyId: fc.constant(COMPANY),
    amountCents: fc.integer({ min: 1, max: 150_000 }),
    feeCents: fc.integer({ min: 0, max: 5_000 }),
  });
  const isRefused = (...asked: Parameters<typeof refuseUnaffordable>) => {
    try {
      refuseUnaffordable(...asked);
      return null;
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
  };

  test('it is refused exactly where the ledger would not let it pass, now or at a later value date', () => {
    fc.assert(
      fc.property(small, outlooks, (asked, outlook) => {
        const journal = payoutJournal(asked, NOW);
        const refusal = isRefused(asked, journal, outlook, NOW);
        const post = () => assertNobodyBelowZero(journal, new Map([[COMPANY, outlook]]), NOW);
        if (refusal) expect(post).toThrow();
        else expect(post).not.toThrow();
      }),
    );
  });

  test('the figures say what is missing', () => {
    fc.assert(
      fc.property(small, outlooks, (asked, outlook) => {
        const refusal = isRefused(asked, payoutJournal(asked, NOW), outlook, NOW);
        if (!refusal) return;
        const { available, required, shortfall } = refusal.context.details as Record<string, number>;
        expect(refusal.code).toBe('INSUFFICIENT_BALANCE');
        expect(required).toBe(asked.amountCents + asked.feeCents);
        expect(shortfall).toBeGreaterThan(0);
        expect((available as number) + (shortfall as number)).toBe(required);
      }),
    );
  });

  test('money that is still to come pays for nothing, and money that goes later is needed', () => {
    const asked = { companyId: COMPANY, amountCents: 1_000, feeCents: 0 };
    const journal = payoutJournal(asked, NOW);
    const later = (amountCents: number) => [{ availableAt: daysLater(1), amountCents }];
    expect(isRefused(asked, journal, { availableCents: 1_000, later: [] }, NOW)).toBeNull();
    expect(isRefused(asked, journal, { availableCents: 999, later: later(5_000) }, NOW)).not.toBeNull();
    expect(isRefused(asked, journal, { availableCents: 1_000, later: later(-1) }, NOW)).not.toBeNull();
  });
});
