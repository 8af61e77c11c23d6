import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactly, money, seen, T, told } from '../../../test/support/divergences.ts';
import {
  afterOddRefund,
  changesOf,
  type Difference,
  type DivergenceKind,
  differencesOf,
  goneReceipts,
  type KnownDivergence,
  SIDE_OF,
  standingOf,
  withBookings,
} from './divergence.rules.ts';

const divergence = (
  id: number,
  kind: DivergenceKind,
  gapCents: number,
  changes: Partial<KnownDivergence> = {},
): KnownDivergence => ({
  id,
  kind,
  gapCents,
  differenceCents: SIDE_OF[kind] === 'refunded' ? -gapCents : gapCents,
  isOpen: true,
  isBooked: false,
  isGone: false,
  ...changes,
});
const RESOLVED = { isOpen: false };
const NOTHING = { opened: [], overtaken: [], gone: [] };

describe('what becomes of the record', () => {
  const here = money(0, 0);
  const late = (cents: number, refunded = 0) => seen(here, 'PAID', cents, refunded, true);
  const changes = (differences: Difference[], known: KnownDivergence[], bounds = exactly(here)) =>
    changesOf(differences, known, bounds);

  it('news is opened; seen again while open it is the same', () => {
    expect(changes(late(T), [])).toEqual({ ...NOTHING, opened: late(T) });
    expect(changes(late(T), [divergence(1, 'LATE_PAYMENT', T)])).toEqual(NOTHING);
  });

  it('seen again after it was resolved it is the same; a new difference is a new one', () => {
    const resolved = divergence(1, 'LATE_PAYMENT', T, RESOLVED);
    expect(changes(late(T), [resolved])).toEqual(NOTHING);
    expect(changes(late(2 * T), [resolved])).toEqual({ ...NOTHING, opened: late(2 * T), gone: [1] });
  });

  it('a difference that changes while it is open takes the place of what was seen before', () => {
    const open = divergence(1, 'LATE_PAYMENT', T);
    expect(changes(late(2 * T), [open])).toEqual({ opened: late(2 * T), overtaken: [1], gone: [1] });
    // The same amount came and has gone since: the acquirer now holds another amount.
    expect(changes(late(T, T), [open])).toEqual({ opened: late(T, T), overtaken: [1], gone: [1] });
    expect(changes(late(T, T), [{ ...open, ...RESOLVED }])).toEqual({ ...NOTHING, opened: late(T, T), gone: [1] });
  });

  it('what came and went is told by what came: nothing beside it tells of the refund', () => {
    const known = [divergence(1, 'LATE_PAYMENT', T), divergence(2, 'UNREQUESTED_REFUND', 400)];
    expect(changes(late(T, T), known)).toEqual({ opened: late(T, T), overtaken: [1, 2], gone: [1, 2] });
    const underWay = { least: here, most: money(0, 300) };
    const cameAndWent = differencesOf({ ...underWay, isFailedHere: true, isPaidThere: true, there: money(T, T + 300) });
    expect(told(cameAndWent)).toEqual([['LATE_PAYMENT', 0]]);
    expect(changes(cameAndWent, known, underWay)).toEqual({ opened: cameAndWent, overtaken: [1, 2], gone: [1, 2] });
  });

  it('the latest of a side counts, whatever its kind; both sides stand beside each other', () => {
    const known = [
      divergence(1, 'LATE_PAYMENT', T, { ...RESOLVED, isGone: true }),
      divergence(2, 'AMOUNT_MISMATCH', 2 * T, RESOLVED),
      divergence(3, 'UNREQUESTED_REFUND', 400),
    ];
    expect(changes(late(T, 400), known)).toEqual({ ...NOTHING, opened: late(T, 400).slice(0, 1), gone: [2] });
    expect(changes(late(2 * T, 400), known)).toEqual(NOTHING);
  });

  it.each([{}, RESOLVED])(
    'gone, it is new when it comes back; agreement is believed only when it is certain: %o',
    (state) => {
      const known = divergence(1, 'LATE_PAYMENT', T, state);
      const gone = { ...known, isGone: true };
      expect(changes([], [known])).toEqual({ ...NOTHING, gone: [1] });
      expect(changes([], [known], { least: here, most: money(T, 0) })).toEqual(NOTHING);
      expect(changes([], [gone])).toEqual(NOTHING);
      expect(changes(late(T), [gone])).toEqual({ ...NOTHING, opened: late(T), overtaken: gone.isOpen ? [1] : [] });
    },
  );

  it('a difference on one side says nothing about the other, while that one is not certain', () => {
    const known = [divergence(1, 'UNREQUESTED_REFUND', 400)];
    const underWay = { least: here, most: money(0, 300) };
    const received = differencesOf({ ...underWay, isFailedHere: true, isPaidThere: true, there: money(T, 0) });
    expect(changes(received, known, underWay)).toEqual({ ...NOTHING, opened: received });
  });

  it('what is booked is never gone', () => {
    expect(changes([], [divergence(1, 'LATE_PAYMENT', T, { ...RESOLVED, isBooked: true })])).toEqual(NOTHING);
  });

  it('booked, the books have it: the same difference on top of them is a new one', () => {
    const booked = divergence(1, 'LATE_PAYMENT', T, { ...RESOLVED, isBooked: true });
    const again = seen(money(T, 0), 'PAID', 2 * T, 0, true);
    expect(changesOf(again, [booked], exactly(money(T, 0)))).toEqual({ ...NOTHING, opened: again });
  });

  it('whatever is seen, one after the other, what stands adds up to the difference of the last look', () => {
    const cents = fc.integer({ min: 0, max: 3 });
    const look = fc.record({ received: cents, refunded: cents, action: fc.constantFrom('nothing', 'resolve', 'book') });
    fc.assert(
      fc.property(fc.array(look, { maxLength: 8 }), fc.boolean(), (looks, isFailedHere) => {
        let known: KnownDivergence[] = [];
        for (const { received, refunded, action } of looks) {
          const bounds = exactly(withBookings(money(1, 1), known));
          const there = money(received, refunded);
          const differences = differencesOf({ ...bounds, isFailedHere, isPaidThere: true, there });
          const { opened, overtaken, gone } = changesOf(differences, known, bounds);
          known = known.map((one) => ({
            ...one,
            isGone: one.isGone || gone.includes(one.id),
            isOpen: one.isOpen && !overtaken.includes(one.id),
          }));
          for (const { kind, differenceCents, here: ours } of opened) {
            const side = `${SIDE_OF[kind]}Cents` as const;
            known.push({ ...divergence(known.length + 1, kind, there[side] - ours[side]), differenceCents });
          }
          const standing = standingOf(known);
          expect(told(differences)).toEqual(standing.map(({ kind, differenceCents }) => [kind, differenceCents]));
          for (const one of known.filter(({ isOpen, isGone }) => isOpen && !isGone)) expect(standing).toContain(one);
          if (action === 'nothing') continue;
          for (const one of standing)
            Object.assign(one, { isOpen: false, isBooked: action === 'book' && one.differenceCents !== 0 });
        }
      }),
    );
  });
});

