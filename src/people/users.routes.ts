import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { callerOf } from '../auth/authenticate.ts';
import { type ListedUser, listUsersOfMerchant } from '../auth/users.sql.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { readPathId } from '../lists/list-query.rules.ts';
import { changeUser } from './change-user.ts';
import { endSessions } from './end-sessions.ts';
import { MOST_USERS_OF_MERCHANT } from './people.rules.ts';
import { RoleName, UserRecord, UserStatus } from './people.schemas.ts';

const IdParams = Type.Object({ id: Type.Integer({ minimum: 1 }) });

/** The people of a merchant, for its owners. */
export function userRoutes(server: FastifyInstance, deps: Deps): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const tags = ['users'];

  app.get(
    '/users',
    {
      config: { permission: 'manage' },
      schema: {
        tags,
        summary: 'List the people of your merchant',
        description: `Oldest first, inactive ones included; there are at most ${MOST_USERS_OF_MERCHANT}.`,
        response: { 200: Type.Object({ data: Type.Array(UserRecord) }) },
      },
    },
    async (request) => {
      const users = await listUsersOfMerchant(deps.db, callerOf(request).merchantId, MOST_USERS_OF_MERCHANT);
      return { data: users.map(userRecord) };
    },
  );

  app.patch(
    '/users/:id',
    {
      config: { permission: 'manage' },
      schema: {
        tags,
        summary: 'Change the role of a user, or whether they may log in',
        description:
          'A change ends every session and token of that user. The last active owner stays one: 400 `LAST_OWNER`.',
        params: IdParams,
        body: Type.Object({ role: Type.Optional(RoleName), status: Type.Optional(UserStatus) }),
        response: { 200: UserRecord },
      },
    },
    async (request) => {
      const { role, status } = request.body;
      if (!role && !status) throw new ApiError('VALIDATION_ERROR', 'give role or status');
      const changes = { ...(role ? { role } : {}), ...(status ? { status } : {}) };
      const id = readPathId(request.params);
      return userRecord(await changeUser(deps, callerOf(request).merchantId, id, changes));
    },
  );

  app.delete(
    '/users/:id/sessions',
    {
      config: { permission: 'manage' },
      schema: {
        tags,
        summary: 'Log a user out everywhere',
        description: 'Ends every session and token of that user; tokens within five seconds.',
        params: IdParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await endSessions(deps, callerOf(request).merchantId, readPathId(request.params));
      return reply.code(204).send(null);
    },
  );
}

function userRecord({ created_at, ...user }: ListedUser) {
  return { ...user, created_at: created_at.toISOString() };
}
