import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { callerOf } from '../auth/authenticate.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import type { KeyRecord } from '../idempotency/keys.sql.ts';
import { withIdempotency } from '../idempotency/with-idempotency.ts';
import { pageOf, type RawQuery, readChoice, readPathId } from '../lists/list-query.rules.ts';
import { listRefunds } from '../refunds/refunds.sql.ts';
import { listShares } from '../splits/splits.sql.ts';
import { cancelPayment } from './cancel-payment.ts';
import { createPayment } from './create-payment.ts';
import { resumePayment } from './issue-payment.ts';
import type { Payment, PaymentType } from './payment.ts';
import { CreatedTransaction, OrderBody, TransactionDetails, TransactionList } from './payments.schemas.ts';
import { findPayment, findPaymentOfMerchant } from './payments.sql.ts';
import { createdTransaction, listedTransaction, transactionDetails } from './payments.wire.ts';
import { retryPayment } from './retry-payment.ts';
import { readPaymentSearch } from './search.rules.ts';
import { searchPaymentsOfMerchant } from './search.sql.ts';
import { syncPayment } from './sync-payment.ts';

/** The names a query with synchronisation uses for what we store as pix, invoice and the cards. */
const SYNC_TYPES = { PIX: ['pix'], CREDIT_CARD: ['credit', 'debit'], BILLET: ['invoice'] } as const satisfies Record<string, PaymentType[]>;
type SyncType = keyof typeof SYNC_TYPES;

const TransactionParams = Type.Object({ id: Type.Integer({ minimum: 1 }) });
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

/** The merchant's own payment named in the path; anybody else's is as unknown. */
export async function paymentInPath(deps: Deps, merchantId: number, params: unknown): Promise<Payment> {
  const id = readPathId(params);
  const payment = await findPaymentOfMerchant(deps.db, merchantId, id);
  if (!payment) throw new ApiError('TRANSACTION_NOT_FOUND', `transaction ${id} does not exist`);
  return payment;
}

export function paymentRoutes(server: FastifyInstance, deps: Deps): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const { publicUrl } = deps.config;

  app.post(
    '/payments/order',
    { schema: { tags: ['payments'], summary: 'Create a PIX or boleto payment', body: OrderBody, response: { 200: CreatedTransaction } } },
    async (request, reply) => {
      const { merchantId } = callerOf(request);
      const answer = await withIdempotency(deps, merchantId, request, reply, {
        start: async (claim) => createdTransaction(publicUrl, await createPayment(deps, merchantId, request.body, claim)),
        resume: async (work) => createdTransaction(publicUrl, await resumeWork(deps, work)),
      });
      return answer as Type.Static<typeof CreatedTransaction>;
    },
  );

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

  server.post(
    '/transactions/:id/retry',
    {
      schema: {
        tags: ['transactions'],
        summary: 'Try a failed transaction again',
        params: TransactionParams,
        response: { 200: CreatedTransaction },
      },
    },
    async (request, reply) => {
      const { merchantId } = callerOf(request);
      const payment = await paymentInPath(deps, merchantId, request.params);
      return withIdempotency(deps, merchantId, request, reply, {
        start: async (claim) => createdTransaction(publicUrl, await retryPayment(deps, payment, claim)),
        resume: async (work) => createdTransaction(publicUrl, await resumeWork(deps, work)),
      });
    },
  );

  server.get(
    '/transactions',
    {
      config: { isSlow: true },
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

async function resumeWork(deps: Deps, work: KeyRecord): Promise<Payment> {
  const payment = work.payment_id === null ? null : await findPayment(deps.db, work.payment_id);
  if (!payment) throw new Error('an idempotency key of an order without its payment');
  return resumePayment(deps, payment);
}

/** The acquirer can answer only for the type it knows, and only once we hold its transactionId. */
function canSync(payment: Payment, syncType: SyncType): boolean {
  const types: readonly PaymentType[] = SYNC_TYPES[syncType];
  return types.includes(payment.payment_type) && Boolean(payment.response_data_subacquirer_integration?.transactionId);
}
