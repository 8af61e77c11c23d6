import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isBusinessDay, saoPauloDateOf } from '../../ground/brazil/calendar.rules.ts';
import { balanceOf, debitTimeOf, outlookOf, SETTLED_AT_ONCE, valueDatesOf } from './value-dates.rules.ts';

const terms = (settlementDays: number, retentionDays = 0) => ({
  settlementDays,
  retentionBasisPoints: 1_000,
  retentionDays,
});
const at = (text: string) => new Date(text);

describe('settlement', () => {
  test.each([
    ['an ordinary Monday', '2026-03-02T15:00:00Z', 1, '2026-03-03T03:00:00.000Z'],
    ['the Friday before Carnival', '2026-02-13T20:00:00Z', 1, '2026-02-18T03:00:00.000Z'],
    ['Saturday', '2026-03-07T12:00:00Z', 1, '2026-03-09T03:00:00.000Z'],
    ['Friday 23:30 in São Paulo, already Saturday in UTC', '2026-03-07T02:30:00Z', 1, '2026-03-09T03:00:00.000Z'],
    ['Maundy Thursday, two days', '2026-04-02T12:00:00Z', 2, '2026-04-07T03:00:00.000Z'],
    ['the last business day of the year', '2026-12-31T12:00:00Z', 1, '2027-01-04T03:00:00.000Z'],
  ])('%s', (_name, paidAt, days, expected) => {
    const dates = valueDatesOf(terms(days), { paidAt: at(paidAt), postedAt: at(paidAt) });
    expect(dates.mainAvailableAt.toISOString()).toBe(expected);
  });

  test('news that comes after the settlement date is available at the posting: no day that is over changes', () => {
    const instants = { paidAt: at('2026-03-02T15:00:00Z'), postedAt: at('2026-03-20T10:00:00Z') };
    expect(valueDatesOf(terms(1), instants)).toEqual({
      mainAvailableAt: instants.postedAt,
      retainedAvailableAt: instants.postedAt,
    });
    expect(valueDatesOf(terms(1, 30), instants).retainedAvailableAt.toISOString()).toBe('2026-04-02T03:00:00.000Z');
  });

  test('D+0 is available at the posting, also of a payment heard of late', () => {
    const postedAt = at('2026-03-05T10:20:30.456Z');
    const paidAt = at('2026-03-01T10:00:00Z');
    expect(valueDatesOf(terms(0), { paidAt, postedAt }).mainAvailableAt).toEqual(postedAt);
    expect(valueDatesOf(SETTLED_AT_ONCE, { paidAt, postedAt }).mainAvailableAt).toEqual(postedAt);
  });

  test('retention ends at 00:00 in São Paulo, N days after the settlement date', () => {
    const instants = { paidAt: at('2026-03-02T15:00:00Z'), postedAt: at('2026-03-02T15:00:05Z') };
    expect(valueDatesOf(terms(0, 30), instants).retainedAvailableAt.toISOString()).toBe('2026-04-01T03:00:00.000Z');
    expect(valueDatesOf(terms(1, 30), instants).retainedAvailableAt.toISOString()).toBe('2026-04-02T03:00:00.000Z');
    // 23:30 of the 2nd in São Paulo is the 3rd in UTC.
    const late = { paidAt: at('2026-03-03T02:30:00Z'), postedAt: at('2026-03-03T02:30:00Z') };
    expect(valueDatesOf(terms(0, 30), late).retainedAvailableAt.toISOString()).toBe('2026-04-01T03:00:00.000Z');
  });

  test('a settlement that is not at once falls on the start of a business day after the payment, and retention not before it', () => {
    const instants = fc.date({ min: at('2020-01-01T00:00:00Z'), max: at('2040-01-01T00:00:00Z'), noInvalidDate: true });
    fc.assert(
      fc.property(instants, fc.integer({ min: 1, max: 40 }), fc.nat({ max: 200 }), (paidAt, days, retentionDays) => {
        const dates = valueDatesOf(terms(days, retentionDays), { paidAt, postedAt: paidAt });
        expect(dates.mainAvailableAt > paidAt).toBe(true);
        expect(isBusinessDay(saoPauloDateOf(dates.mainAvailableAt))).toBe(true);
        expect(
          saoPauloDateOf(new Date(dates.mainAvailableAt.getTime() - 1)) < saoPauloDateOf(dates.mainAvailableAt),
        ).toBe(true);
        expect(dates.retainedAvailableAt >= dates.mainAvailableAt).toBe(true);
      }),
    );
  });
});

