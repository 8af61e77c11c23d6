import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { Bank } from './bank.ts';
import { accountOf } from './request.ts';
import { KeyParams, WebhookBody } from './schemas.ts';
import { webhookToWire } from './wire.ts';

export function webhookRoutes(server: FastifyInstance, bank: Bank): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  app.put(
    '/webhook/:chave',
    {
      schema: { params: KeyParams, body: WebhookBody },
      config: { operation: 'put_webhook', scope: 'webhook.write', invalid: 'WebhookOperacaoInvalida' },
    },
    async (request, reply) => {
      bank.bookOf(accountOf(request)).setWebhook(request.params.chave, request.body.webhookUrl);
      return reply.code(200).send();
    },
  );

  app.get(
    '/webhook/:chave',
    { schema: { params: KeyParams }, config: { operation: 'get_webhook', scope: 'webhook.read' } },
    async (request) => {
      const account = accountOf(request);
      const { chave } = request.params;
      return webhookToWire(bank.bookOf(account).getWebhook(chave), chave, account);
    },
  );

  app.delete(
    '/webhook/:chave',
    { schema: { params: KeyParams }, config: { operation: 'delete_webhook', scope: 'webhook.write' } },
    async (request, reply) => {
      bank.bookOf(accountOf(request)).removeWebhook(request.params.chave);
      return reply.code(204).send();
    },
  );
}
