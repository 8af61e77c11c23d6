import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../ground/deps.ts';
import { addressKeyOf } from '../../ground/limits/caller-address.ts';
import type { WithWebhooks } from '../../ground/webhook-sender.ts';
import { Password } from '../../parties/accounts/account.schemas.ts';
import { userOf } from '../../parties/accounts/authenticate.ts';
import { changeOwnPassword } from '../../parties/accounts/passwords/change-own-password.ts';
import { closeOtherSessions } from '../../parties/accounts/sessions/close-sessions.ts';

const tags = ['session'];
const config = { act: 'own', isWithoutPassword: true } as const;

/** An operator's own account. */
export function meRoutes(server: FastifyInstance, deps: Deps & WithWebhooks): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  app.put(
    '/users/me/password',
    {
      config,
      schema: {
        tags,
        operationId: 'changePassword',
        summary: 'Change your password',
        description: 'Ends every session of yours but the one that asks.',
        body: Type.Object({ current_password: Password, new_password: Password }),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await changeOwnPassword(deps, userOf(request), request.session, request.body, addressKeyOf(request.ip));
      return reply.code(204).send(null);
    },
  );

  app.delete(
    '/users/me/sessions',
    {
      config,
      schema: {
        tags,
        operationId: 'logOutElsewhere',
        summary: 'Log out everywhere else',
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await closeOtherSessions(deps, userOf(request), request.session?.id ?? null);
      return reply.code(204).send(null);
    },
  );
}
