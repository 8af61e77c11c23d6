import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { limitByMerchant } from '../../ground/limits/request-rates.ts';
import { type RawQuery, readText } from '../../ground/lists/list-query.rules.ts';
import { paymentSubject } from '../../ground/subjects/subject.rules.ts';
import { resendLatestEvent } from '../../news/webhooks/deliveries/resend-event.ts';
import { ResendResponse } from '../../news/webhooks/webhooks.schemas.ts';
import { callerOf } from '../../parties/accounts/authenticate.ts';
import { findPaymentIdOfMerchant } from '../payments/payments.sql.ts';

/** Each of them goes to every endpoint; whoever missed more reads the feed. */
const RESENDS_PER_MINUTE = 100;

/** The merchant names a transaction; webhooks know nothing of payments but the id that stands in their events. */
export function resendRoutes(server: FastifyInstance, deps: Deps): void {
  server.post(
    '/webhooks/:paymentId/retry',
    {
      config: { permission: 'webhooks', alsoNeeds: 'read' },
      preHandler: limitByMerchant(server, deps, RESENDS_PER_MINUTE, 'resends'),
      schema: {
        tags: ['webhooks'],
        summary: "Send the latest event of a transaction again, by its id or the sub-acquirer's payment id",
        params: Type.Object({ paymentId: Type.String() }),
        response: { 202: ResendResponse },
      },
    },
    async (request, reply) => {
      const named = readText(request.params as RawQuery, 'paymentId') as string;
      const paymentId = await findPaymentIdOfMerchant(deps.db, callerOf(request).merchantId, named);
      if (paymentId === null) throw new ApiError('TRANSACTION_NOT_FOUND', `transaction ${named} does not exist`);
      const deliveries = await resendLatestEvent(deps, paymentSubject(paymentId));
      return reply.code(202).send({
        success: true,
        message: deliveries.length > 0 ? 'Reenvio agendado' : 'Nenhum webhook ativo recebe este evento',
        deliveries,
      });
    },
  );
}
