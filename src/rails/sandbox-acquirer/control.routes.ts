import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { controlCharge } from './change-charge.ts';
import { CONTROL_ACTIONS } from './charge.rules.ts';
import type { Courier } from './courier.ts';
import type { Deps } from './deps.ts';
import { defaultDelayMs, kindsOf } from './fault.rules.ts';
import { deleteFaults, insertFault, listFaults } from './faults.sql.ts';
import { settleRefund } from './refund-charge.ts';
import { ChargeParams, ControlBody, FaultBody, RefundParams, SettleBody } from './schemas.ts';
import { ServiceError } from './service-error.ts';
import { chargeToWire, faultToWire, refundToWire } from './wire.ts';

/** The hand of the payer, of the bank and of bad luck. These answers are never spoilt. */
export function controlRoutes(server: FastifyInstance, deps: Deps, courier: Courier): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  for (const action of CONTROL_ACTIONS) {
    app.post(
      `/control/charges/:reference/${action}`,
      {
        schema: { params: ChargeParams, body: ControlBody },
        preValidation: async (request) => {
          // A bare POST means the defaults.
          request.body ??= {};
        },
      },
      async (request) => {
        const { charge, notification } = await controlCharge(deps, request.params.reference, action, request.body);
        await courier.sendNow(notification);
        return chargeToWire(charge);
      },
    );
  }

  app.post(
    '/control/refunds/:refundReference/settle',
    { schema: { params: RefundParams, body: SettleBody } },
    async (request) => {
      const { refund, notification } = await settleRefund(deps, request.params.refundReference, request.body.status);
      await courier.sendNow(notification);
      return refundToWire(refund);
    },
  );

  app.post('/control/faults', { schema: { body: FaultBody } }, async (request, reply) => {
    const { operation, kind, reference, times, delay_ms } = request.body;
    if (!kindsOf(operation).includes(kind)) {
      throw new ServiceError('invalid_request', `${operation} knows the kinds ${kindsOf(operation).join(', ')}`);
    }
    const fault = await insertFault(deps.db, {
      operation,
      kind,
      reference: reference ?? null,
      remaining: times ?? 1,
      delayMs: delay_ms ?? defaultDelayMs(kind),
    });
    return reply.code(201).send(faultToWire(fault));
  });

  app.get('/control/faults', async () => ({ faults: (await listFaults(deps.db)).map(faultToWire) }));

  app.delete('/control/faults', async (_request, reply) => {
    await deleteFaults(deps.db);
    return reply.code(204).send();
  });
}
