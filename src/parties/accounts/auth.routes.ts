import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { actorOfUser } from '../../ground/actor.rules.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { addressKeyOf } from '../../ground/limits/caller-address.ts';
import type { WithWebhooks } from '../../ground/webhook-sender.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { listCompaniesOfMerchant } from '../companies/companies.sql.ts';
import { userOf } from './authenticate.ts';
import { logIn } from './log-in.ts';
import { MAX_PASSWORD_LENGTH } from './passwords/password.rules.ts';
import type { SessionTokens } from './session-tokens.ts';
import type { User } from './users.sql.ts';

/** Anybody may send a login, so no more is read than a login needs. */
export const MAX_LOGIN_BYTES = 4 * 1024;

/** A recovery code with blanks around its groups is the longest that makes sense. */
export const MAX_OTP_LENGTH = 64;

export const LoginBody = Type.Object({
  email: Type.String({ minLength: 1, maxLength: 254 }),
  password: Type.String({ minLength: 1, maxLength: MAX_PASSWORD_LENGTH }),
  otp: Type.Optional(
    Type.String({ maxLength: MAX_OTP_LENGTH, description: 'code of the second factor, or a recovery code' }),
  ),
});

const LoginUser = Type.Object({ id: Type.Integer(), name: Type.String(), email: Type.String() });

const LoginResponse = Type.Object({
  response: Type.Object({
    token: Type.String(),
    user: LoginUser,
    expires_in: Type.Integer({ description: 'seconds' }),
  }),
});

const WhoResponse = Type.Object({
  response: Type.Object({
    user: LoginUser,
    companies: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), status: Type.String() })),
  }),
});

export const publicUser = ({ id, name, email }: User) => ({ id, name, email });

export function authRoutes(server: FastifyInstance, deps: Deps & WithWebhooks, tokens: SessionTokens): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  app.post(
    '/auth',
    {
      config: { isPublic: true },
      bodyLimit: MAX_LOGIN_BYTES,
      schema: {
        tags: ['auth'],
        summary: 'Log in',
        description:
          'A user with a second factor sends its code as `otp`: without it, 401 `OTP_REQUIRED` (after the right ' +
          'password only); a wrong or used one is 401 `OTP_INVALID` and counts as a failed login. Others send none. ' +
          '403 `OTP_SETUP_REQUIRED`: the merchant requires a second factor, which is set up at the dashboard.',
        security: [],
        body: LoginBody,
        response: { 200: LoginResponse },
      },
    },
    async (request) => {
      const user = await logIn(deps, request.body, addressKeyOf(request.ip));
      if (user.lacks_second_factor)
        throw new ApiError('OTP_SETUP_REQUIRED', 'this user must set up a second factor at the dashboard first');
      await recordAudit(deps, deps.db, {
        merchantId: user.merchant_id,
        action: 'login.succeeded',
        actor: actorOfUser(user),
        details: { by: 'token' },
      });
      const token = await tokens.issue({ userId: user.id, userVersion: user.version }, deps.clock.realNow());
      return { response: { token, user: publicUser(user), expires_in: deps.config.jwtLifetimeSeconds } };
    },
  );

  app.get(
    '/auth',
    {
      config: { permission: 'own' },
      schema: { tags: ['auth'], summary: 'Who is logged in', response: { 200: WhoResponse } },
    },
    async (request) => {
      const user = userOf(request);
      return {
        response: { user: publicUser(user), companies: await listCompaniesOfMerchant(deps.db, user.merchant_id) },
      };
    },
  );
}
