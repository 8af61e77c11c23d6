import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../../ground/deps.ts';
import { ApiError } from '../../../ground/errors.ts';
import { addressKeyOf } from '../../../ground/limits/caller-address.ts';
import type { WithWebhooks } from '../../../ground/webhook-sender.ts';
import { LoginBody, MAX_LOGIN_BYTES } from '../auth.routes.ts';
import { confirmPassword } from '../passwords/confirm-password.ts';
import { closeSession } from './close-sessions.ts';
import { hashOfToken, openSession } from './open-session.ts';
import { endedCookie, readSessionCookie } from './session-cookie.ts';
import { findSession, refuseForeign } from './sessions.ts';
import { answerLoggedIn, visitorOf, whoIsLoggedIn } from './who-is-logged-in.ts';

/**
 * Log in, who am I, the password once more, log out. These belong to the dashboard and are no part of
 * the documented interface.
 */
export function sessionRoutes(server: FastifyInstance, deps: Deps & WithWebhooks): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const { config } = deps;
  const options = {
    config: { isPublic: true },
    onRequest: async (request: FastifyRequest) => refuseForeign(deps, request),
  };

  app.post(
    '/dashboard/session',
    { ...options, bodyLimit: MAX_LOGIN_BYTES, schema: { hide: true, body: LoginBody } },
    async (request, reply) => {
      return answerLoggedIn(deps, reply, await openSession(deps, request.body, visitorOf(request)));
    },
  );

  app.get('/dashboard/session', { ...options, schema: { hide: true } }, async (request, reply) => {
    // Who brings no cookie asks a question, and "nobody" answers it: browsers show every refusal as an error.
    if (readSessionCookie(config, request.headers.cookie) === null) return reply.code(204).send();
    const { user, session } = await requireSession(deps, request);
    return whoIsLoggedIn(deps, user, session.expiresAt);
  });

  app.put(
    '/dashboard/session',
    { ...options, bodyLimit: MAX_LOGIN_BYTES, schema: { hide: true, body: Type.Pick(LoginBody, ['password', 'otp']) } },
    async (request) => {
      const { user, session } = await requireSession(deps, request);
      await confirmPassword(deps, user, session, request.body, addressKeyOf(request.ip));
      return whoIsLoggedIn(deps, user, session.expiresAt);
    },
  );

  app.delete('/dashboard/session', { ...options, schema: { hide: true } }, async (request, reply) => {
    const token = readSessionCookie(config, request.headers.cookie);
    if (token !== null) await closeSession(deps, hashOfToken(token));
    return reply.header('set-cookie', endedCookie(config)).code(204).send();
  });
}

async function requireSession(deps: Deps, request: FastifyRequest) {
  const found = await findSession(deps, request);
  if (!found) throw new ApiError('UNAUTHORIZED', 'nobody is logged in here');
  return found;
}
