import { invalidField } from '../errors.ts';
import {
  type Direction,
  type Paging,
  type RawQuery,
  readChoice,
  readInstant,
  readInteger,
  readIntegers,
  readPaging,
} from '../lists/list-query.rules.ts';
import { PAYMENT_TYPES, type PaymentType } from '../payments/payment.ts';
import { PENDING, REFUNDED } from '../payments/status.rules.ts';

export const ORDER_COLUMNS = { created_at: 'created_at', updated_at: 'updated_at', amount: 'amount_cents' } as const;
export type OrderBy = keyof typeof ORDER_COLUMNS;

export interface PaymentSearch extends Paging {
  orderBy: OrderBy;
  direction: Direction;
  statuses?: number[] | undefined;
  type?: PaymentType | undefined;
  companyId?: number | undefined;
  customerId?: number | undefined;
  amountStart?: number | undefined;
  amountEnd?: number | undefined;
  createdAtStart?: Date | undefined;
  createdAtEnd?: Date | undefined;
}

export function readPaymentSearch(query: RawQuery): PaymentSearch {
  const search: PaymentSearch = {
    ...readPaging(query),
    orderBy: readChoice(query, 'orderBy', Object.keys(ORDER_COLUMNS) as OrderBy[]) ?? 'created_at',
    direction: readChoice(query, 'direction', ['ASC', 'DESC']) ?? 'DESC',
    statuses: readIntegers(query, 'status', PENDING, REFUNDED),
    type: readChoice(query, 'type', PAYMENT_TYPES),
    companyId: readInteger(query, 'company_id', 1),
    customerId: readInteger(query, 'customer_id', 1),
    amountStart: readInteger(query, 'amountStart', 0),
    amountEnd: readInteger(query, 'amountEnd', 0),
    createdAtStart: readInstant(query, 'createdAtStart', 'start'),
    createdAtEnd: readInstant(query, 'createdAtEnd', 'end'),
  };
  if (search.amountStart !== undefined && search.amountEnd !== undefined && search.amountStart > search.amountEnd) {
    throw invalidField('amountStart', 'must not be above amountEnd');
  }
  if (search.createdAtStart && search.createdAtEnd && search.createdAtStart > search.createdAtEnd) {
    throw invalidField('createdAtStart', 'must not be after createdAtEnd');
  }
  return search;
}
