import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { readPathId } from '../../ground/lists/list-query.rules.ts';
import { callerOf, userOf } from '../accounts/authenticate.ts';
import { type ListedUser, listUsersOfMerchant } from '../accounts/users.sql.ts';
import { MOST_LIVE_KEYS } from '../api-keys/api-key.rules.ts';
import { type ChangedUser, changeUser } from './change-user.ts';
import { endSessions } from './end-sessions.ts';
import { MOST_USERS_OF_MERCHANT } from './people.rules.ts';
import { ChangedUserRecord, RoleName, UserRecord, UserStatus } from './people.schemas.ts';

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
          'A change ends every session and token of that user. The last active owner stays one: 400 `LAST_OWNER`. ' +
          'When an owner becomes less than that, or is deactivated, their invitations and reset links end at once, ' +
          'and so do their API keys (`GET /api-keys` says whose each is) but those in `keep_api_keys`, which become ' +
          'those of whoever asks. `handed_out` says what became of all that.',
        params: IdParams,
        body: Type.Object({
          role: Type.Optional(RoleName),
          status: Type.Optional(UserStatus),
          keep_api_keys: Type.Optional(
            Type.Array(Type.Integer({ minimum: 1 }), {
              maxItems: MOST_LIVE_KEYS,
              description: 'ids of active keys of this user that you take over; all others are revoked',
            }),
          ),
        }),
        response: { 200: ChangedUserRecord },
      },
    },
    async (request) => {
      const { role, status, keep_api_keys } = request.body;
      if (!role && !status) throw new ApiError('VALIDATION_ERROR', 'give role or status');
      const changes = { ...(role ? { role } : {}), ...(status ? { status } : {}) };
      const id = readPathId(request.params);
      return changedUser(await changeUser(deps, userOf(request), id, changes, keep_api_keys));
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

function changedUser({ handedOut: { invitations, revoked, kept }, ...user }: ChangedUser) {
  return {
    ...userRecord(user),
    handed_out: { invitations_withdrawn: invitations, api_keys_revoked: revoked, api_keys_kept: kept },
  };
}
