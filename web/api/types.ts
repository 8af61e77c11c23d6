import type { Static } from 'typebox';
import type { LinkRecord } from '../../src/gateway/payment-links/payment-links.schemas.ts';
import type { CreatedTransaction as CreatedTransactionSchema } from '../../src/gateway/payments/payments.schemas.ts';
import type {
  TransactionDetails as TransactionDetailsSchema,
  TransactionList as TransactionListSchema,
} from '../../src/gateway/transactions/transactions.schemas.ts';

/** What every list with pages answers. */
export interface ListOf<Row> {
  data: Row[];
  total: number;
  page: number;
  lastPage: number;
  itemsPerPage: number;
}

export type TransactionDetails = Static<typeof TransactionDetailsSchema>;
export type TransactionList = Static<typeof TransactionListSchema>;
export type ListedTransaction = TransactionList['data'][number];
export type CreatedTransaction = Static<typeof CreatedTransactionSchema>;
export type PaymentLink = Static<typeof LinkRecord>;
