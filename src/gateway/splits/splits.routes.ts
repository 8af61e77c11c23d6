import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../ground/deps.ts';
import { refuseBelowMinimum } from '../../ground/money/minimum-amount.ts';
import { callerOf } from '../../parties/accounts/authenticate.ts';
import type { WithSellers } from '../../parties/companies/sellers.ts';
import { CHARGE_TYPES } from '../../rails/acquirers/acquirer.ts';
import type { WithAcquirers } from '../../rails/acquirers/registry.ts';
import { dividePayment } from './division.rules.ts';
import { MAX_TOTAL_CENTS, SimulatedSplit, SplitParticipants } from './splits.schemas.ts';
import { listedParticipants, simulatedSplit } from './splits.wire.ts';

const SimulateBody = Type.Object({
  access_token: Type.String({ minLength: 1, maxLength: 200 }),
  payment: Type.Object({ type: Type.Enum([...CHARGE_TYPES]) }),
  total: Type.Integer({ minimum: 1, maximum: MAX_TOTAL_CENTS, description: 'cents' }),
  splitParticipants: Type.Optional(SplitParticipants),
});

export function splitRoutes(server: FastifyInstance, deps: Deps & WithSellers & WithAcquirers): void {
  server.withTypeProvider<TypeBoxTypeProvider>().post(
    '/payments/split/simulate',
    {
      config: { permission: 'read', hasSplit: true },
      schema: {
        tags: ['payments'],
        summary: 'Show what each establishment would receive; creates nothing',
        body: SimulateBody,
        response: { 200: SimulatedSplit },
      },
    },
    async (request) => {
      const { access_token, payment, total, splitParticipants: listed = [] } = request.body;
      const { merchantId } = callerOf(request);
      const { seller, partners } = await deps.sellers.findSeller(
        merchantId,
        { accessToken: access_token },
        payment.type,
        listed,
      );
      refuseBelowMinimum(total);
      const acquirer = deps.acquirers.charging(payment.type, seller.plan);
      const division = dividePayment(seller, payment.type, acquirer, total, listedParticipants(listed, partners));
      return simulatedSplit(total, division);
    },
  );
}
