import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../ground/deps.ts';
import { readPathId } from '../../ground/lists/list-query.rules.ts';
import { Email, PersonName } from '../../parties/accounts/account.schemas.ts';
import { userOf } from '../../parties/accounts/authenticate.ts';
import { makeResetLink } from '../../parties/accounts/passwords/make-reset-link.ts';
import { findActiveUserByEmail } from '../../parties/accounts/users.sql.ts';
import { changeOperator } from '../../parties/operators/change-operator.ts';
import { inviteOperator } from '../../parties/operators/invite-operator.ts';
import { OPERATOR_ROLES } from '../../parties/operators/operator-acts.rules.ts';
import { findOperator, type ListedOperator, listOperators } from '../../parties/operators/operators.ts';
import { unknownUser } from '../../parties/people/people.rules.ts';

const isoTime = Type.String({ format: 'date-time' });
const Role = Type.Enum([...OPERATOR_ROLES]);
const Status = Type.Enum(['ACTIVE', 'INACTIVE']);
const OperatorBody = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  role: Role,
  status: Status,
  second_factor: Type.Boolean(),
  created_at: isoTime,
});
export const Link = Type.Object({
  url: Type.String({ description: 'shown this once: give it to the person' }),
  expires_at: isoTime,
});

const tags = ['operators'];
const config = { act: 'operators' } as const;
const bodyOf = ({ created_at, ...operator }: ListedOperator) => ({ ...operator, created_at: created_at.toISOString() });

/** Who else runs the installation. */
export function operatorRoutes(server: FastifyInstance, deps: Deps): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  app.get(
    '/operators',
    {
      config,
      schema: {
        tags,
        operationId: 'listOperators',
        summary: 'List the operators',
        response: { 200: Type.Object({ data: Type.Array(OperatorBody) }) },
      },
    },
    async () => ({ data: (await listOperators(deps.db)).map(bodyOf) }),
  );

  app.post(
    '/operators/invitations',
    {
      config,
      schema: {
        tags,
        operationId: 'inviteOperator',
        summary: 'Invite somebody to run the installation',
        body: Type.Object({ email: Email, name: Type.Optional(PersonName), role: Role }),
        response: { 201: Link },
      },
    },
    async (request, reply) => {
      const { invitation, url } = await inviteOperator(deps, userOf(request), request.body);
      return reply.code(201).send({ url, expires_at: invitation.expires_at.toISOString() });
    },
  );

  app.patch(
    '/operators/:id',
    {
      config,
      schema: {
        tags,
        operationId: 'changeOperator',
        summary: 'Change what an operator may do, or shut them out',
        description: 'Ends their sessions, links, invitations and tokens.',
        body: Type.Object({ role: Type.Optional(Role), status: Type.Optional(Status) }),
        response: { 200: OperatorBody },
      },
    },
    async (request) => bodyOf(await changeOperator(deps, userOf(request), readPathId(request.params), request.body)),
  );

  app.post(
    '/operators/:id/reset-link',
    {
      config,
      schema: {
        tags,
        operationId: 'makeOperatorResetLink',
        summary: 'Make a link by which an operator chooses another password',
        response: { 201: Link },
      },
    },
    async (request, reply) => {
      const id = readPathId(request.params);
      const found = await findOperator(deps.db, id);
      const user = found && (await findActiveUserByEmail(deps.db, found.email, 'console'));
      if (!user) throw unknownUser(id);
      const { url, expiresAt } = await makeResetLink(deps, deps.db, user);
      return reply.code(201).send({ url, expires_at: expiresAt.toISOString() });
    },
  );
}
