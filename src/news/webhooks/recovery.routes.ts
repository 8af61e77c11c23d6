import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { WithLists } from '../../ground/db/lagging-reads.ts';
import type { Deps } from '../../ground/deps.ts';
import { limitByPath } from '../../ground/limits/request-rates.ts';
import { instantReader } from '../../ground/lists/list-query.rules.ts';
import { callerOf } from '../../parties/accounts/authenticate.ts';
import { previewRecovery, startRecovery } from './deliveries/recover-missed.ts';
import { MissedBody, MissedQuery, RecoverBody, RecoverResponse } from './deliveries.schemas.ts';
import { endpointInPath } from './endpoints/endpoint-in-path.ts';
import { missedBody } from './webhooks.wire.ts';

const RECOVERIES_PER_MINUTE = 5;

const tags = ['webhooks'];
const Params = Type.Object({ id: Type.Integer({ minimum: 1 }) });

/** What an endpoint missed, and how it gets that after all. */
export function recoveryRoutes(server: FastifyInstance, deps: Deps & WithLists): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const limit = limitByPath(server, deps, RECOVERIES_PER_MINUTE, 'recoveries of a webhook');
  const own = (request: FastifyRequest) => endpointInPath(deps, callerOf(request).merchantId, request.params);

  app.get(
    '/webhooks/:id/missed',
    {
      config: { isSlow: 'read' },
      schema: {
        tags,
        summary: 'Count what a webhook missed: what a recovery would send',
        description:
          'Events since a time that the webhook wants now and has not got: their deliveries were given up, or none ' +
          'was written because it was off or not registered yet. One count looks at 20,000 events.',
        params: Params,
        querystring: MissedQuery,
        response: { 200: MissedBody },
      },
    },
    async (request) => {
      const endpoint = await own(request);
      return missedBody(await previewRecovery(deps, callerOf(request).merchantId, endpoint, request.query.since));
    },
  );

  app.post(
    '/webhooks/:id/recover',
    {
      // Who changes where events go must not be told by that what happened before.
      config: { permission: 'webhooks', alsoNeeds: 'read', isSlow: 'read' },
      schema: {
        tags,
        summary: 'Send again everything that a webhook missed since a time',
        description:
          'Exactly what `GET /webhooks/{id}/missed` counts, oldest first, under the same event ids. One recovery of ' +
          'a webhook runs at a time. A key needs the scope `read` besides: these are events of before.',
        params: Params,
        body: RecoverBody,
        response: { 202: RecoverResponse },
      },
    },
    async (request, reply) => {
      const since = instantReader('start')(request.body.since, 'since');
      const endpoint = await own(request);
      const asked = { merchantId: callerOf(request).merchantId, endpoint, since };
      const missed = missedBody(await startRecovery(deps, asked, () => limit(request)));
      return reply.code(202).send({ success: true, message: 'Reenvio iniciado', scheduled: missed.total, ...missed });
    },
  );
}
