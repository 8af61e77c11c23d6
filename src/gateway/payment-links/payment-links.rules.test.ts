import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { totalOf } from './link-prices.rules.ts';
import {
  checkOffer,
  holdsTooMuch,
  isOversold,
  type LinkOffer,
  orderedItems,
  type PaymentLink,
  remainingOf,
  unitsIn,
  whyUnavailable,
} from './payment-links.rules.ts';

const LINK = {
  title: 'Camiseta azul',
  items: [
    { name: 'Camiseta', quantity: 2, price: 1_000 },
    { name: 'Brinde', quantity: 1, price: 0 },
  ],
  state: 'ACTIVE',
  payments_left: null,
  units_left: null,
  quantity: null,
} as unknown as PaymentLink;
const link = (changes: Partial<PaymentLink>) => ({ ...LINK, ...changes });

describe('what one address may hold of a link without paying', () => {
  const NOTHING = { payments: 0, units: 0 };
  it.each([
    ['nothing limits the link', {}, { payments: 50, units: 50 }, 9, false],
    ['three of ninety', { payments_left: 88 }, { payments: 2, units: 2 }, 1, false],
    ['four', { payments_left: 87 }, { payments: 3, units: 3 }, 1, true],
    ['a third of six', { payments_left: 5 }, { payments: 1, units: 1 }, 1, false],
    ['more than a third of five', { payments_left: 4 }, { payments: 1, units: 1 }, 1, true],
    ['the last one', { payments_left: 1 }, NOTHING, 1, false],
    ['a third of the units', { units_left: 100 }, NOTHING, 33, false],
    ['more units than a third', { units_left: 100 }, NOTHING, 34, true],
    ['the fewest that can be bought', { units_left: 12, quantity: { min: 10, max: 12 } }, NOTHING, 10, false],
    [
      'a second order of the fewest',
      { units_left: 12, quantity: { min: 5, max: 12 } },
      { payments: 1, units: 5 },
      5,
      true,
    ],
  ] as [string, Partial<PaymentLink>, typeof NOTHING, number, boolean][])(
    '%s',
    (_, changes, held, units, isTooMuch) => {
      expect(holdsTooMuch(link(changes), held, units)).toBe(isTooMuch);
    },
  );

  it('is never all that is left, where more than one can be bought', () => {
    const counts = fc.integer({ min: 2, max: 1_000 });
    fc.assert(
      fc.property(counts, fc.integer({ min: 1, max: 1_000 }), (left, units) => {
        if (!holdsTooMuch(link({ units_left: left }), NOTHING, units)) expect(units).toBeLessThanOrEqual(left / 2);
      }),
    );
  });
});

describe('a link that has sold too much', () => {
  it.each([
    [{ max_payments: 2, open_count: 0, paid_count: 2, units_over: 0 }, false],
    [{ max_payments: 2, open_count: 1, paid_count: 2, units_over: 0 }, true],
    [{ max_payments: null, open_count: 9, paid_count: 9, units_over: 0 }, false],
    [{ max_payments: null, open_count: 0, paid_count: 1, units_over: 1 }, true],
  ])('%j: %s', (changes, isToo) => {
    expect(isOversold(link(changes))).toBe(isToo);
  });
});

describe('what is left of a link', () => {
  it.each([
    [null, null, null],
    [3, null, 3],
    [null, 7, 7],
    [3, 7, 3],
    [9, 7, 7],
    [0, 7, 0],
  ])('of %s payments and %s units: %s', (payments_left, units_left, remaining) => {
    expect(remainingOf(link({ payments_left, units_left }))).toBe(remaining);
  });

  it.each([
    [{}, 5, null],
    [{ state: 'DISABLED' }, 1, 'DISABLED'],
    [{ state: 'EXPIRED', units_left: 0 }, 1, 'EXPIRED'],
    [{ units_left: 5 }, 5, null],
    [{ units_left: 4 }, 5, 'SOLD_OUT'],
    [{ payments_left: 1, units_left: 9 }, 5, null],
    [{ payments_left: 0 }, 1, 'SOLD_OUT'],
  ] as [Partial<PaymentLink>, number, string | null][])('%j, %d units wanted: %s', (changes, units, why) => {
    expect(whyUnavailable(link(changes), units)).toBe(why);
  });
});

describe('an order through a link', () => {
  it('has every item as often as there are units, and is counted as so many', () => {
    const items = orderedItems(LINK, 3, null);
    expect(items.map(({ quantity }) => quantity)).toEqual([6, 3]);
    expect(unitsIn(LINK, items)).toBe(3);
    expect(totalOf({ ...LINK, shipping: { name: 'Sedex', price: 50 } }, 3)).toBe(6_050);
  });

  it('of an open amount is one item named as the link', () => {
    expect(orderedItems(link({ items: [] }), 1, 777)).toEqual([{ name: 'Camiseta azul', quantity: 1, price: 777 }]);
    expect(unitsIn(link({ items: [] }), [{ name: 'x', quantity: 9, price: 1 }])).toBe(1);
  });

  it('that is made of something else takes one unit', () => {
    expect(unitsIn(LINK, [{ name: 'x', quantity: 1, price: 1 }])).toBe(1);
    expect(unitsIn(LINK, [])).toBe(1);
  });
});

describe('an offer', () => {
  const OFFER: LinkOffer = { items: LINK.items, shipping: null, openAmount: null, quantity: null };
  const refusedFor = (offer: Partial<LinkOffer>, field: string) =>
    expect(() => checkOffer({ ...OFFER, ...offer })).toThrow(
      expect.objectContaining({ context: expect.objectContaining({ field }) }),
    );

  it('that can be paid whatever the payer chooses is accepted', () => {
    expect(() => checkOffer(OFFER)).not.toThrow();
    expect(() => checkOffer({ ...OFFER, quantity: { min: 1, max: 499_999 } })).not.toThrow();
  });

  it('that cannot is refused by its field', () => {
    refusedFor({ items: [] }, 'items');
    refusedFor({ openAmount: { min: 500, max: 600, suggested: [] } }, 'open_amount');
    refusedFor({ quantity: { min: 2, max: 1 } }, 'quantity.min');
    refusedFor({ quantity: { min: 1, max: 500_000 } }, 'quantity.max');
    refusedFor({ items: [{ name: 'x', quantity: 999_999, price: 9_999_999_999 }] }, 'items');
    refusedFor({ items: [{ name: 'x', quantity: 1, price: 499 }] }, 'items');
    refusedFor({ items: [], openAmount: { min: 400, max: 9_999_999_999, suggested: [] } }, 'open_amount.min');
    const shipping = { name: 'Sedex', price: 100 };
    refusedFor({ items: [], shipping, openAmount: { min: 400, max: 9_999_999_999, suggested: [] } }, 'open_amount.max');
    refusedFor({ items: [], openAmount: { min: 600, max: 500, suggested: [] } }, 'open_amount.min');
    refusedFor({ items: [], openAmount: { min: 500, max: 900, suggested: [600, 901] } }, 'open_amount.suggested[1]');
  });
});
