import { describe, expect, it } from 'vitest';
import { ACQUIRER_STATUSES, type AcquirerStatus } from '../../rails/acquirers/acquirer.ts';
import {
  APPROVED,
  FAILED,
  failureReasonOf,
  isPayableAfterEnd,
  LOCAL_STATUS_OF,
  nextStatus,
  type PaymentStatus,
  PENDING,
  REFUNDED,
  STATUS_NAMES,
  TRANSITIONS,
} from './status.rules.ts';

interface Row {
  news: AcquirerStatus;
  /** Where it moves a PENDING payment. */
  moves: PaymentStatus | null;
  /** Whether a FAILED payment can still be paid there. */
  isPayable: boolean;
}

/** Every news; what is not PENDING stays, whatever the news. */
const TABLE: Row[] = [
  { news: 'WAITING_CONFIRMATION', moves: null, isPayable: true },
  { news: 'WAITING_PAYMENT', moves: null, isPayable: true },
  { news: 'PAID', moves: APPROVED, isPayable: false },
  { news: 'APPROVED', moves: APPROVED, isPayable: false },
  { news: 'FAILED', moves: FAILED, isPayable: false },
  { news: 'CANCELLED', moves: FAILED, isPayable: false },
  { news: 'REFUNDED', moves: REFUNDED, isPayable: false },
];
const STATES: readonly PaymentStatus[] = [PENDING, APPROVED, FAILED, REFUNDED];

it('the table has every news, and the states their numbers and names', () => {
  expect(TABLE.map(({ news }) => news)).toEqual(ACQUIRER_STATUSES);
  expect(STATUS_NAMES).toEqual({ 1: 'PENDING', 2: 'APPROVED', 3: 'FAILED', 4: 'REFUNDED' });
  expect(STATES).toEqual([1, 2, 3, 4]);
});

describe.each(STATES)('state %i', (state) => {
  it.each(TABLE)('× $news', ({ news, moves, isPayable }) => {
    expect(nextStatus(state, news)).toBe(state === PENDING ? moves : null);
    expect(isPayableAfterEnd(state, news)).toBe(state === FAILED && isPayable);
  });
});

it('every move is a transition of the machine, and every transition out of PENDING has news that makes it', () => {
  const moves = new Set(ACQUIRER_STATUSES.map((news) => nextStatus(PENDING, news)).filter((to) => to !== null));
  expect([...moves].sort()).toEqual([...TRANSITIONS[PENDING]].sort());
});

it('the machine: PENDING may become anything else, APPROVED only REFUNDED, the others nothing', () => {
  expect(TRANSITIONS).toEqual({
    [PENDING]: [APPROVED, FAILED, REFUNDED],
    [APPROVED]: [REFUNDED],
    [FAILED]: [],
    [REFUNDED]: [],
  });
});

it('what the acquirer says, in our words', () => {
  expect(LOCAL_STATUS_OF).toEqual({
    WAITING_CONFIRMATION: PENDING,
    WAITING_PAYMENT: PENDING,
    PAID: APPROVED,
    APPROVED,
    FAILED,
    CANCELLED: FAILED,
    REFUNDED,
  });
});

describe('why a payment failed', () => {
  const EXPIRES_AT = new Date('2026-03-02T15:30:00.000Z');
  const before = new Date(EXPIRES_AT.getTime());
  const after = new Date(EXPIRES_AT.getTime() + 1);

  it.each([
    ['FAILED', false, before, 'REFUSED'],
    ['FAILED', false, after, 'REFUSED'],
    ['CANCELLED', false, before, 'CANCELLED'],
    ['CANCELLED', false, after, 'EXPIRED'],
    ['CANCELLED', true, before, 'EXPIRED'],
  ] as const)('%s, said to be expired: %s, at %s: %s', (status, isExpired, at, reason) => {
    expect(failureReasonOf({ status, isExpired }, EXPIRES_AT, at)).toBe(reason);
  });
});
