import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { listCompaniesOfMerchant } from '../companies/companies.sql.ts';
import type { Deps } from '../deps.ts';
import { addressKeyOf } from '../limits/caller-address.ts';
import { callerOf } from './authenticate.ts';
import { logIn } from './log-in.ts';
import { MAX_PASSWORD_LENGTH } from './password.rules.ts';
import type { SessionTokens } from './session-tokens.ts';
import type { User } from './users.sql.ts';

/** Anybody may send a login, so no more is read than a login needs. */
export const MAX_LOGIN_BYTES = 4 * 1024;

export const LoginBody = Type.Object({
  email: Type.String({ minLength: 1, maxLength: 254 }),
  password: Type.String({ minLength: 1, maxLength: MAX_PASSWORD_LENGTH }),
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

export function authRoutes(server: FastifyInstance, deps: Deps, tokens: SessionTokens): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  app.post(
    '/auth',
    {
      config: { isPublic: true },
      bodyLimit: MAX_LOGIN_BYTES,
      schema: { tags: ['auth'], summary: 'Log in', security: [], body: LoginBody, response: { 200: LoginResponse } },
    },
    async (request) => {
      const user = await logIn(deps, request.body, addressKeyOf(request.ip));
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
      const { user, merchantId } = callerOf(request);
      return { response: { user: publicUser(user), companies: await listCompaniesOfMerchant(deps.db, merchantId) } };
    },
  );
}
