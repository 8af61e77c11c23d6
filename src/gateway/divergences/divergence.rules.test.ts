import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { money, seen, T, told } from '../../../test/support/divergences.ts';
import { ACQUIRER_STATUSES, type AcquirerStatus } from '../../rails/acquirers/acquirer.ts';
import {
  DIVERGENCE_KINDS,
  type DivergenceKind,
  differencesOf,
  isPaidThere,
  type Position,
  positionThere,
  SIDE_OF,
} from './divergence.rules.ts';

describe('what the acquirer holds', () => {
  it.each(ACQUIRER_STATUSES)('%s', (status) => {
    const isPaid = ['PAID', 'APPROVED', 'REFUNDED'].includes(status);
    expect(isPaidThere({ status, amountCents: T, refundedCents: 0 })).toBe(isPaid);
    expect(positionThere({ status, amountCents: T, refundedCents: 300 })).toEqual(money(isPaid ? T : 300, 300));
  });
});

describe('differences, where both figures are certain', () => {
  it.each<[string, Position, AcquirerStatus, number, number, [DivergenceKind, number][]]>([
    ['paid and paid', money(T, 0), 'PAID', T, 0, []],
    ['partly refunded on both sides', money(T, 400), 'PAID', T, 400, []],
    ['refunded on both sides', money(T, T), 'REFUNDED', T, T, []],
    ['refunded here, cancelled there after it gave everything back', money(T, T), 'CANCELLED', T, T, []],
    ['refunded here and paid again there', money(T, T), 'PAID', 2 * T, T, [['AMOUNT_MISMATCH', T]]],
    ['refunded here and said to be paid and not refunded', money(T, T), 'PAID', T, 0, [['MISSING_REFUND', T]]],
    ['approved here and failed there', money(T, 0), 'FAILED', T, 0, [['PAYMENT_UNDONE', -T]]],
    ['approved here and waiting again there', money(T, 0), 'WAITING_PAYMENT', T, 0, [['PAYMENT_UNDONE', -T]]],
    ['partly refunded here, then failed there', money(T, 400), 'FAILED', 400, 400, [['PAYMENT_UNDONE', 400 - T]]],
    ['double the amount', money(T, 0), 'PAID', 2 * T, 0, [['AMOUNT_MISMATCH', T]]],
    ['a cent less', money(T, 0), 'PAID', T - 1, 0, [['AMOUNT_MISMATCH', -1]]],
    ['less refunded there than here', money(T, 400), 'PAID', T, 399, [['MISSING_REFUND', 1]]],
    ['more refunded there than here', money(T, 400), 'PAID', T, 401, [['UNREQUESTED_REFUND', -1]]],
    [
      'both sides differ',
      money(T, 400),
      'APPROVED',
      T + 5,
      300,
      [
        ['AMOUNT_MISMATCH', 5],
        ['MISSING_REFUND', 100],
      ],
    ],
    ['another amount came, and all of it went', money(T, T), 'REFUNDED', 9_900, 9_900, [['AMOUNT_MISMATCH', 0]]],
    ['paid again and given back again', money(T, T), 'REFUNDED', 2 * T, 2 * T, [['AMOUNT_MISMATCH', 0]]],
    ['said never to have been paid nor refunded', money(T, T), 'FAILED', T, 0, [['PAYMENT_UNDONE', 0]]],
    [
      'cancelled there after it gave back more than ever came',
      money(T, T),
      'CANCELLED',
      T,
      T + 7,
      [['AMOUNT_MISMATCH', 0]],
    ],
  ])('%s', (_, here, status, amountCents, refundedCents, expected) => {
    expect(told(seen(here, status, amountCents, refundedCents))).toEqual(expected);
  });

  it.each<[string, Position, AcquirerStatus, number, number, [DivergenceKind, number][]]>([
    ['failed on both sides', money(0, 0), 'FAILED', T, 0, []],
    ['failed here and waiting there', money(0, 0), 'WAITING_PAYMENT', T, 0, []],
    ['paid late', money(0, 0), 'PAID', T, 0, [['LATE_PAYMENT', T]]],
    ['paid late and given back', money(0, 0), 'REFUNDED', T, T, [['LATE_PAYMENT', 0]]],
    ['paid late, given back, cancelled', money(0, 0), 'CANCELLED', T, T, [['LATE_PAYMENT', 0]]],
    [
      'paid late, partly given back',
      money(0, 0),
      'PAID',
      T,
      400,
      [
        ['LATE_PAYMENT', T],
        ['UNREQUESTED_REFUND', -400],
      ],
    ],
    ['paid late and booked', money(T, 0), 'PAID', T, 0, []],
    ['paid late and booked, then given back', money(T, 0), 'REFUNDED', T, T, [['UNREQUESTED_REFUND', -T]]],
    ['paid late and booked, then paid again', money(T, 0), 'PAID', 2 * T, 0, [['LATE_PAYMENT', T]]],
    ['paid late and booked, then less', money(T, 0), 'PAID', T - 7, 0, [['AMOUNT_MISMATCH', -7]]],
    ['paid late and booked, then undone', money(T, 0), 'FAILED', T, 0, [['PAYMENT_UNDONE', -T]]],
  ])('FAILED here: %s', (_, here, status, amountCents, refundedCents, expected) => {
    expect(told(seen(here, status, amountCents, refundedCents, true))).toEqual(expected);
  });

  it('each carries the figures of both sides', () => {
    expect(seen(money(T, 400), 'PAID', T, 399)).toEqual([
      { kind: 'MISSING_REFUND', here: money(T, 400), there: money(T, 399), differenceCents: 1 },
    ]);
  });

  it('the differences add up to what the acquirer holds more, and none means that both hold the same', () => {
    const cents = fc.integer({ min: 0, max: 3 });
    fc.assert(
      fc.property(
        cents,
        cents,
        cents,
        cents,
        fc.constantFrom(...ACQUIRER_STATUSES),
        fc.boolean(),
        (a, b, c, d, status, isFailedHere) => {
          const there = positionThere({ status, amountCents: c, refundedCents: d });
          const differences = seen(money(a, b), status, c, d, isFailedHere);
          const sum = differences.reduce((total, { differenceCents }) => total + differenceCents, 0);
          expect(sum).toBe(there.receivedCents - there.refundedCents - (a - b));
          expect(differences.length === 0).toBe(there.receivedCents === a && there.refundedCents === b);
          expect(new Set(differences.map(({ kind }) => SIDE_OF[kind])).size).toBe(differences.length);
        },
      ),
    );
  });
});

