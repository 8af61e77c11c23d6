import { Type } from 'typebox';
import { DIRECTION, listOf, PAGING, readBy, withDefault } from '../../ground/lists/lists.schemas.ts';
import { MAX_COUNTED_PAYMENTS } from '../payments/by-customer/customer-totals.rules.ts';
import { readDocumentPrefix } from './customers.rules.ts';

const time = Type.String({ format: 'date-time' });
const CUSTOMER = {
  id: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  document: Type.String(),
  phone: Type.String(),
  created_at: time,
};
export const CustomerList = listOf(Type.Object(CUSTOMER));

export const CustomerWithTotals = Type.Object({
  ...CUSTOMER,
  payments_count: Type.Integer({ description: 'transactions of any status' }),
  paid_count: Type.Integer({ description: 'those that were paid, refunded or not' }),
  paid_amount: Type.Integer({ description: 'cents paid, before refunds' }),
  refunded_amount: Type.Integer({ description: 'cents given back' }),
  last_payment_at: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    format: 'date-time',
    description: 'when the customer paid last; null: never',
  }),
  is_partial: Type.Boolean({
    description: `true: there are more than ${MAX_COUNTED_PAYMENTS} transactions; the figures are of the latest`,
  }),
});

export const CustomerQuery = Type.Object({
  ...PAGING,
  orderBy: withDefault(Type.Enum(['created_at', 'name', 'email'], { default: 'created_at' })),
  direction: DIRECTION,
  name: Type.Optional(Type.String({ description: 'matches anywhere, ignoring case and accents' })),
  document: Type.Optional(
    readBy(readDocumentPrefix, {
      type: 'string',
      description: 'CPF or CNPJ, matches from the start, punctuation ignored',
    }),
  ),
});
