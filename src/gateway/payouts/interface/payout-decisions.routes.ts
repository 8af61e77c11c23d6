import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Deps } from '../../../ground/deps.ts';
import { ApiError } from '../../../ground/errors.ts';
import { readPathId } from '../../../ground/lists/list-query.rules.ts';
import type { WithWebhooks } from '../../../ground/webhook-sender.ts';
import { callerOf, userOf } from '../../../parties/accounts/authenticate.ts';
import { insistOnCode } from '../../../parties/accounts/second-factors/insist-on-code.ts';
import { approvePayout, cancelPayout, type Decision, refusePayout, refuseUnfitApproval } from '../decide-payout.ts';
import type { Payout } from '../payout.ts';
import { isAboveThresholdOf } from '../terms/is-above-threshold.ts';
import { findListedPayoutOfMerchant, type ListedPayout } from './payout-list.sql.ts';
import { ApprovalBody, PayoutRecord, ReasonBody } from './payouts.schemas.ts';
import { payoutRecord } from './payouts.wire.ts';

/** What is said of a payout that has not been sent. */
export function payoutDecisionRoutes(server: FastifyInstance, deps: Deps & WithWebhooks): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const params = Type.Object({ id: Type.Integer({ minimum: 1 }) });
  const response = { 200: PayoutRecord };
  const tags = ['payouts'];

  app.post(
    '/payouts/:id/cancel',
    {
      config: { permission: 'payout', isSlow: 'payout' },
      schema: {
        tags,
        summary: 'Cancel a payout that has not been sent',
        description: 'While it is AWAITING_APPROVAL or REQUESTED. Amount and fee are given back.',
        params,
        body: ReasonBody,
        response,
      },
      preValidation: withoutBody,
    },
    async (request) => {
      const found = await payoutInPath(deps, request);
      return recordOf(found, await cancelPayout(deps, decisionOf(request)));
    },
  );

  app.post(
    '/payouts/:id/approve',
    {
      // People only: whoever made a key must not approve by it what they asked for themselves.
      config: { permission: 'payout', alsoNeeds: 'own', isSlow: 'payout' },
      schema: {
        tags,
        summary: 'Approve a payout that somebody else asked for',
        description:
          'For people, and not for whoever asked for it or made the key that did: 403 FORBIDDEN. Password and second ' +
          'factor are needed as for POST /payouts.',
        params,
        body: ApprovalBody,
        response,
      },
      preValidation: withoutBody,
    },
    async (request) => {
      const found = await payoutInPath(deps, request);
      const user = userOf(request);
      if (await isAboveThresholdOf(deps, { companyId: found.company_id, amountCents: found.amount_cents })) {
        // A code is used up by being judged: what would be refused anyway must not cost one.
        refuseUnfitApproval(found, { userId: user.id });
        await insistOnCode(deps, user, request.body.otp);
      }
      return recordOf(found, await approvePayout(deps, decisionOf(request), { userId: user.id }));
    },
  );

  app.post(
    '/payouts/:id/refuse',
    {
      config: { permission: 'payout', alsoNeeds: 'own', isSlow: 'payout' },
      schema: {
        tags,
        summary: 'Refuse a payout that somebody else asked for',
        description:
          'It is CANCELLED, and amount and fee are given back. For people, and not for whoever asked for it: they ' +
          'cancel it.',
        params,
        body: ReasonBody,
        response,
      },
      preValidation: withoutBody,
    },
    async (request) => {
      const found = await payoutInPath(deps, request);
      return recordOf(found, await refusePayout(deps, decisionOf(request), { userId: userOf(request).id }));
    },
  );
}

/** A POST without a body gives no reason. */
async function withoutBody(request: FastifyRequest): Promise<void> {
  request.body ??= {};
}

async function payoutInPath({ db }: Deps, request: FastifyRequest): Promise<ListedPayout> {
  const id = readPathId(request.params);
  const found = await findListedPayoutOfMerchant(db, callerOf(request).merchantId, id);
  if (!found) throw new ApiError('PAYOUT_NOT_FOUND', `payout ${id} does not exist`);
  return found;
}

function decisionOf(request: FastifyRequest): Decision {
  const reason = (request.body as Static<typeof ReasonBody>).reason ?? null;
  return { merchantId: callerOf(request).merchantId, payoutId: readPathId(request.params), reason };
}

const recordOf = ({ masked }: ListedPayout, payout: Payout) => payoutRecord({ ...payout, masked });
