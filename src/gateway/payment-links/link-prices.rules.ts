import type { OrderItem, Shipping } from '../payments/payment.ts';

export interface QuantityRange {
  min: number;
  max: number;
}

/** What a link without a word about it sells at a time: one. */
export function quantitiesOf({ quantity }: { quantity: QuantityRange | null }): QuantityRange {
  return quantity ?? { min: 1, max: 1 };
}

/**
 * What so many units cost, shipping included; an open amount is a price of its own. In BigInt: a hundred items at the
 * highest quantity and price go beyond 2^53.
 */
export function totalOf({ items, shipping }: { items: OrderItem[]; shipping: Shipping | null }, units: number): number {
  const each = items.reduce((sum, item) => sum + BigInt(item.quantity) * BigInt(item.price), 0n);
  return Number(each * BigInt(units)) + (shipping?.price ?? 0);
}
