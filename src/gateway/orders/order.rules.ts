import { ApiError, invalidField } from '../../ground/errors.ts';
import { refuseBelowMinimum } from '../../ground/money/minimum-amount.ts';
import { lastPayableDateOf } from '../boleto-terms/figures.rules.ts';
import { checkTerms } from '../boleto-terms/terms.rules.ts';
import { METHODS } from '../payments/methods.rules.ts';
import { dividePayment } from '../splits/division.rules.ts';
import type { Order, OrderTerms } from './order.ts';
import { MAX_MONEY_CENTS } from './orders.schemas.ts';

/**
 * Every business rule of an order, in the order in which they speak: the amounts, the type of payment, which
 * `acquirer` charges (null: nobody), the split, the due date and the terms. `pixAcquirer` makes the code on a slip.
 */
export function decideTerms(
  order: Order,
  at: Date,
  acquirer: string | null,
  pixAcquirer: string | null = null,
): OrderTerms {
  checkAmounts(order);
  const division = dividePayment(order.seller, order.paymentType, acquirer, order.totalCents, order.participants);
  const { dueDateFor, expiryOf } = METHODS[order.paymentType];
  const dueDate = dueDateFor(order.dueDate ?? null, at);
  const lastPayableDate = dueDate && lastPayableDateOf({ dueDate, terms: order.boletoTerms });
  if (order.boletoTerms && dueDate !== null) {
    const { totalCents, seller } = order;
    const primary = division.shares.find(({ merchantType }) => merchantType === 'PRIMARY');
    const primaryNetCents = Math.max(0, primary?.netCents ?? 0);
    checkTerms(order.boletoTerms, { totalCents, dueDate, primaryNetCents, hasLateCaps: seller.hasLateCaps });
  }
  return { ...division, pixAcquirer, dueDate, expiresAt: expiryOf(at, lastPayableDate) };
}

function checkAmounts({ items, shipping, subtotalCents, totalCents }: Order): void {
  refuseBelowMinimum(totalCents);
  // A hundred items at the highest quantity and price go beyond 2^53: add up in BigInt.
  const itemsTotal = items.reduce((sum, item) => sum + BigInt(item.quantity) * BigInt(item.price), 0n);
  if (itemsTotal !== BigInt(subtotalCents)) {
    throw new ApiError('TOTAL_MISMATCH', `subtotal must equal the sum of the items, ${itemsTotal}`, {
      field: 'subtotal',
    });
  }
  const total = subtotalCents + shipping.price;
  if (total !== totalCents) {
    throw new ApiError('TOTAL_MISMATCH', `total must equal subtotal plus shipping.price, ${total}`, { field: 'total' });
  }
  if (total > MAX_MONEY_CENTS) throw invalidField('total', `must be at most ${MAX_MONEY_CENTS}`);
}
