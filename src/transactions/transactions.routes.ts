import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { cancelPayment } from '../alignment/cancel-payment.ts';
import { syncPayment } from '../alignment/sync-payment.ts';
import { callerOf } from '../auth/authenticate.ts';
import type { Deps } from '../deps.ts';
import { pageOf, type RawQuery, readChoice } from '../lists/list-query.rules.ts';
import type { Payment, PaymentType } from '../payments/payment.ts';
import { paymentInPath } from '../payments/payment-in-path.ts';
import { CreatedTransaction, TransactionParams } from '../payments/payments.schemas.ts';
import { createdTransaction } from '../payments/payments.wire.ts';
import { listRefunds } from '../refunds/refunds.sql.ts';
import { listShares } from '../splits/splits.sql.ts';
import { resendRoutes } from './resend.routes.ts';
import { readPaymentSearch } from './search.rules.ts';
import { searchPaymentsOfMerchant } from './search.sql.ts';
import { TransactionDetails, TransactionList } from './transactions.schemas.ts';
import { listedTransaction, transactionDetails } from './transactions.wire.ts';

/** The names a query with synchronisation uses for what we store as pix, invoice and the cards. */
const SYNC_TYPES = { PIX: ['pix'], CREDIT_CARD: ['credit', 'debit'], BILLET: ['invoice'] } as const satisfies Record<string, PaymentType[]>;
type SyncType = keyof typeof SYNC_TYPES;

const DetailsQuery = Type.Object({ payment_type: Type.Optional(Type.Enum(['PIX', 'CREDIT_CARD', 'BILLET'])) });

const SearchQuery = Type.Object({
  page: Type.Optional(Type.Integer({ default: 1, minimum: 1 })),
  limit: Type.Optional(Type.Integer({ default: 10, minimum: 1, maximum: 100 })),
  orderBy: Type.Optional(Type.Enum(['created_at', 'updated_at', 'amount'], { default: 'created_at' })),
  direction: Type.Optional(Type.Enum(['ASC', 'DESC'], { default: 'DESC' })),
  status: Type.Optional(Type.Array(Type.Integer({ minimum: 1, maximum: 4 }))),
  type: Type.Optional(Type.Enum(['pix', 'credit', 'debit', 'invoice'])),
  company_id: Type.Optional(Type.Integer({ minimum: 1 })),
  customer_id: Type.Optional(Type.Integer({ minimum: 1 })),
  amountStart: Type.Optional(Type.Integer({ minimum: 0, description: 'cents' })),
  amountEnd: Type.Optional(Type.Integer({ minimum: 0, description: 'cents' })),
  createdAtStart: Type.Optional(Type.String({ description: 'ISO 8601 date (a day in São Paulo) or date-time' })),
  createdAtEnd: Type.Optional(Type.String({ description: 'ISO 8601 date (the whole day) or date-time, inclusive' })),
});

export function transactionRoutes(server: FastifyInstance, deps: Deps): void {
  resendRoutes(server, deps);
  const { publicUrl } = deps.config;

  server.get(
    '/transactions/:id',
    {
      schema: {
        tags: ['transactions'],
        summary: 'Read a transaction; with payment_type, align it with the acquirer first',
        params: TransactionParams,
        querystring: DetailsQuery,
        response: { 200: TransactionDetails },
      },
    },
    async (request) => {
      const syncType = readChoice(request.query as RawQuery, 'payment_type', Object.keys(SYNC_TYPES) as SyncType[]);
      const payment = await paymentInPath(deps, callerOf(request).merchantId, request.params);
      const isSynced = syncType !== undefined && canSync(payment, syncType);
      const current = isSynced ? await syncPayment(deps, payment) : { payment, acquirerTransaction: null };
      const [shares, refunds] = await Promise.all([listShares(deps.db, payment.id), listRefunds(deps.db, payment.id)]);
      return transactionDetails(publicUrl, current.payment, { shares, refunds }, current.acquirerTransaction);
    },
  );

  server.post(
    '/transactions/:id/cancel',
    {
      schema: {
        tags: ['transactions'],
        summary: 'Cancel a pending transaction',
        params: TransactionParams,
        response: { 200: CreatedTransaction },
      },
    },
    async (request) => {
      const payment = await paymentInPath(deps, callerOf(request).merchantId, request.params);
      const cancelled = await cancelPayment(deps, payment);
      // The cancellation succeeded, although what it leaves is a FAILED payment.
      return { ...createdTransaction(publicUrl, cancelled), success: true };
    },
  );

  server.get(
    '/transactions',
    {
      config: { isSlow: 'read' },
      schema: { tags: ['transactions'], summary: 'List transactions', querystring: SearchQuery, response: { 200: TransactionList } },
    },
    async (request) => {
      const search = readPaymentSearch(request.query as RawQuery);
      const { payments, total } = await searchPaymentsOfMerchant(deps.listsDb, callerOf(request).merchantId, search);
      return {
        data: payments.map(listedTransaction),
        ...pageOf(total, search),
      };
    },
  );
}

/** The acquirer can answer only for the type it knows, and only once we hold its transactionId. */
function canSync(payment: Payment, syncType: SyncType): boolean {
  const types: readonly PaymentType[] = SYNC_TYPES[syncType];
  return types.includes(payment.payment_type) && Boolean(payment.acquirer_data?.transactionId);
}
