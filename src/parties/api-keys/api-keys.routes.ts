import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../ground/deps.ts';
import { limitByMerchant } from '../../ground/limits/request-rates.ts';
import { readPathId } from '../../ground/lists/list-query.rules.ts';
import { callerOf, insistOnFreshToken, userOf } from '../accounts/authenticate.ts';
import { MOST_LIVE_KEYS } from './api-key.rules.ts';
import { ApiKeyList, NewApiKey, NewKeyBody } from './api-keys.schemas.ts';
import { listKeysOfMerchant } from './api-keys.sql.ts';
import { apiKey } from './api-keys.wire.ts';
import { createKey } from './create-key.ts';
import { revokeKey } from './revoke-key.ts';

/** People make keys, and each is to be kept somewhere. */
const KEYS_PER_MINUTE = 60;

export function apiKeyRoutes(server: FastifyInstance, deps: Deps): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const tags = ['api keys'];

  app.post(
    '/api-keys',
    {
      config: { permission: 'manage' },
      preHandler: limitByMerchant(server, deps, KEYS_PER_MINUTE, 'new API keys'),
      schema: {
        tags,
        summary: 'Create an API key',
        description:
          'The key is shown this once. It is sent as `Authorization: Bearer` in place of the token of a login, and ' +
          'may do what its scopes say: a key never manages keys, people or access tokens, and has no account of its ' +
          `own. At most ${MOST_LIVE_KEYS} may be active: one more is 400 API_KEY_LIMIT.`,
        body: NewKeyBody,
        response: { 201: NewApiKey },
      },
    },
    async (request, reply) => {
      // By such a key money leaves: it is made by whoever could send it now.
      if (request.body.scopes.includes('payout')) insistOnFreshToken(deps, callerOf(request));
      const { key, record } = await createKey(deps, userOf(request), request.body);
      return reply.code(201).send({ ...apiKey(record, deps.clock.realNow()), key });
    },
  );

  app.get(
    '/api-keys',
    {
      config: { permission: 'manage' },
      schema: {
        tags,
        summary: 'List the API keys',
        description: 'Newest first: all that are active, and those that ended last. The keys themselves are not kept.',
        response: { 200: ApiKeyList },
      },
    },
    async (request) => {
      const at = deps.clock.realNow();
      const keys = await listKeysOfMerchant(deps.db, callerOf(request).merchantId);
      return { data: keys.map((key) => apiKey(key, at)) };
    },
  );

  app.delete(
    '/api-keys/:id',
    {
      config: { permission: 'manage' },
      schema: {
        tags,
        summary: 'Revoke an API key',
        description: 'It is refused within five seconds. One that was revoked before is 404 API_KEY_NOT_FOUND.',
        params: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await revokeKey(deps, callerOf(request).merchantId, readPathId(request.params));
      return reply.code(204).send(null);
    },
  );
}
