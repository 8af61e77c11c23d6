import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { WithLists } from '../../ground/db/lagging-reads.ts';
import type { Deps } from '../../ground/deps.ts';
import { limitByPath } from '../../ground/limits/request-rates.ts';
import { pageOf, readPathId } from '../../ground/lists/list-query.rules.ts';
import type { WithWebhooks } from '../../ground/webhook-sender.ts';
import { callerOf, refuseWithout } from '../../parties/accounts/authenticate.ts';
import { sendTestEvent } from './deliveries/resend-event.ts';
import { changeEndpoint, registerEndpoint, removeEndpoint, rotateSecret } from './endpoints/change-endpoints.ts';
import { endpointInPath } from './endpoints/endpoint-in-path.ts';
import { listEndpointsOfMerchant } from './endpoints/endpoints.sql.ts';
import {
  ChangeWebhookBody,
  NewWebhookBody,
  ResendResponse,
  WebhookList,
  WebhookListQuery,
  WebhookRecord,
  WebhookWithSecret,
} from './webhooks.schemas.ts';
import { webhookRecord } from './webhooks.wire.ts';

const Params = Type.Object({ id: Type.Integer({ minimum: 1 }) });

/** The owner of the address did not ask for test events, so they are few. */
const TESTS_PER_MINUTE = 10;

export function webhookRoutes(server: FastifyInstance, deps: Deps & WithWebhooks & WithLists): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const tags = ['webhooks'];

  app.post(
    '/webhooks',
    {
      config: { permission: 'webhooks' },
      schema: { tags, summary: 'Register a webhook', body: NewWebhookBody, response: { 201: WebhookWithSecret } },
    },
    async (request, reply) => {
      const { endpoint, secret } = await registerEndpoint(deps, callerOf(request).merchantId, request.body);
      return reply.code(201).send({ ...webhookRecord(endpoint), secret });
    },
  );

  app.get(
    '/webhooks',
    {
      config: { isSlow: 'read' },
      schema: { tags, summary: 'List webhooks', querystring: WebhookListQuery, response: { 200: WebhookList } },
    },
    async (request) => {
      const { rows, total } = await listEndpointsOfMerchant(deps.listsDb, callerOf(request).merchantId, request.query);
      return { data: rows.map(webhookRecord), ...pageOf(total, request.query) };
    },
  );

  server.get(
    '/webhooks/:id',
    { schema: { tags, summary: 'Read a webhook', params: Params, response: { 200: WebhookRecord } } },
    async (request) => webhookRecord(await endpointInPath(deps, callerOf(request).merchantId, request.params)),
  );

  app.patch(
    '/webhooks/:id',
    {
      // Null removes a description, so it must not count as left out.
      config: { permission: 'webhooks', keepNull: ['description'] },
      schema: {
        tags,
        summary: 'Change a webhook',
        params: Params,
        body: ChangeWebhookBody,
        response: { 200: WebhookRecord },
      },
    },
    async (request) => {
      // What waits goes to the new address, and it is of before: a key for webhooks alone must not read it there.
      if (request.body.url !== undefined) refuseWithout(request, 'read');
      const { merchantId } = callerOf(request);
      return webhookRecord(await changeEndpoint(deps, merchantId, readPathId(request.params), request.body));
    },
  );

  server.delete(
    '/webhooks/:id',
    {
      config: { permission: 'webhooks' },
      schema: { tags, summary: 'Remove a webhook', params: Params, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      await removeEndpoint(deps, callerOf(request).merchantId, readPathId(request.params));
      return reply.code(204).send();
    },
  );

  server.post(
    '/webhooks/:id/rotate-secret',
    {
      config: { permission: 'webhooks' },
      schema: {
        tags,
        summary: 'Rotate the secret; the old one also signs for 24 hours',
        params: Params,
        response: { 200: WebhookWithSecret },
      },
    },
    async (request) => {
      const { endpoint, secret } = await rotateSecret(deps, callerOf(request).merchantId, readPathId(request.params));
      return { ...webhookRecord(endpoint), secret };
    },
  );

  server.post(
    '/webhooks/:id/test',
    {
      config: { permission: 'webhooks' },
      preHandler: limitByPath(server, deps, TESTS_PER_MINUTE, 'test events of a webhook'),
      schema: { tags, summary: 'Send a webhook.test event', params: Params, response: { 202: ResendResponse } },
    },
    async (request, reply) => {
      const { merchantId } = callerOf(request);
      const endpoint = await endpointInPath(deps, merchantId, request.params);
      const delivery = await sendTestEvent(deps, merchantId, endpoint);
      return reply.code(202).send({ success: true, message: 'Evento de teste enviado', deliveries: [delivery] });
    },
  );
}
