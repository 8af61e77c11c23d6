import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../ground/deps.ts';
import { addressKeyOf } from '../../ground/limits/caller-address.ts';
import { readPathId } from '../../ground/lists/list-query.rules.ts';
import type { WithWebhooks } from '../../ground/webhook-sender.ts';
import { userOf } from '../../parties/accounts/authenticate.ts';
import { changeOwnPassword } from '../../parties/accounts/passwords/change-own-password.ts';
import { MAX_PASSWORD_LENGTH } from '../../parties/accounts/passwords/password.rules.ts';
import { permissionsOfRole, ROLES } from '../../parties/accounts/permissions.rules.ts';
import { findSecondFactorDuty } from '../../parties/accounts/second-factors/second-factors.sql.ts';
import { closeOtherSessions, closeOwnSession } from '../../parties/accounts/sessions/close-sessions.ts';
import { idleSince } from '../../parties/accounts/sessions/session.rules.ts';
import { listLiveSessions } from '../../parties/accounts/sessions/sessions.sql.ts';
import type { User } from '../../parties/accounts/users.sql.ts';
import { findMerchantName } from '../../parties/merchants/merchants.sql.ts';
import { changeOwnName } from './change-own-name.ts';

const Password = Type.String({ minLength: 1, maxLength: MAX_PASSWORD_LENGTH });
const isoTime = Type.String({ format: 'date-time' });
const Profile = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  merchant: Type.Object({ id: Type.Integer(), name: Type.String() }),
  role: Type.Enum([...ROLES]),
  permissions: Type.Array(Type.String(), { description: 'what the role may do' }),
  second_factor: Type.Boolean({ description: 'whether the login asks for a code' }),
});
const Session = Type.Object({
  id: Type.Integer(),
  created_at: isoTime,
  last_seen_at: isoTime,
  expires_at: isoTime,
  address: Type.String({ description: 'where it was opened; of IPv6 the network' }),
  agent: Type.String({ description: 'what the browser calls itself' }),
  current: Type.Boolean({ description: 'whether it is the one that asks' }),
});

/** A user's own account. */
export function meRoutes(server: FastifyInstance, deps: Deps & WithWebhooks): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const { db, clock } = deps;

  app.get(
    '/users/me',
    {
      config: { permission: 'own', isForSettingUp: true },
      schema: { tags: ['users'], summary: 'Read your profile', response: { 200: Profile } },
    },
    async (request) => profileOf(deps, userOf(request)),
  );

  app.patch(
    '/users/me',
    {
      config: { permission: 'own' },
      schema: {
        tags: ['users'],
        summary: 'Change your name',
        body: Type.Object({ name: Type.String() }),
        response: { 200: Profile },
      },
    },
    async (request) => profileOf(deps, await changeOwnName(deps, userOf(request), request.body.name)),
  );

  app.put(
    '/users/me/password',
    {
      config: { permission: 'own' },
      schema: {
        tags: ['users'],
        summary: 'Change your password',
        description:
          'Ends every token and every session of yours but the session that asks. A wrong current password counts as ' +
          'a failed login.',
        body: Type.Object({ current_password: Password, new_password: Password }),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const user = userOf(request);
      await changeOwnPassword(deps, user, request.session, request.body, addressKeyOf(request.ip));
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/users/me/sessions',
    {
      config: { permission: 'own' },
      schema: {
        tags: ['users'],
        summary: 'List where you are logged in at the dashboard',
        description: 'Newest first. Tokens of POST /auth are not listed: they are signed, not stored.',
        response: { 200: Type.Object({ data: Type.Array(Session) }) },
      },
    },
    async (request) => {
      const at = clock.realNow();
      const sessions = await listLiveSessions(db, userOf(request), at, idleSince(at));
      return {
        data: sessions.map((session) => ({
          id: session.id,
          created_at: session.createdAt.toISOString(),
          last_seen_at: session.lastSeenAt.toISOString(),
          expires_at: session.expiresAt.toISOString(),
          address: session.address,
          agent: session.agent,
          current: session.id === request.session?.id,
        })),
      };
    },
  );

  const removal = (summary: string, description: string) => ({
    config: { permission: 'own' as const },
    schema: { tags: ['users'], summary, description, response: { 204: Type.Null() } },
  });

  app.delete(
    '/users/me/sessions',
    removal('Log out everywhere else', 'Ends every session of yours at the dashboard but the one that asks.'),
    async (request, reply) => {
      await closeOtherSessions(deps, userOf(request), request.session?.id ?? null);
      return reply.code(204).send(null);
    },
  );

  app.delete(
    '/users/me/sessions/:id',
    removal('End one of your sessions', 'A session that is not there, or is not yours, has ended already.'),
    async (request, reply) => {
      await closeOwnSession(deps, userOf(request), readPathId(request.params));
      return reply.code(204).send(null);
    },
  );
}

async function profileOf({ db }: Deps, user: User) {
  const [name, { hasOne }] = await Promise.all([
    findMerchantName(db, user.merchant_id),
    findSecondFactorDuty(db, user),
  ]);
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    merchant: { id: user.merchant_id, name },
    role: user.role,
    permissions: [...permissionsOfRole(user.role)],
    second_factor: hasOne,
  };
}
