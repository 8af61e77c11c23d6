import { expect, it } from 'vitest';
import { PAYOUT_STATUSES } from './payout.ts';
import { arrivalOf, type RailNow, waitOf } from './payout-wait.rules.ts';

const NOW = new Date('2026-03-02T12:00:00Z');
const UNTOLD = { sends: 1, seenAt: null, refusedAt: null, misses: 0 };
const MISSING = { ...UNTOLD, misses: 1 };
const SEEN = { ...MISSING, seenAt: NOW };
const KEYED: RailNow = { isKeyedByReference: true, isByHand: false };
const PLAIN: RailNow = { isKeyedByReference: false, isByHand: false };
const BY_HAND: RailNow = { isKeyedByReference: false, isByHand: true };

it.each([
  ['AWAITING_APPROVAL', UNTOLD, KEYED, false, 'APPROVAL'],
  ['AWAITING_APPROVAL', UNTOLD, null, true, 'APPROVAL'],
  ['REQUESTED', UNTOLD, KEYED, false, 'SENDING'],
  ['REQUESTED', UNTOLD, KEYED, true, 'STANDSTILL'],
  ['REQUESTED', UNTOLD, null, true, 'STANDSTILL'],
  ['REQUESTED', UNTOLD, null, false, 'RAIL'],
  ['SENT', UNTOLD, KEYED, false, 'BANK'],
  ['SENT', UNTOLD, PLAIN, false, 'BANK'],
  ['SENT', MISSING, KEYED, false, 'BANK'],
  ['SENT', MISSING, PLAIN, false, 'OPERATOR'],
  ['SENT', MISSING, null, false, 'OPERATOR'],
  ['SENT', SEEN, PLAIN, false, 'BANK'],
  ['SENT', UNTOLD, BY_HAND, false, 'OPERATOR'],
] as const)('%s, %j, by %j, standing still: %s', (status, trace, rail, isStill, wait) => {
  expect(waitOf({ status, trace }, rail, isStill)).toBe(wait);
});

it('what has ended waits for nothing', () => {
  const ended = PAYOUT_STATUSES.filter((status) => !['AWAITING_APPROVAL', 'REQUESTED', 'SENT'].includes(status));
  for (const status of ended) expect(waitOf({ status, trace: MISSING }, PLAIN, true)).toBeNull();
});

it('arrives at once where nobody has to act first', () => {
  expect(arrivalOf('SENDING', KEYED, NOW)).toEqual(NOW);
  expect(arrivalOf('APPROVAL', KEYED, NOW)).toBeNull();
  expect(arrivalOf('STANDSTILL', KEYED, NOW)).toBeNull();
  expect(arrivalOf('SENDING', BY_HAND, NOW)).toBeNull();
});
