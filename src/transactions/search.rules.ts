import { invalidField } from '../errors.ts';
import type { Direction, Paging } from '../lists/list-query.rules.ts';
import type { PaymentType } from '../payments/payment.ts';

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
}

/** What no parameter can say alone. */
export function refuseCrossedBounds({ amountStart, amountEnd, createdAtStart, createdAtEnd }: PaymentSearch): void {
  if (amountStart !== undefined && amountEnd !== undefined && amountStart > amountEnd) {
    throw invalidField('amountStart', 'must not be above amountEnd');
  }
  if (createdAtStart && createdAtEnd && createdAtStart > createdAtEnd) {
    throw invalidField('createdAtStart', 'must not be after createdAtEnd');
  }
}
