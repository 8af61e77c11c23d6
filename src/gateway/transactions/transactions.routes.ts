import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { saoPauloDateOf } from '../../ground/brazil/calendar.rules.ts';
import type { WithLists } from '../../ground/db/lagging-reads.ts';
import type { Deps } from '../../ground/deps.ts';
import { callerOf } from '../../parties/accounts/authenticate.ts';
import type { WithAcquirers } from '../../rails/acquirers/registry.ts';
import type { WithApprovals } from '../alignment/approvals.ts';
import { cancelPayment } from '../alignment/cancel-payment.ts';
import { changeDueDate } from '../alignment/change-due-date.ts';
import { syncPayment } from '../alignment/sync-payment.ts';
import { findTrouble } from '../payments/checks/checks.sql.ts';
import type { Payment, PaymentType } from '../payments/payment.ts';
import { paymentInPath } from '../payments/payment-in-path.ts';
import { CreatedTransaction, TransactionParams } from '../payments/payments.schemas.ts';
import { findRetryOf } from '../payments/payments.sql.ts';
import { createdTransaction } from '../payments/payments.wire.ts';
import { PENDING } from '../payments/status.rules.ts';
import { listRefunds } from '../refunds/refunds.sql.ts';
import { listShares } from '../splits/splits.sql.ts';
import { historyRoutes } from './history.routes.ts';
import { limitReadQueries } from './limit-read-queries.ts';
import { resendRoutes } from './resend.routes.ts';
import { searchRoutes } from './search.routes.ts';
import { DetailsQuery, DueDateBody, type SyncType, TransactionDetails } from './transactions.schemas.ts';
import { transactionDetails } from './transactions.wire.ts';

const SYNC_TYPES: Record<SyncType, readonly PaymentType[]> = {
  PIX: ['pix'],
  CREDIT_CARD: ['credit', 'debit'],
  BILLET: ['invoice'],
};

export function transactionRoutes(
  server: FastifyInstance,
  deps: Deps & WithApprovals & WithLists & WithAcquirers,
): void {
  resendRoutes(server, deps);
  historyRoutes(server, deps);
  searchRoutes(server, deps);
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const { publicUrl } = deps.config;
  const mayAsk = limitReadQueries(deps);

  app.get(
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
      const syncType = request.query.payment_type;
      const { merchantId } = callerOf(request);
      const payment = await paymentInPath(deps, merchantId, request.params);
      const isSynced = syncType !== undefined && canSync(payment, syncType);
      const current = isSynced
        ? await syncPayment(deps, payment, () => mayAsk(merchantId))
        : { payment, acquirerCharge: null };
      const isPending = current.payment.status === PENDING;
      const [shares, refunds, retriedBy, trouble] = await Promise.all([
        listShares(deps.db, payment.id),
        listRefunds(deps.db, payment.id),
        findRetryOf(deps.db, payment.id),
        isPending ? findTrouble(deps.db, payment.id) : null,
      ]);
      const besides = { shares, refunds, retriedBy, trouble };
      // Only a boleto's figures depend on the day.
      const today = payment.payment_type === 'invoice' ? saoPauloDateOf(await deps.clock.now()) : null;
      return transactionDetails(publicUrl, current.payment, besides, current.acquirerCharge, today);
    },
  );

  server.post(
    '/transactions/:id/cancel',
    {
      config: { permission: 'charge' },
      schema: {
        tags: ['transactions'],
        summary: 'Cancel a pending transaction',
        params: TransactionParams,
        response: { 200: CreatedTransaction, 202: CreatedTransaction },
      },
    },
    async (request, reply) => {
      const payment = await paymentInPath(deps, callerOf(request).merchantId, request.params);
      const cancelled = await cancelPayment(deps, payment);
      if (cancelled.status === PENDING) reply.status(202);
      // The cancellation succeeded, although what it leaves is a FAILED payment.
      return { ...createdTransaction(publicUrl, cancelled), success: true };
    },
  );

  server.patch(
    '/transactions/:id/boleto',
    {
      config: { permission: 'charge', isSlow: 'change' },
      schema: {
        tags: ['transactions'],
        summary: 'Give a pending boleto another due date',
        params: TransactionParams,
        body: DueDateBody,
        response: { 200: CreatedTransaction, 202: CreatedTransaction },
      },
    },
    async (request, reply) => {
      const payment = await paymentInPath(deps, callerOf(request).merchantId, request.params);
      const { due_date } = request.body as Static<typeof DueDateBody>;
      const changed = await changeDueDate(deps, payment, due_date);
      if (changed.requested_change) reply.status(202);
      return createdTransaction(publicUrl, changed);
    },
  );
}

/** The acquirer can answer only for the type it knows, and only once we hold its transactionId. */
function canSync(payment: Payment, syncType: SyncType): boolean {
  return SYNC_TYPES[syncType].includes(payment.payment_type) && Boolean(payment.acquirer_data?.transactionId);
}
