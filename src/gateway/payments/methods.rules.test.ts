import { describe, expect, it } from 'vitest';
import { DEFAULT_DUE_DAYS, MAX_DUE_DAYS } from '../boleto-terms/due-days.rules.ts';
import { chargeTypeOf, METHODS, methodOf } from './methods.rules.ts';

const AT = new Date('2026-03-02T12:00:00Z');

describe('the day that a payment is due on', () => {
  it('is the one asked for, or three days away; a PIX has none', () => {
    expect([DEFAULT_DUE_DAYS, MAX_DUE_DAYS]).toEqual([3, 180]);
    expect(METHODS.invoice.dueDateFor('2026-03-20', AT)).toBe('2026-03-20');
    expect(METHODS.invoice.dueDateFor(null, AT)).toBe('2026-03-05');
    expect(METHODS.pix.dueDateFor('2026-03-20', AT)).toBeNull();
  });

  it('is counted in São Paulo', () => {
    expect(METHODS.invoice.dueDateFor(null, new Date('2026-03-02T02:59:59Z'))).toBe('2026-03-04');
  });
});

it('a PIX is asked about while its page is open, and goes back in parts; a boleto neither', () => {
  const told = (['pix', 'invoice'] as const).map((type) => {
    const { isPaidWhileWatched, isRefundedInParts, wayInPortuguese } = methodOf(type);
    return [isPaidWhileWatched, isRefundedInParts, wayInPortuguese];
  });
  expect(told).toEqual([
    [true, true, 'por PIX'],
    [false, false, 'por boleto'],
  ]);
});

it('what is stored is charged by the method of its name, and a card, which nobody stores, as a PIX', () => {
  expect((['pix', 'invoice', 'credit', 'debit'] as const).map(chargeTypeOf)).toEqual(['pix', 'invoice', 'pix', 'pix']);
});
