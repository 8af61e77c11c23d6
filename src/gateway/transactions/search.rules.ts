import { invalidField } from '../../ground/errors.ts';
import type { Direction, Paging } from '../../ground/lists/list-query.rules.ts';
import type { PaymentType } from '../payments/payment.ts';
import type { SearchTerm } from './search-term.rules.ts';

export const ORDER_COLUMNS = { created_at: 'created_at', updated_at: 'updated_at', amount: 'amount_cents' } as const;
export type OrderBy = keyof typeof ORDER_COLUMNS;

export interface PaymentSearch extends Paging {
  orderBy: OrderBy;
  direction: Direction;
  status?: number[] | undefined;
  type?: PaymentType | undefined;
  company_id?: number | undefined;
  customer_id?: number | undefined;
  amountStart?: number | undefined;
  amountEnd?: number | undefined;
  createdAtStart?: Date | undefined;
  createdAtEnd?: Date | undefined;
  paidAtStart?: Date | undefined;
  paidAtEnd?: Date | undefined;
  payment_link_id?: string | undefined;
  external_id?: string | undefined;
  refunded?: 'none' | 'partial' | 'full' | undefined;
  q?: SearchTerm | undefined;
}

/** What no parameter can say alone. */
export function refuseCrossedBounds(search: PaymentSearch): void {
  const { amountStart, amountEnd, createdAtStart, createdAtEnd, paidAtStart, paidAtEnd } = search;
  if (amountStart !== undefined && amountEnd !== undefined && amountStart > amountEnd) {
    throw invalidField('amountStart', 'must not be above amountEnd');
  }
  if (createdAtStart && createdAtEnd && createdAtStart > createdAtEnd) {
    throw invalidField('createdAtStart', 'must not be after createdAtEnd');
  }
  if (paidAtStart && paidAtEnd && paidAtStart > paidAtEnd) {
    throw invalidField('paidAtStart', 'must not be after paidAtEnd');
  }
}
