import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../ground/deps.ts';
import { addressOf, limitPerMinute } from '../../ground/limits/request-rates.ts';
import { LinkToken, Password, PersonName } from '../../parties/accounts/account.schemas.ts';
import { invalidLink } from '../../parties/accounts/account-links.rules.ts';
import { MAX_LOGIN_BYTES } from '../../parties/accounts/auth.routes.ts';
import { findLiveReset } from '../../parties/accounts/passwords/password-resets.sql.ts';
import { resetPassword } from '../../parties/accounts/passwords/reset-password.ts';
import { beginSession, hashOfToken } from '../../parties/accounts/sessions/open-session.ts';
import { refuseForeign } from '../../parties/accounts/sessions/sessions.ts';
import { visitorOf } from '../../parties/accounts/sessions/who-is-logged-in.ts';
import { entranceOf } from '../../parties/merchants/installation.rules.ts';
import { OPERATOR_ROLES, type OperatorRole } from '../../parties/operators/operator-acts.rules.ts';
import { acceptInvitation } from '../../parties/people/accept-invitation.ts';
import { openInvitation } from '../../parties/people/invitation-by-token.ts';
import { answerLoggedIn, Who } from './session.routes.ts';

const PER_MINUTE = 20;
const tags = ['session'];
const isoTime = Type.String({ format: 'date-time' });
const Token = Type.Object({ token: LinkToken });

/** How an operator comes in who has a link and no password yet, or not any more. */
export function entranceRoutes(server: FastifyInstance, deps: Deps): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const options = {
    config: { isPublic: true },
    bodyLimit: MAX_LOGIN_BYTES,
    onRequest: [
      async (request: FastifyRequest) => refuseForeign(deps, request, 'console'),
      limitPerMinute(server, deps, addressOf, PER_MINUTE, 'requests of this kind'),
    ],
  };
  const described = (operationId: string, summary: string) => ({ tags, operationId, summary, security: [] });

  app.post(
    '/invitation/open',
    {
      ...options,
      schema: {
        ...described('openInvitation', 'Look at what a link invites to'),
        body: Token,
        response: {
          200: Type.Object({
            email: Type.String(),
            name: Type.Union([Type.String(), Type.Null()]),
            role: Type.Enum([...OPERATOR_ROLES]),
            expires_at: isoTime,
          }),
        },
      },
    },
    async (request) => {
      const { email, name, role, expiresAt } = await openInvitation(deps, request.body.token, 'console');
      return { email, name, role: role as string as OperatorRole, expires_at: expiresAt.toISOString() };
    },
  );

  app.post(
    '/invitation',
    {
      ...options,
      schema: {
        ...described('acceptInvitation', 'Become an operator by a link, and log in'),
        body: Type.Object({ token: LinkToken, name: PersonName, password: Password }),
        response: { 200: Who },
      },
    },
    async (request, reply) => {
      const visitor = visitorOf(request);
      const user = await acceptInvitation(deps, request.body, visitor.address, 'console');
      return answerLoggedIn(deps, reply, await beginSession(deps, user, visitor));
    },
  );

  app.post(
    '/password-reset/open',
    {
      ...options,
      schema: {
        ...described('openPasswordReset', 'Look at whose password a link sets'),
        body: Token,
        response: { 200: Type.Object({ email: Type.String(), expires_at: isoTime }) },
      },
    },
    async (request) => {
      const found = await findLiveReset(deps.db, hashOfToken(request.body.token), deps.clock.realNow());
      if (!found || entranceOf(found.user) !== 'console') throw invalidLink();
      return { email: found.user.email, expires_at: found.expiresAt.toISOString() };
    },
  );

  app.put(
    '/password-reset',
    {
      ...options,
      schema: {
        ...described('resetPassword', 'Set another password by a link'),
        body: Type.Object({ token: LinkToken, password: Password }),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await resetPassword(deps, request.body, visitorOf(request).address, 'console');
      return reply.code(204).send(null);
    },
  );
}
