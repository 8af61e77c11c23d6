import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { LoginBody, MAX_LOGIN_BYTES, publicUser } from '../auth/auth.routes.ts';
import type { User } from '../auth/users.sql.ts';
import { listCompaniesOfMerchant } from '../companies/companies.sql.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { addressKeyOf } from '../limits/caller-address.ts';
import { findMerchantName } from '../merchants/merchants.sql.ts';
import { checkPassword } from './check-password.ts';
import { closeSession } from './close-sessions.ts';
import { hashOfToken, openSession } from './open-session.ts';
import { readAgent } from './session.rules.ts';
import { endedCookie, readSessionCookie, sessionCookie } from './session-cookie.ts';
import { updateConfirmed } from './sessions.sql.ts';
import { findSession, refuseForeign } from './sessions.ts';

const SECOND_MS = 1_000;

/**
 * Log in, who am I, the password once more, log out. These belong to the dashboard and are no part of the documented
 * interface.
 */
export function sessionRoutes(server: FastifyInstance, deps: Deps): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const { config, clock } = deps;
  const options = {
    config: { isPublic: true },
    onRequest: async (request: FastifyRequest) => refuseForeign(deps, request),
  };

  app.post(
    '/dashboard/session',
    { ...options, bodyLimit: MAX_LOGIN_BYTES, schema: { hide: true, body: LoginBody } },
    async (request, reply) => {
      const caller = { address: addressKeyOf(request.ip), agent: readAgent(request.headers['user-agent']) };
      const { user, token, expiresAt } = await openSession(deps, request.body, caller);
      const seconds = Math.floor((expiresAt.getTime() - clock.realNow().getTime()) / SECOND_MS);
      reply.header('set-cookie', sessionCookie(config, token, seconds));
      return whoIsLoggedIn(deps, user, expiresAt);
    },
  );

  app.get('/dashboard/session', { ...options, schema: { hide: true } }, async (request) => {
    const found = await findSession(deps, request);
    if (!found) throw new ApiError('UNAUTHORIZED', 'nobody is logged in here');
    return whoIsLoggedIn(deps, found.user, found.session.expiresAt);
  });

  app.put(
    '/dashboard/session',
    { ...options, bodyLimit: MAX_LOGIN_BYTES, schema: { hide: true, body: Type.Pick(LoginBody, ['password']) } },
    async (request) => {
      const found = await findSession(deps, request);
      if (!found) throw new ApiError('UNAUTHORIZED', 'nobody is logged in here');
      const { user, session } = found;
      await checkPassword(deps, user, request.body.password, addressKeyOf(request.ip));
      await updateConfirmed(deps.db, user, session.id, clock.realNow());
      return whoIsLoggedIn(deps, user, session.expiresAt);
    },
  );

  app.delete('/dashboard/session', { ...options, schema: { hide: true } }, async (request, reply) => {
    const token = readSessionCookie(config, request.headers.cookie);
    if (token !== null) await closeSession(deps, hashOfToken(token));
    return reply.header('set-cookie', endedCookie(config)).code(204).send();
  });
}

async function whoIsLoggedIn({ db, clock, config }: Deps, user: User, expiresAt: Date) {
  const [name, companies, now] = await Promise.all([
    findMerchantName(db, user.merchant_id),
    listCompaniesOfMerchant(db, user.merchant_id),
    clock.now(),
  ]);
  return {
    user: publicUser(user),
    merchant: { id: user.merchant_id, name },
    companies,
    mode: config.mode,
    /** Whether the clock may be moved here. */
    sandbox_clock: config.mode === 'sandbox' && config.sandboxClock,
    now: now.toISOString(),
    expires_at: expiresAt.toISOString(),
    /** Room for roles: today everybody may do everything. */
    can: [],
  };
}