describe('what the operator booked counts as ours', () => {
  it('on the side it was about', () => {
    const booked = { ...RESOLVED, isBooked: true };
    const known = [
      divergence(1, 'LATE_PAYMENT', T, booked),
      divergence(2, 'AMOUNT_MISMATCH', -100, booked),
      divergence(3, 'UNREQUESTED_REFUND', 400, booked),
      divergence(4, 'MISSING_REFUND', -50, booked),
      divergence(5, 'PAYMENT_UNDONE', -3, RESOLVED),
      divergence(7, 'LATE_PAYMENT', 9),
    ];
    expect(withBookings(money(1, 2), known)).toEqual(money(1 + T - 100, 2 + 400 - 50));
  });
});

describe('a refund of another amount than asked for', () => {
  const here = money(T, 4_000);

  it.each<[string, KnownDivergence[], number]>([
    ['nothing known', [], 3_999],
    ['the received side does not matter', [divergence(1, 'AMOUNT_MISMATCH', 77)], 3_999],
    ['one is open and gone', [divergence(1, 'UNREQUESTED_REFUND', 30, { isGone: true })], 3_999],
    ['one was settled outside the books: on top of it', [divergence(1, 'UNREQUESTED_REFUND', 30, RESOLVED)], 4_029],
    ['one is gone', [divergence(1, 'UNREQUESTED_REFUND', 30, { ...RESOLVED, isGone: true })], 3_999],
    [
      'one is booked, and so in our figure',
      [divergence(1, 'UNREQUESTED_REFUND', 30, { ...RESOLVED, isBooked: true })],
      3_999,
    ],
    [
      'the latest counts',
      [divergence(1, 'UNREQUESTED_REFUND', 30, RESOLVED), divergence(2, 'MISSING_REFUND', -5, RESOLVED)],
      3_994,
    ],
  ])('%s', (_, known, refundedCents) => {
    expect(afterOddRefund(here, known, -1)).toEqual(money(T, refundedCents));
  });

  it('one about refunds is open: the next report tells', () => {
    expect(afterOddRefund(here, [divergence(1, 'UNREQUESTED_REFUND', 30)], -1)).toBeNull();
  });
});

describe('too much that came and went back', () => {
  const late = divergence(1, 'LATE_PAYMENT', T);

  it('is named whether this look or an earlier one no longer found it', () => {
    const earlier = divergence(2, 'AMOUNT_MISMATCH', 5, { isGone: true });
    expect(goneReceipts([late, earlier, divergence(3, 'AMOUNT_MISMATCH', 7)], [1])).toEqual([1, 2]);
  });

  it.each<[string, KnownDivergence]>([
    ['settled by a person', { ...late, ...RESOLVED }],
    ['about money that is missing', divergence(1, 'PAYMENT_UNDONE', -T)],
    ['about nothing in this figure', divergence(1, 'AMOUNT_MISMATCH', 0)],
    ['about a refund', divergence(1, 'UNREQUESTED_REFUND', 400)],
  ])('not one that is %s', (_, known) => {
    expect(goneReceipts([known], [1])).toEqual([]);
    expect(goneReceipts([{ ...known, isGone: true }], [])).toEqual([]);
  });
});

it('seen again beside money that both sides have, it is the same: only what is more or less counts', () => {
  const here = money(T, 400);
  const twice = seen(here, 'PAID', 2 * T, 300);
  const known = [divergence(1, 'AMOUNT_MISMATCH', T), divergence(2, 'MISSING_REFUND', -100)];
  expect(changesOf(twice, known, exactly(here))).toEqual(NOTHING);
});
