import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { Type } from 'typebox';
import { callerOf } from '../auth/authenticate.ts';
import type { Deps } from '../deps.ts';
import type { Work } from '../idempotency/keys.sql.ts';
import { Kept, withIdempotency } from '../idempotency/with-idempotency.ts';
import type { Payment } from '../payments/payment.ts';
import { paymentInPath } from '../payments/payment-in-path.ts';
import { CreatedTransaction, TransactionParams } from '../payments/payments.schemas.ts';
import { findPayment } from '../payments/payments.sql.ts';
import { createdTransaction } from '../payments/payments.wire.ts';
import { type Created, resumePayment } from './issue-payment.ts';
import { OrderBody } from './orders.schemas.ts';
import { receiveOrder } from './receive-order.ts';
import { retryPayment } from './retry-payment.ts';

export function orderRoutes(server: FastifyInstance, deps: Deps): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const { publicUrl } = deps.config;
  const answerTo = ({ payment, isAnswerKept }: Created) => {
    const answer = createdTransaction(publicUrl, payment);
    return isAnswerKept ? new Kept(answer) : answer;
  };

  app.post(
    '/payments/order',
    {
      schema: {
        tags: ['payments'],
        summary: 'Create a PIX or boleto payment',
        body: OrderBody,
        response: { 200: CreatedTransaction },
      },
    },
    async (request, reply) => {
      const { merchantId } = callerOf(request);
      const answer = await withIdempotency(deps, merchantId, request, reply, {
        isCheapInVain: true,
        start: async (claim) => answerTo(await receiveOrder(deps, merchantId, request.body, claim)),
        resume: async (work) => createdTransaction(publicUrl, await resumeWork(deps, work)),
      });
      return answer as Type.Static<typeof CreatedTransaction>;
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
        start: async (claim) => answerTo(await retryPayment(deps, payment, claim)),
        resume: async (work) => createdTransaction(publicUrl, await resumeWork(deps, work)),
      });
    },
  );
}

async function resumeWork(deps: Deps, work: Work): Promise<Payment> {
  const payment = work.kind === 'payment' ? await findPayment(deps.db, work.id) : null;
  if (!payment) throw new Error('an idempotency key of an order without its payment');
  return resumePayment(deps, payment);
}
