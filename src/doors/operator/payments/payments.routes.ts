import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Payment } from '../../../gateway/payments/payment.ts';
import { findPaymentsNamed } from '../../../gateway/payments/payments-named.sql.ts';
import { limitReadQueries } from '../../../gateway/transactions/limit-read-queries.ts';
import { readPathId } from '../../../ground/lists/list-query.rules.ts';
import { recordAudit } from '../../../parties/audit-log/record-audit.ts';
import { INSTALLATION } from '../../../parties/merchants/installation.rules.ts';
import type { AllDeps } from '../../all-deps.ts';
import { ReasonBody } from '../reason.schemas.ts';
import { FoundPayments, RevealedPayer, SeenPayment } from './payments.schemas.ts';
import { foundPayment } from './payments.wire.ts';
import { findAnyPayment, readPayment } from './read-payment.ts';

const tags = ['payments'];

/** Payments as their merchants see them, read only. */
export function paymentRoutes(server: FastifyInstance, deps: AllDeps): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  // Of all operators together: what merchants may ask is not theirs.
  const mayAsk = limitReadQueries(deps);

  app.get(
    '/payments',
    {
      config: { act: 'read' },
      schema: {
        tags,
        operationId: 'findPayments',
        summary: 'Find payments of any merchant by what names one',
        querystring: Type.Object({
          q: Type.Optional(
            Type.String({ maxLength: 120, description: 'a whole id, order number, reference or endToEndId' }),
          ),
        }),
        response: { 200: FoundPayments },
      },
    },
    async (request) => {
      const names = deps.acquirers.list().map(({ name }) => name);
      return { data: (await findPaymentsNamed(deps.db, request.query.q ?? '', names)).map(foundPayment) };
    },
  );

  app.get(
    '/payments/:id',
    {
      config: { act: 'read' },
      schema: {
        tags,
        operationId: 'getPayment',
        summary: 'Read a payment as its merchant sees it, with its checks, its journal and why it is pending',
        response: { 200: SeenPayment },
      },
    },
    async (request) => readPayment(deps, readPathId(request.params), () => mayAsk(INSTALLATION)),
  );

  app.post(
    '/payments/:id/reveal',
    {
      config: { act: 'reveal', isWithoutPassword: true },
      schema: {
        tags,
        operationId: 'revealPayer',
        summary: 'Read who pays; the reason is logged',
        body: ReasonBody,
        response: { 200: RevealedPayer },
      },
    },
    async (request) => {
      const payment = await findAnyPayment(deps, readPathId(request.params));
      await recordAudit(deps, deps.db, {
        merchantId: payment.merchant_id,
        action: 'personal_data.revealed',
        object: { kind: 'transaction', id: payment.id },
        details: { reason: request.body.reason },
      });
      return { id: payment.id, customer: customerOf(payment), metadata: payment.metadata };
    },
  );
}

function customerOf(payment: Payment) {
  return {
    id: payment.customer_id,
    name: payment.customer_name,
    email: payment.customer_email,
    document: payment.customer_document,
    phone: payment.customer_phone,
  };
}
