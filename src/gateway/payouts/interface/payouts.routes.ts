import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WithLists } from '../../../ground/db/lagging-reads.ts';
import type { Deps } from '../../../ground/deps.ts';
import { ApiError } from '../../../ground/errors.ts';
import { withIdempotency } from '../../../ground/idempotency/with-idempotency.ts';
import type { WithWebhooks } from '../../../ground/webhook-sender.ts';
import { callerOf } from '../../../parties/accounts/authenticate.ts';
import { insistOnFreshPassword } from '../../../parties/accounts/passwords/fresh-password.ts';
import { insistOnCode } from '../../../parties/accounts/second-factors/insist-on-code.ts';
import { findHolderOfKey } from '../../../parties/api-keys/api-keys.sql.ts';
import type { WithAcquirers } from '../../../rails/acquirers/registry.ts';
import type { WithPayoutWrites } from '../payout-writes.ts';
import { requestPayout } from '../request-payout.ts';
import { simulatePayout } from '../simulate-payout.ts';
import { isAboveThresholdOf } from '../terms/is-above-threshold.ts';
import { payoutDecisionRoutes } from './payout-decisions.routes.ts';
import { findListedPayoutOfMerchant } from './payout-list.sql.ts';
import { payoutReadRoutes } from './payout-reads.routes.ts';
import { payoutSimulationRoutes } from './payout-simulation.routes.ts';
import { PayoutBody, PayoutRecord } from './payouts.schemas.ts';
import { payoutRecord } from './payouts.wire.ts';

export type PayoutRouteDeps = Deps & WithAcquirers & WithPayoutWrites & WithLists & WithWebhooks;

export function payoutRoutes(server: FastifyInstance, deps: PayoutRouteDeps): void {
  payoutSimulationRoutes(server, deps);
  payoutReadRoutes(server, deps);
  payoutDecisionRoutes(server, deps);

  server.withTypeProvider<TypeBoxTypeProvider>().post(
    '/payouts',
    {
      config: { permission: 'payout', isSlow: 'payout' },
      schema: {
        tags: ['payouts'],
        summary: 'Send money of a company to one of its destinations',
        description:
          'What is sent is `amount`; amount and fee are debited at once from what is available, and given back if it ' +
          'fails or is cancelled. The bank is called a moment later: `payout.paid` or `payout.failed` tells how it ' +
          'ended. A person needs a password that was given within the last 10 minutes, a token one that was issued ' +
          'so, and above what the operator has set for the company the code of a second factor each time (`otp`).',
        body: PayoutBody,
        response: { 201: PayoutRecord },
      },
    },
    async (request, reply) => {
      const { merchantId, user, tokenIssuedAt } = callerOf(request);
      const { otp, ...body } = request.body;
      const { company_id: companyId, amount: amountCents, destination_id: destinationId, description } = body;
      const asked = { companyId, amountCents, destinationId };
      // Without the code: whoever repeats the same request later has another one.
      const { method, url, headers } = request;
      return withIdempotency(deps, merchantId, { method, url, headers, body }, reply, {
        status: 201,
        start: async (claim) => {
          // Whoever repeats a request under its key gets the answer of the first: nothing leaves, so nothing is proven.
          insistOnFreshPassword(deps, request.session, tokenIssuedAt);
          if (user && (await isAboveThresholdOf(deps, asked))) {
            // A code is used up by being judged: what would be refused anyway must not cost one.
            await simulatePayout(deps, merchantId, asked);
            await insistOnCode(deps, user, otp);
          }
          const askedByUser = await personBehind(deps, request);
          const wish = { ...asked, description: description?.trim() ? description : null, askedByUser };
          const { payout, destination } = await requestPayout(deps, merchantId, wish, claim);
          return payoutRecord({ ...payout, masked: destination.masked });
        },
        resume: async ({ id }) => {
          const payout = await findListedPayoutOfMerchant(deps.db, merchantId, id);
          if (!payout) throw new Error(`payout ${id} does not exist`);
          return payoutRecord(payout);
        },
      });
    },
  );
}

/** Whoever asks, or has made the key that does: they do not approve it. */
async function personBehind({ db }: Deps, request: FastifyRequest): Promise<number> {
  const { user, merchantId, actor } = callerOf(request);
  const userId = user?.id ?? (await findHolderOfKey(db, merchantId, actor.id as number));
  if (userId === null) throw new ApiError('UNAUTHORIZED', 'this key has just been forgotten');
  return userId;
}
