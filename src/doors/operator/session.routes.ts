import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { DEMO_OPERATOR } from '../../gateway/sandbox/demo-operator.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { addressKeyOf } from '../../ground/limits/caller-address.ts';
import type { WithWebhooks } from '../../ground/webhook-sender.ts';
import { LoginBody, MAX_LOGIN_BYTES } from '../../parties/accounts/auth.routes.ts';
import { normalizeEmail } from '../../parties/accounts/log-in.ts';
import { confirmPassword } from '../../parties/accounts/passwords/confirm-password.ts';
import { findSecondFactorDuty } from '../../parties/accounts/second-factors/second-factors.sql.ts';
import { closeSession } from '../../parties/accounts/sessions/close-sessions.ts';
import { hashOfToken, type OpenedSession, openSession } from '../../parties/accounts/sessions/open-session.ts';
import { endedCookie, readSessionCookie, sessionCookie } from '../../parties/accounts/sessions/session-cookie.ts';
import { findSession, refuseForeign } from '../../parties/accounts/sessions/sessions.ts';
import { visitorOf } from '../../parties/accounts/sessions/who-is-logged-in.ts';
import type { User } from '../../parties/accounts/users.sql.ts';
import {
  actsOfRole,
  OPERATOR_ACTS,
  OPERATOR_ROLES,
  type OperatorRole,
} from '../../parties/operators/operator-acts.rules.ts';

const SECOND_MS = 1_000;
const isoTime = Type.String({ format: 'date-time' });

export const Who = Type.Object({
  operator: Type.Object({ id: Type.Integer(), name: Type.String(), email: Type.String() }),
  role: Type.Enum([...OPERATOR_ROLES]),
  can: Type.Array(Type.Enum([...OPERATOR_ACTS]), { description: 'what the role may do; each operation names one' }),
  mode: Type.Enum(['sandbox', 'live']),
  now: Type.String({ format: 'date-time', description: 'business time, which a sandbox may move' }),
  expires_at: isoTime,
  second_factor: Type.Boolean({ description: 'whether the login asks for a code' }),
  must_set_up_second_factor: Type.Boolean({ description: 'nothing else is possible before; so in live' }),
});

const tags = ['session'];

/** Log in, who am I, the password once more, log out: as at the dashboard, with a cookie of its own. */
export function sessionRoutes(server: FastifyInstance, deps: Deps & WithWebhooks): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const { config } = deps;
  const options = {
    config: { isPublic: true },
    bodyLimit: MAX_LOGIN_BYTES,
    onRequest: async (request: FastifyRequest) => refuseForeign(deps, request, 'console'),
  };

  app.post(
    '/session',
    {
      ...options,
      schema: {
        tags,
        operationId: 'logIn',
        summary: 'Log in',
        description:
          'Sets the cookie of the session. 401 `OTP_REQUIRED` and `OTP_INVALID` as in the merchants’ interface. ' +
          'After ten minutes, acts ask for the password again: 403 `PASSWORD_NEEDED`.',
        security: [],
        body: LoginBody,
        response: { 200: Who },
      },
    },
    async (request, reply) => {
      refuseDemoOperator(deps, request.body.email);
      const opened = await openSession(deps, request.body, visitorOf(request), 'console');
      return answerLoggedIn(deps, reply, opened);
    },
  );

  app.get(
    '/session',
    {
      ...options,
      schema: {
        tags,
        operationId: 'getSession',
        summary: 'Ask who is logged in',
        description: '204 for whoever brings no cookie; 401 where its session has ended.',
        response: { 200: Who, 204: Type.Null() },
      },
    },
    async (request, reply) => {
      if (readSessionCookie(config, request.headers.cookie, 'console') === null) return reply.code(204).send(null);
      const { user, session } = await requireSession(deps, request);
      return whoIsLoggedIn(deps, user, session.expiresAt);
    },
  );

  app.put(
    '/session',
    {
      ...options,
      schema: {
        tags,
        operationId: 'confirmSession',
        summary: 'Give the password once more, for what needs a fresh one',
        body: Type.Pick(LoginBody, ['password', 'otp']),
        response: { 200: Who },
      },
    },
    async (request) => {
      const { user, session } = await requireSession(deps, request);
      await confirmPassword(deps, user, session, request.body, addressKeyOf(request.ip));
      return whoIsLoggedIn(deps, user, session.expiresAt);
    },
  );

  app.delete(
    '/session',
    { ...options, schema: { tags, operationId: 'logOut', summary: 'Log out', response: { 204: Type.Null() } } },
    async (request, reply) => {
      const token = readSessionCookie(config, request.headers.cookie, 'console');
      if (token !== null) await closeSession(deps, hashOfToken(token));
      return reply.header('set-cookie', endedCookie(config, 'console')).code(204).send(null);
    },
  );
}

/** Everybody knows the password: whoever moves a sandbox to a network leaves that operator behind. */
function refuseDemoOperator({ config }: Deps, email: string): void {
  if (normalizeEmail(email) === DEMO_OPERATOR.email && !config.console?.hasDemoOperator)
    throw new ApiError('INVALID_CREDENTIALS', 'wrong e-mail or password');
}

/** Sets the cookie of a session that has begun. */
export async function answerLoggedIn(
  deps: Deps,
  reply: FastifyReply,
  { user, token, expiresAt }: OpenedSession,
): Promise<Static<typeof Who>> {
  const seconds = Math.floor((expiresAt.getTime() - deps.clock.realNow().getTime()) / SECOND_MS);
  reply.header('set-cookie', sessionCookie(deps.config, token, seconds, 'console'));
  return whoIsLoggedIn(deps, user, expiresAt);
}

async function requireSession(deps: Deps, request: FastifyRequest) {
  const found = await findSession(deps, request, true, 'console');
  if (!found) throw new ApiError('UNAUTHORIZED', 'nobody is logged in here');
  return found;
}

async function whoIsLoggedIn(
  { db, clock, config }: Deps,
  { id, merchant_id, name, email, ...user }: User,
  expiresAt: Date,
): Promise<Static<typeof Who>> {
  const [duty, now] = await Promise.all([findSecondFactorDuty(db, { id, merchant_id }), clock.now()]);
  const mustSetUp = duty.isRequired && !duty.hasOne;
  const role = user.role as string as OperatorRole;
  return {
    operator: { id, name, email },
    role,
    can: mustSetUp ? [] : [...actsOfRole(role)],
    mode: config.mode,
    now: now.toISOString(),
    expires_at: expiresAt.toISOString(),
    second_factor: duty.hasOne,
    must_set_up_second_factor: mustSetUp,
  };
}
