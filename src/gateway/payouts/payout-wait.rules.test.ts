import { expect, it } from 'vitest';
import { PAYOUT_STATUSES } from './payout.ts';
import { arrivalOf, type RailNow, waitOf } from './payout-wait.rules.ts';

const NOW = new Date('2026-03-02T12:00:00Z');
const UNTOLD = { sends: 1, seenAt: null, refusedAt: null, misses: 0 };
const REFUSED = { ...UNTOLD, refusedAt: NOW, misses: 1 };
const SEEN = { ...UNTOLD, seenAt: NOW };
const KEYED: RailNow = { isKeyedByReference: true, isByHand: false };
const PLAIN: RailNow = { isKeyedByReference: false, isByHand: false };
const BY_HAND: RailNow = { isKeyedByReference: false, isByHand: true };

it.each([
  ['AWAITING_APPROVAL', UNTOLD, 0, KEYED, false, 'APPROVAL'],
  ['AWAITING_APPROVAL', UNTOLD, 0, null, true, 'APPROVAL'],
  ['REQUESTED', UNTOLD, 0, KEYED, false, 'SENDING'],
  ['REQUESTED', UNTOLD, 0, KEYED, true, 'STANDSTILL'],
  ['REQUESTED', UNTOLD, 0, null, true, 'STANDSTILL'],
  ['REQUESTED', UNTOLD, 0, null, false, 'RAIL'],
  ['SENT', UNTOLD, 1, KEYED, false, 'BANK'],
  ['SENT', UNTOLD, 1, PLAIN, false, 'BANK'],
  ['SENT', UNTOLD, 2, KEYED, false, 'BANK'],
  ['SENT', UNTOLD, 2, PLAIN, false, 'OPERATOR'],
  ['SENT', UNTOLD, 2, null, false, 'OPERATOR'],
  ['SENT', REFUSED, 2, PLAIN, false, 'BANK'],
  ['SENT', SEEN, 9, PLAIN, false, 'BANK'],
  ['SENT', UNTOLD, 0, BY_HAND, false, 'OPERATOR'],
] as const)('%s, %j, after %i, by %j, standing still: %s', (status, trace, checksDone, rail, isStill, wait) => {
  expect(waitOf({ status, trace, checksDone }, rail, isStill)).toBe(wait);
});

it('what has ended waits for nothing', () => {
  const ended = PAYOUT_STATUSES.filter((status) => !['AWAITING_APPROVAL', 'REQUESTED', 'SENT'].includes(status));
  for (const status of ended) expect(waitOf({ status, trace: UNTOLD, checksDone: 9 }, PLAIN, true)).toBeNull();
});

it('arrives at once where nobody has to act first', () => {
  expect(arrivalOf('SENDING', KEYED, NOW)).toEqual(NOW);
  expect(arrivalOf('APPROVAL', KEYED, NOW)).toBeNull();
  expect(arrivalOf('STANDSTILL', KEYED, NOW)).toBeNull();
  expect(arrivalOf('SENDING', BY_HAND, NOW)).toBeNull();
});
