import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../ground/deps.ts';
import { callerOf } from '../../../parties/accounts/authenticate.ts';
import type { WithAcquirers } from '../../../rails/acquirers/registry.ts';
import { simulatePayout } from '../simulate-payout.ts';
import { PayoutPreview, PayoutSimulationBody } from './payouts.schemas.ts';
import { payoutPreview } from './payouts.wire.ts';

export function payoutSimulationRoutes(server: FastifyInstance, deps: Deps & WithAcquirers): void {
  server.withTypeProvider<TypeBoxTypeProvider>().post(
    '/payouts/simulate',
    {
      // Not among the payouts: whoever types an amount must not hold up a payout.
      config: { permission: 'read', isSlow: 'read' },
      schema: {
        tags: ['payouts'],
        summary: 'Try out a payout: what it costs, what is left, when it arrives, or why it would be refused',
        description:
          'Answers what POST /payouts would do now, with the same errors in the same order. Nothing is locked, ' +
          'written or asked of the bank, so that nothing is promised either.',
        body: PayoutSimulationBody,
        response: { 200: PayoutPreview },
      },
    },
    async (request) => {
      const { company_id: companyId, amount: amountCents, destination_id: destinationId } = request.body;
      const asked = { companyId, amountCents, destinationId };
      return payoutPreview(await simulatePayout(deps, callerOf(request).merchantId, asked));
    },
  );
}