const DAYS = [1, 2, 3, 4, 5].map((number) => new Date(Date.UTC(2026, 0, number)));
const days = fc.constantFrom(...DAYS);
const entries = fc.array(
  fc.record({
    account: fc.constantFrom(
      'company_main' as const,
      'company_retained' as const,
      'acquirer_clearing' as const,
      'platform_fee' as const,
    ),
    amountCents: fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }),
    availableAt: days,
  }),
);

describe('balance', () => {
  test('an entry counts from its value date on, main and retained alike', () => {
    const rows = [
      { account: 'company_main' as const, amountCents: 100, availableAt: at('2026-01-01T00:00:00Z') },
      { account: 'company_retained' as const, amountCents: 20, availableAt: at('2026-01-01T00:00:00Z') },
      { account: 'company_main' as const, amountCents: 3, availableAt: at('2026-01-01T00:00:00.001Z') },
      { account: 'company_retained' as const, amountCents: 4, availableAt: at('2026-02-01T00:00:00Z') },
    ];
    expect(balanceOf(rows, at('2026-01-01T00:00:00Z'))).toEqual({ available: 120, future: 3, retention: 4 });
    expect(balanceOf(rows, at('2026-02-01T00:00:00Z'))).toEqual({ available: 127, future: 0, retention: 0 });
    expect(balanceOf(rows, at('2025-12-31T00:00:00Z'))).toEqual({ available: 0, future: 103, retention: 24 });
  });

  test('time moves money between the three figures and never changes their sum; the outlook tells how', () => {
    fc.assert(
      fc.property(entries, days, (rows, now) => {
        const own = rows.filter((row) => row.account.startsWith('company'));
        const whole = own.reduce((sum, row) => sum + row.amountCents, 0);
        const outlook = outlookOf(rows, now);
        for (const day of DAYS) {
          const { available, future, retention } = balanceOf(rows, day);
          expect(available + future + retention).toBe(whole);
          if (day < now) continue;
          const arrived = outlook.later
            .filter((change) => change.availableAt <= day)
            .reduce((sum, change) => sum + change.amountCents, 0);
          expect(outlook.availableCents + arrived).toBe(available);
        }
      }),
    );
  });
});

describe('the time of a debit', () => {
  const now = at('2026-03-02T15:00:00.000Z');
  const fromNow = (ms: number) => new Date(now.getTime() + ms);

  test.each([
    ['the first debit of a company is written now', [], now],
    ['one after a debit in the past is written now', [-1], now],
    ['one after a debit a little ahead is not before it', [1], fromNow(1)],
    ['of several, the latest binds', [-1, 7, 3], fromNow(7)],
    ['a minute ahead still binds', [60_000], fromNow(60_000)],
    ['more than a minute ahead was a wrong clock and binds nobody', [60_001], now],
    ['and takes nothing from what binds the others', [60_001, 5], fromNow(5)],
  ])('%s', (_name, lastDebitsMs, expected) => {
    expect(debitTimeOf(lastDebitsMs.map(fromNow), now)).toEqual(expected);
  });
});

test('where nothing is retained and all settles at once, both dates are the posting, whatever the calendar says', () => {
  const instants = { paidAt: at('2026-03-01T10:00:00Z'), postedAt: at('2026-03-07T10:20:30.456Z') };
  const { postedAt } = instants;
  expect(valueDatesOf(SETTLED_AT_ONCE, instants)).toEqual({ mainAvailableAt: postedAt, retainedAvailableAt: postedAt });
  const long = { ...SETTLED_AT_ONCE, retentionDays: 30 };
  expect(valueDatesOf(long, instants)).toEqual({ mainAvailableAt: postedAt, retainedAvailableAt: postedAt });
});
