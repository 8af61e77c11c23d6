import { Type } from 'typebox';
import { invalidField } from '../errors.ts';
import { centsOfReais } from '../money/reais.ts';

export const TransactionId = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'internal transaction id',
});
export const Reais = Type.Number({ description: 'reais with at most two decimals, not cents; omitted means total' });

/** No payment has as much: whatever is above it is more than what remains, and its cents could not be told exactly. */
const MOST_REAIS = 10 ** 12;

/** Null where no amount was given: the original amount is meant. */
export function readReais(amount: number | undefined): number | null {
  if (amount === undefined) return null;
  const cents = amount > MOST_REAIS ? MOST_REAIS * 100 : centsOfReais(amount);
  if (cents === null) throw invalidField('amount', 'must be reais above zero with at most two decimals');
  return cents;
}

export const cents = (description: string) => Type.Integer({ description });

export const RefundLegs = Type.Array(
  Type.Object({
    company_id: Type.Integer(),
    name: Type.String(),
    amount: cents('cents of its share that go back to the payer'),
    fee_returned: cents('cents of the fee that come back to it'),
    available: cents('cents of the amount that it had available'),
    future: cents('cents of the amount that were still to come'),
    retention: cents('cents of the amount that were retained'),
    covered: cents('cents that the owner of the payment pays for it, because it is short'),
  }),
  { description: 'who gives back what; the amounts add up to the refund' },
);
