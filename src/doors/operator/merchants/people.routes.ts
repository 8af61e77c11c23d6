import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../../ground/deps.ts';
import { readPathId } from '../../../ground/lists/list-query.rules.ts';
import { makeResetLink } from '../../../parties/accounts/passwords/make-reset-link.ts';
import { takeSecondFactorAway } from '../../../parties/accounts/second-factors/take-second-factor-away.ts';
import { findActiveUserByEmail, findUserOfAnyMerchant } from '../../../parties/accounts/users.sql.ts';
import { recordAudit } from '../../../parties/audit-log/record-audit.ts';
import { endSessions } from '../../../parties/people/end-sessions.ts';
import { unknownUser } from '../../../parties/people/people.rules.ts';
import { Link } from '../operators.routes.ts';
import { ReasonBody } from '../reason.ts';

const tags = ['people'];
const config = { act: 'people' } as const;
const Done = Type.Null();

/** People of merchants who cannot help themselves, each time with a reason. */
export function peopleRoutes(server: FastifyInstance, deps: Deps): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const personInPath = async (params: unknown) => {
    const id = readPathId(params);
    const person = await findUserOfAnyMerchant(deps.db, id);
    if (!person) throw unknownUser(id);
    return person;
  };

  app.post(
    '/people/:id/reset-link',
    {
      config,
      schema: {
        tags,
        operationId: 'makeResetLink',
        summary: 'Make a link by which somebody of a merchant chooses another password',
        body: ReasonBody,
        response: { 201: Link },
      },
    },
    async (request, reply) => {
      const { email, id } = await personInPath(request.params);
      const user = await findActiveUserByEmail(deps.db, email);
      if (!user) throw unknownUser(id);
      const { url, expiresAt } = await makeResetLink(deps, deps.db, user, request.body.reason);
      return reply.code(201).send({ url, expires_at: expiresAt.toISOString() });
    },
  );

  app.post(
    '/people/:id/end-sessions',
    {
      config,
      schema: {
        tags,
        operationId: 'endSessions',
        summary: 'Log somebody of a merchant out everywhere',
        body: ReasonBody,
        response: { 204: Done },
      },
    },
    async (request, reply) => {
      const { merchant_id, id } = await personInPath(request.params);
      await endSessions(deps, merchant_id, id, request.body.reason);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/people/:id/remove-second-factor',
    {
      config,
      schema: {
        tags,
        operationId: 'removeSecondFactor',
        summary: 'Take the second factor from somebody who lost device and recovery codes; ends their sessions',
        body: ReasonBody,
        response: { 204: Done },
      },
    },
    async (request, reply) => {
      const { email } = await personInPath(request.params);
      await takeSecondFactorAway(deps, email, request.body.reason);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/people/:id/reveal',
    {
      config: { act: 'reveal', isWithoutPassword: true },
      schema: {
        tags,
        operationId: 'revealPerson',
        summary: 'Read the name and e-mail of somebody of a merchant; the reason is logged',
        body: ReasonBody,
        response: { 200: Type.Object({ id: Type.Integer(), name: Type.String(), email: Type.String() }) },
      },
    },
    async (request) => {
      const { merchant_id: merchantId, id, name, email } = await personInPath(request.params);
      await recordAudit(deps, deps.db, {
        merchantId,
        action: 'personal_data.revealed',
        object: { kind: 'user', id },
        details: { reason: request.body.reason },
      });
      return { id, name, email };
    },
  );
}
