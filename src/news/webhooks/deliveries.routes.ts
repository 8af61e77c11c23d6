import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { mayLag, type WithLists } from '../../ground/db/lagging-reads.ts';
import type { Deps } from '../../ground/deps.ts';
import { invalidField } from '../../ground/errors.ts';
import { limitByPath } from '../../ground/limits/request-rates.ts';
import { pageOf, readPathId } from '../../ground/lists/list-query.rules.ts';
import { callerOf } from '../../parties/accounts/authenticate.ts';
import { findDeliveryOfEndpoint, listDeliveries, type ShownDelivery } from './deliveries/delivery-log.sql.ts';
import { resendDelivery, unknownDelivery } from './deliveries/resend-event.ts';
import { readDeliveryStats } from './deliveries/stats.sql.ts';
import {
  DeliveryDetails,
  DeliveryList,
  DeliveryListQuery,
  DeliveryStatsBody,
  StatsQuery,
} from './deliveries.schemas.ts';
import { endpointInPath } from './endpoints/endpoint-in-path.ts';
import type { Endpoint } from './endpoints/endpoints.sql.ts';
import { ResendResponse } from './webhooks.schemas.ts';
import { loggedDelivery, shownDelivery, statsBody } from './webhooks.wire.ts';

const HOUR_MS = 60 * 60 * 1000;
const RESENDS_PER_MINUTE = 5;

const tags = ['webhooks'];
const id = Type.Integer({ minimum: 1 });
const Params = Type.Object({ id });
const DeliveryParams = Type.Object({ id, deliveryId: id });

/** What was sent to an endpoint, and how that went. */
export function deliveryRoutes(server: FastifyInstance, deps: Deps & WithLists): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const own = (request: FastifyRequest) => endpointInPath(deps, callerOf(request).merchantId, request.params);

  app.get(
    '/webhooks/:id/deliveries',
    {
      config: { isSlow: 'read' },
      schema: {
        tags,
        summary: 'List the deliveries with their attempts, newest first',
        params: Params,
        querystring: DeliveryListQuery,
        response: { 200: DeliveryList },
      },
    },
    async (request) => {
      const { status, event, transaction_id, createdAtStart, createdAtEnd, ...paging } = request.query;
      if (createdAtStart && createdAtEnd && createdAtStart > createdAtEnd)
        throw invalidField('createdAtStart', 'must not be after createdAtEnd');
      const filter = {
        status,
        kind: event,
        paymentId: transaction_id,
        createdFrom: createdAtStart,
        createdTo: createdAtEnd,
      };
      const { rows, total } = await listDeliveries(mayLag(deps), (await own(request)).id, filter, paging);
      return { data: rows.map(loggedDelivery), ...pageOf(total, paging) };
    },
  );

  server.get(
    '/webhooks/:id/deliveries/:deliveryId',
    {
      schema: {
        tags,
        summary: 'Read a delivery: what was sent and what came back',
        params: DeliveryParams,
        response: { 200: DeliveryDetails },
      },
    },
    async (request) => shownDelivery(await deliveryInPath(deps, await own(request), request.params)),
  );

  server.post(
    '/webhooks/:id/deliveries/:deliveryId/retry',
    {
      config: { permission: 'webhooks', alsoNeeds: 'read' },
      preHandler: limitByPath(server, deps, RESENDS_PER_MINUTE, 'resends of a delivery'),
      schema: {
        tags,
        summary: 'Send the event of a delivery again to the same webhook',
        description:
          'A delivery of its own, beside what is scheduled, with the same event id. A key needs the scope `read` ' +
          'besides.',
        params: DeliveryParams,
        response: { 202: ResendResponse },
      },
    },
    async (request, reply) => {
      const endpoint = await own(request);
      const delivery = await deliveryInPath(deps, endpoint, request.params);
      const deliveries = [await resendDelivery(deps, endpoint, delivery)];
      return reply.code(202).send({ success: true, message: 'Evento reenviado', deliveries });
    },
  );

  app.get(
    '/webhooks/:id/stats',
    {
      config: { isSlow: 'read' },
      schema: {
        tags,
        summary: 'Read how the deliveries of the last hours went',
        params: Params,
        querystring: StatsQuery,
        response: { 200: DeliveryStatsBody },
      },
    },
    async (request) => {
      const { hours } = request.query;
      const from = new Date(deps.clock.realNow().getTime() - hours * HOUR_MS);
      const stats = await readDeliveryStats(mayLag(deps), (await own(request)).id, from);
      return statsBody({ from, hours, stats });
    },
  );
}

async function deliveryInPath(deps: Deps, endpoint: Endpoint, params: unknown): Promise<ShownDelivery> {
  const deliveryId = readPathId(params, 'deliveryId');
  return (await findDeliveryOfEndpoint(deps.db, endpoint.id, deliveryId)) ?? unknownDelivery(deliveryId);
}
