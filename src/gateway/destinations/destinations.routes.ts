import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../ground/deps.ts';
import { limitByMerchant } from '../../ground/limits/request-rates.ts';
import { readPathId } from '../../ground/lists/list-query.rules.ts';
import { callerOf, userOf } from '../../parties/accounts/authenticate.ts';
import { CompanyParams } from '../../parties/companies/companies.schemas.ts';
import { companyInPath } from '../../parties/companies/company-in-path.ts';
import { addDestination, type MayGoToOthers } from './add-destination.ts';
import { MOST_DESTINATIONS, MOST_OF_REFUND } from './destination.ts';
import { refuseMixedFields } from './destination-shape.rules.ts';
import {
  DestinationAnswer,
  DestinationList,
  DestinationParams,
  DestinationQuery,
  NewDestinationBody,
} from './destinations.schemas.ts';
import { listDestinationsOfCompany } from './destinations.sql.ts';
import { destinationAnswer } from './destinations.wire.ts';
import type { WithDestinationKeys } from './open-destination.ts';
import { removeDestination } from './remove-destination.ts';

/** People add destinations, each of which is told to the owners by e-mail. */
const DESTINATIONS_PER_MINUTE = 20;

/** Money may leave to what somebody adds here: people alone, who have an account of their own, and never a key. */
const BY_PEOPLE = { permission: 'payout', alsoNeeds: 'own' } as const;

export function destinationRoutes(
  server: FastifyInstance,
  deps: Deps & WithDestinationKeys,
  mayGoToOthers: MayGoToOthers,
): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const tags = ['payouts'];
  const limit = limitByMerchant(server, deps, DESTINATIONS_PER_MINUTE, 'new destinations');

  app.post(
    '/companies/:id/destinations',
    {
      // They wait for one another with a connection each, so that only a few of a merchant's do.
      config: { ...BY_PEOPLE, isSlow: 'payout' },
      schema: {
        tags,
        summary: 'Add a destination of payouts',
        description:
          'A PIX key or a bank account of the company’s own document, unless the operator allows others. It is kept ' +
          'encrypted and shown masked. It can be used after a hold, and the owners are told by e-mail. People add ' +
          'destinations; a key uses existing ones. What is there already is 400 DESTINATION_INVALID with its id in ' +
          `details. At most ${MOST_DESTINATIONS}, and ${MOST_OF_REFUND} for one refund: one more is 400 ` +
          'DESTINATION_LIMIT.',
        params: CompanyParams,
        body: NewDestinationBody,
        response: { 201: DestinationAnswer },
      },
    },
    async (request, reply) => {
      refuseMixedFields(request.body);
      const companyId = await companyInPath(deps, callerOf(request).merchantId, request.params);
      // What could not have been added was no attempt, and costs nobody one.
      await limit(request);
      const added = await addDestination(deps, mayGoToOthers, userOf(request), companyId, request.body);
      return reply.code(201).send(destinationAnswer(added, added.created_at));
    },
  );

  app.get(
    '/companies/:id/destinations',
    {
      schema: {
        tags,
        summary: 'List the destinations of a company',
        description:
          'Newest first, masked. Those for a refund are listed by `refund_of` alone, and removed ones not at all.',
        params: CompanyParams,
        querystring: DestinationQuery,
        response: { 200: DestinationList },
      },
    },
    async (request) => {
      const { merchantId } = callerOf(request);
      const companyId = await companyInPath(deps, merchantId, request.params);
      const refundOf = request.query.refund_of ?? null;
      const found = await listDestinationsOfCompany(deps.db, { merchantId, companyId, refundOf });
      const now = await deps.clock.now();
      return { data: found.map((destination) => destinationAnswer(destination, now)) };
    },
  );

  app.delete(
    '/companies/:id/destinations/:destinationId',
    {
      config: BY_PEOPLE,
      schema: {
        tags,
        summary: 'Remove a destination',
        description:
          'Nothing new goes there; payouts that were asked for before still do, unless they are cancelled. A ' +
          'schedule that uses it says so when it cannot run. One that was removed before is 404 DESTINATION_NOT_FOUND.',
        params: DestinationParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { merchantId } = callerOf(request);
      const destinationId = readPathId(request.params, 'destinationId');
      const companyId = await companyInPath(deps, merchantId, request.params);
      await removeDestination(deps, { merchantId, companyId, destinationId });
      return reply.code(204).send(null);
    },
  );
}
