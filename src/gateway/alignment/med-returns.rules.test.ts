import { describe, expect, it } from 'vitest';
import { isBookedByHand, isBookedReturn } from './med-returns.rules.ts';

const listed = (id: string, firstId?: string) => ({
  id,
  ...(firstId && { firstId }),
  amountCents: 800,
  nature: 'MED_FRAUDE' as const,
  returnedAt: null,
});

describe('a return is in the books already', () => {
  it.each([
    ['under the same id', listed('D1', 'E1-a'), { reference: 'D1', first_id: 'E1-a' }, true],
    ['listed first without the id of banks', listed('D1', 'E1-a'), { reference: 'E1-a', first_id: 'E1-a' }, true],
    ['listed later without it', listed('E1-a', 'E1-a'), { reference: 'D1', first_id: 'E1-a' }, true],
    ['booked before both names were kept', listed('D1', 'E1-a'), { reference: 'E1-a', first_id: null }, true],
    ['no: another id of banks', listed('D2', 'E1-a'), { reference: 'D1', first_id: 'E1-a' }, false],
    ['no: of another payment', listed('E2-a', 'E2-a'), { reference: 'D1', first_id: 'E1-a' }, false],
    ['no: nothing is known of names', listed('D2'), { reference: 'D1', first_id: null }, false],
  ])('%s', (_, taken, booked, isBooked) => {
    expect(isBookedReturn(taken, [booked])).toBe(isBooked);
  });
});

describe('the operator has booked it', () => {
  it.each([
    ['by its id, whatever else went back', ['D1'], 800, 5_000, true],
    ['by the id it had first', ['E1-a'], 800, 5_000, true],
    ['no more went back than the books have', [], 800, 800, true],
    ['less than it went back beyond the books', [], 800, 1_599, true],
    ['no: it went back beyond what the books have', [], 800, 1_600, false],
  ])('%s', (_, ids, refundedCents, refundedThereCents, isBooked) => {
    const byHand = { returnIds: new Set(ids), refundedCents };
    expect(isBookedByHand(listed('D1', 'E1-a'), byHand, refundedThereCents)).toBe(isBooked);
  });
});
