import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { Bank } from './bank.ts';
import { Problem } from './problem.ts';
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
      const { chave } = request.params;
      const { webhookUrl } = request.body;
      const book = bank.bookOf(accountOf(request));
      book.checkKey(chave);
      const mayLackMtls = request.headers['x-skip-mtls-checking'] === 'true';
      const refusal = bank.habits.probesWebhooks ? await bank.callbacks.probe(webhookUrl, mayLackMtls) : null;
      if (refusal)
        throw new Problem('WebhookOperacaoInvalida', refusal, [{ razao: refusal, propriedade: 'webhook.webhookUrl' }]);
      book.setWebhook(chave, webhookUrl);
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