describe('an answer that may be old', () => {
  const compare = (least: Position, most: Position, there: Position) =>
    differencesOf({ least, most, isFailedHere: false, isPaidThere: true, there });

  it('a refund under way may be in it or not', () => {
    for (const refunded of [400, 401, 1_000])
      expect(compare(money(T, 400), money(T, 1_000), money(T, refunded))).toEqual([]);
    expect(told(compare(money(T, 400), money(T, 1_000), money(T, 399)))).toEqual([['MISSING_REFUND', 1]]);
    expect(told(compare(money(T, 400), money(T, 1_000), money(T, 1_001)))).toEqual([['UNREQUESTED_REFUND', -1]]);
  });

  it('asked before the payment was known to be paid, it may say either; another amount is none of the two', () => {
    for (const received of [0, T]) expect(compare(money(0, 0), money(T, 0), money(received, 0))).toEqual([]);
    expect(told(compare(money(0, 0), money(T, 0), money(T + 1, 0)))).toEqual([['AMOUNT_MISMATCH', 1]]);
  });

  it('our figures are those it was judged by', () => {
    expect(compare(money(T, 400), money(T, 1_000), money(T, 300))[0]?.here).toEqual(money(T, 400));
    expect(compare(money(T, 400), money(T, 1_000), money(T, 1_100))[0]?.here).toEqual(money(T, 1_000));
  });
});

it('every kind is about one side', () => {
  expect(DIVERGENCE_KINDS.map((kind) => SIDE_OF[kind])).toEqual([
    'received',
    'received',
    'received',
    'refunded',
    'refunded',
  ]);
});
