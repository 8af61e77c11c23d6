import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Type } from 'typebox';
import type { Deps } from '../../ground/deps.ts';
import type { Work } from '../../ground/idempotency/keys.sql.ts';
import { Kept, withIdempotency } from '../../ground/idempotency/with-idempotency.ts';
import { readPathId } from '../../ground/lists/list-query.rules.ts';
import { callerOf } from '../../parties/accounts/authenticate.ts';
import { CompanyParams } from '../../parties/companies/companies.schemas.ts';
import type { NamedSeller, WithSellers } from '../../parties/companies/sellers.ts';
import type { WithAcquirers } from '../../rails/acquirers/registry.ts';
import type { WithApprovals } from '../alignment/approvals.ts';
import type { Payment } from '../payments/payment.ts';
import { paymentInPath } from '../payments/payment-in-path.ts';
import { CreatedTransaction, TransactionParams } from '../payments/payments.schemas.ts';
import { findPayment } from '../payments/payments.sql.ts';
import { createdTransaction } from '../payments/payments.wire.ts';
import type { WithOrderWrites } from './batch-writes.ts';
import { type Created, resumePayment, type StoreOrder } from './issue-payment.ts';
import { CompanyOrderBody, OrderBody } from './orders.schemas.ts';
import { receiveOrder } from './receive-order.ts';
import { retryPayment } from './retry-payment.ts';

/** Where a retry is written that takes a place somewhere; undefined: as every order is. */
type PlaceForRetry = (failed: Payment) => Promise<StoreOrder | undefined>;

export function orderRoutes(
  server: FastifyInstance,
  deps: Deps & WithApprovals & WithOrderWrites & WithAcquirers & WithSellers,
  placeForRetry: PlaceForRetry,
): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const { publicUrl } = deps.config;
  const answerTo = ({ payment, isAnswerKept }: Created) => {
    const answer = createdTransaction(publicUrl, payment);
    return isAnswerKept ? new Kept(answer) : answer;
  };

  const takeOrder = async (
    request: FastifyRequest<{ Body: CompanyOrderBody }>,
    reply: FastifyReply,
    named: NamedSeller,
  ) => {
    const { merchantId } = callerOf(request);
    const answer = await withIdempotency(deps, merchantId, request, reply, {
      looksUpKeyLate: true,
      start: async (claim) => answerTo(await receiveOrder(deps, merchantId, named, request.body, claim)),
      resume: async (work) => createdTransaction(publicUrl, await resumeWork(deps, work)),
    });
    return answer as Type.Static<typeof CreatedTransaction>;
  };

  app.post(
    '/payments/order',
    {
      config: { permission: 'charge', hasSplit: true },
      schema: {
        tags: ['payments'],
        summary: 'Create a PIX or boleto payment',
        body: OrderBody,
        response: { 200: CreatedTransaction },
      },
    },
    (request, reply) => takeOrder(request, reply, { accessToken: request.body.access_token }),
  );

  app.post(
    '/companies/:id/payments',
    {
      config: { permission: 'charge', hasSplit: true },
      schema: {
        tags: ['companies'],
        summary: 'Create a PIX or boleto payment of a company',
        description:
          'As POST /payments/order, with the same answers, errors and Idempotency-Key; the address names the company ' +
          'in place of an access token, so that whoever is logged in needs none.',
        params: CompanyParams,
        body: CompanyOrderBody,
        response: { 200: CreatedTransaction },
      },
    },
    (request, reply) => takeOrder(request, reply, { companyId: readPathId(request.params) }),
  );

  server.post(
    '/transactions/:id/retry',
    {
      config: { permission: 'charge' },
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
        start: async (claim) => answerTo(await retryPayment(deps, payment, claim, await placeForRetry(payment))),
        resume: async (work) => createdTransaction(publicUrl, await resumeWork(deps, work)),
      });
    },
  );
}

async function resumeWork(deps: Deps & WithApprovals & WithAcquirers & WithOrderWrites, work: Work): Promise<Payment> {
  const payment = work.kind === 'payment' ? await findPayment(deps.db, work.id) : null;
  if (!payment) throw new Error('an idempotency key of an order without its payment');
  return resumePayment(deps, payment);
}
