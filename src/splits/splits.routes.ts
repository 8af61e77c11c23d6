import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { callerOf } from '../auth/authenticate.ts';
import type { Deps } from '../deps.ts';
import { refuseBelowMinimum } from '../money/minimum-amount.ts';
import { dividePayment } from './division.rules.ts';
import { refuseMisspeltSplit } from './participants.rules.ts';
import { MAX_TOTAL_CENTS, SplitParticipants, SplitTable } from './splits.schemas.ts';
import { listedParticipants, simulatedShare } from './splits.wire.ts';

const SimulateBody = Type.Object({
  access_token: Type.String({ minLength: 1, maxLength: 200 }),
  payment: Type.Object({ type: Type.Enum(['pix', 'invoice']) }),
  total: Type.Integer({ minimum: 1, maximum: MAX_TOTAL_CENTS, description: 'cents' }),
  splitParticipants: Type.Optional(SplitParticipants),
});

const SimulateResponse = Type.Object({
  success: Type.Boolean(),
  total: Type.Integer({ description: 'cents' }),
  fee: Type.Integer({ description: 'cents' }),
  split: SplitTable,
});

export function splitRoutes(server: FastifyInstance, deps: Deps): void {
  server.withTypeProvider<TypeBoxTypeProvider>().post(
    '/payments/split/simulate',
    {
      schema: {
        tags: ['payments'],
        summary: 'Show what each establishment would receive; creates nothing',
        body: SimulateBody,
        response: { 200: SimulateResponse },
      },
    },
    async (request) => {
      refuseMisspeltSplit(request.body);
      const { access_token, payment, total, splitParticipants: listed = [] } = request.body;
      const { merchantId } = callerOf(request);
      const { seller, partners } = await deps.sellers.findSeller(merchantId, access_token, payment.type, listed);
      refuseBelowMinimum(total);
      const acquirer = deps.acquirers.charging(payment.type, seller.plan);
      const { feeCents, shares } = dividePayment(
        seller,
        payment.type,
        acquirer,
        total,
        listedParticipants(listed, partners),
      );
      return { success: true, total, fee: feeCents, split: shares.map(simulatedShare) };
    },
  );
}
