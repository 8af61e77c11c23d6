import { Type } from 'typebox';
import { invalidField } from '../../ground/errors.ts';
import { BY_REQUEST, DIRECTION, instant, listOf, PAGING, TOTAL_IS_MINIMUM } from '../../ground/lists/lists.schemas.ts';
import { centsOfReais } from '../../ground/money/reais.ts';
import { nullableTime } from '../payments/payments.schemas.ts';

export const TransactionId = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'internal transaction id',
});
export const RefundTo = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description:
    'only of a boleto whose bank gives nothing back: id of a destination that was made for it (`refund_of`). It has ' +
    'to be the payer’s, proven by the bank; to anybody else only with the permission payout, within the limits of ' +
    'payouts, after the hold of the destination, and not where payouts wait for approval',
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
    covered: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description:
        'cents that the owner of the payment pays for it, because it is short; null for companies of other ' +
        'merchants: it would tell their balance',
    }),
  }),
  { description: 'who gives back what; the amounts add up to the refund' },
);

export const WAYS = ['acquirer', 'payout_rail'] as const;
export const WAY_DESCRIPTION =
  'acquirer: it gives the money back itself; payout_rail: a boleto that goes back by the rail of the company’s payouts';

const STATUSES = ['PROCESSING', 'REFUNDED', 'REFUSED'] as const;

export const RefundQuery = Type.Object({
  ...PAGING,
  orderBy: BY_REQUEST,
  direction: DIRECTION,
  status: Type.Optional(Type.Enum([...STATUSES])),
  company_id: Type.Optional(Type.Integer({ minimum: 1 })),
  createdAtStart: instant('start', 'asked for from: ISO 8601 date (a day in São Paulo) or date-time'),
  createdAtEnd: instant('end', 'asked for up to: ISO 8601 date (the whole day) or date-time, inclusive'),
});

const REFUND = {
  id: Type.Integer(),
  transaction_id: Type.Integer(),
  order_number: Type.String(),
  company_id: Type.Integer({ description: 'the company that the transaction belongs to' }),
  kind: Type.Enum(['pix_refund', 'reversal', 'acquirer', 'med'], {
    description: 'acquirer: given back by the bank before the payment was known here; med: taken back by the bank',
  }),
  status: Type.Enum([...STATUSES], { description: 'PROCESSING: the money is held, the acquirer has not answered yet' }),
  amount: cents('cents'),
  description: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  way: Type.Enum([...WAYS], { description: WAY_DESCRIPTION }),
  failure_reason: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'of one by the payout rail that was refused: why, in Portuguese',
  }),
  requested_at: Type.String({ format: 'date-time' }),
  settled_at: nullableTime,
};

const { properties } = listOf(Type.Object(REFUND));
export const RefundList = Type.Object({ ...properties, total_is_minimum: TOTAL_IS_MINIMUM });

export const RefundDetails = Type.Object({ ...REFUND, legs: RefundLegs });
