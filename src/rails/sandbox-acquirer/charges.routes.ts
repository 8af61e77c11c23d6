import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { endOfSaoPauloDay, isLocalDate, startOfSaoPauloDay } from '../../ground/brazil/calendar.rules.ts';
import { cancelCharge } from './change-charge.ts';
import { findCharge, sumPaidBetween } from './charges.sql.ts';
import type { Courier } from './courier.ts';
import { createCharge } from './create-charge.ts';
import type { Deps } from './deps.ts';
import type { Misbehaviour } from './misbehave.ts';
import { moveDueDate } from './move-due-date.ts';
import type { Notification } from './notifications.sql.ts';
import { refundCharge } from './refund-charge.ts';
import { findRefund } from './refunds.sql.ts';
import {
  ChargeBody,
  ChargeParams,
  ChargeRefundParams,
  DueDateBody,
  RefundBody,
  RefundParams,
  TotalsParams,
} from './schemas.ts';
import { ServiceError } from './service-error.ts';
import { chargeToWire, refundToWire } from './wire.ts';

/** What a merchant's system may ask. Every answer may be spoilt by a fault. */
export function chargeRoutes(server: FastifyInstance, deps: Deps, misbehaviour: Misbehaviour, courier: Courier): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  app.put('/charges/:reference', { schema: { params: ChargeParams, body: ChargeBody } }, async (request, reply) => {
    const { reference } = request.params;
    await misbehaviour.answer(reply, 'charge', reference, async (fault) => {
      const { charge, isNew } = await createCharge(deps, reference, request.body, fault?.kind === 'refuse');
      const body = chargeToWire(charge);
      // Once paid all the same (a bank may do anything), it is no longer a refusal.
      if (charge.refusalReason !== null && charge.status === 'FAILED')
        throw new ServiceError('refused', charge.refusalReason, { charge: body });
      return { statusCode: isNew ? 201 : 200, body };
    });
    return reply;
  });

  app.get('/charges/:reference', { schema: { params: ChargeParams } }, async (request, reply) => {
    const { reference } = request.params;
    await misbehaviour.answer(reply, 'query', reference, async () => {
      const charge = await findCharge(deps.db, reference);
      if (!charge) throw new ServiceError('not_found', 'no charge has this reference');
      return { statusCode: 200, body: chargeToWire(charge) };
    });
    return reply;
  });

  app.get('/totals/:day', { schema: { params: TotalsParams } }, async (request) => {
    const { day } = request.params;
    if (!isLocalDate(day)) throw new ServiceError('invalid_request', 'day is not a date of the calendar');
    return sumPaidBetween(deps.db, startOfSaoPauloDay(day), endOfSaoPauloDay(day));
  });

  app.post('/charges/:reference/cancel', { schema: { params: ChargeParams } }, async (request, reply) => {
    const { reference } = request.params;
    await misbehaviour.answer(reply, 'cancel', reference, async () => {
      const { charge, notification } = await cancelCharge(deps, reference);
      sendAfterAnswer(reply, courier, notification);
      return { statusCode: 200, body: chargeToWire(charge) };
    });
    return reply;
  });

  app.patch('/charges/:reference', { schema: { params: ChargeParams, body: DueDateBody } }, async (request, reply) => {
    const { reference } = request.params;
    await misbehaviour.answer(reply, 'cancel', reference, async () => {
      const charge = await moveDueDate(deps, reference, request.body.dueDate);
      return { statusCode: 200, body: chargeToWire(charge) };
    });
    return reply;
  });

  app.put(
    '/charges/:reference/refunds/:refundReference',
    { schema: { params: ChargeRefundParams, body: RefundBody } },
    async (request, reply) => {
      const { reference, refundReference } = request.params;
      await misbehaviour.answer(reply, 'refund', reference, async (fault) => {
        const onDemand = fault?.kind === 'refuse' || fault?.kind === 'processing' ? fault.kind : null;
        const { refund, isNew, notification } = await refundCharge(
          deps,
          reference,
          refundReference,
          request.body,
          onDemand,
        );
        sendAfterAnswer(reply, courier, notification);
        return { statusCode: isNew ? 201 : 200, body: refundToWire(refund) };
      });
      return reply;
    },
  );

  app.get('/refunds/:refundReference', { schema: { params: RefundParams } }, async (request, reply) => {
    const { refundReference } = request.params;
    await misbehaviour.answer(reply, 'query_refund', refundReference, async () => {
      const refund = await findRefund(deps.db, refundReference);
      if (!refund) throw new ServiceError('not_found', 'no refund has this reference');
      return { statusCode: 200, body: refundToWire(refund) };
    });
    return reply;
  });
}

/** Also when the answer never leaves: the notification then goes out as soon as the client has given up. */
function sendAfterAnswer(reply: FastifyReply, courier: Courier, notification: Notification | null): void {
  if (reply.raw.closed) courier.sendSoon(notification);
  else reply.raw.once('close', () => courier.sendSoon(notification));
}
