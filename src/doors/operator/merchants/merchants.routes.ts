import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { pageOf, readPathId } from '../../../ground/lists/list-query.rules.ts';
import { Email, PersonName } from '../../../parties/accounts/account.schemas.ts';
import { registerCompany } from '../../../parties/companies/register-company.ts';
import { changeMerchantStatus } from '../../../parties/merchants/change-merchant-status.ts';
import { findAnyMerchant, listAllMerchants } from '../../../parties/operators/all-merchants.sql.ts';
import { inviteMerchant } from '../../../parties/people/invite-merchant.ts';
import { CompanyForm } from '../../../parties/people/people.schemas.ts';
import type { AllDeps } from '../../all-deps.ts';
import { Link } from '../operators.routes.ts';
import { REASON } from '../reason.ts';
import { beginMerchantByLink } from './begin-merchant-by-link.ts';
import { Company } from './companies.schemas.ts';
import { Merchant, MerchantList, MerchantQuery, Status } from './merchants.schemas.ts';
import { readCompany } from './read-company.ts';
import { readMerchant, seenMerchant, unknownMerchant } from './read-merchant.ts';

const tags = ['merchants'];
const NewMerchant = Type.Object({ name: PersonName, email: Email });

export function merchantRoutes(server: FastifyInstance, deps: AllDeps): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  app.get(
    '/merchants',
    {
      config: { act: 'read' },
      schema: {
        tags,
        operationId: 'listMerchants',
        summary: 'List or search the merchants, newest first',
        querystring: MerchantQuery,
        response: { 200: MerchantList },
      },
    },
    async (request) => {
      const { q, status, ...paging } = request.query;
      const { rows, total } = await listAllMerchants(deps.listsDb, { q, status }, paging);
      return { data: rows.map(seenMerchant), ...pageOf(total, paging) };
    },
  );

  app.get(
    '/merchants/:id',
    {
      config: { act: 'read' },
      schema: {
        tags,
        operationId: 'getMerchant',
        summary: 'Read a merchant, its establishments and people, and what would stop without it',
        response: { 200: Merchant },
      },
    },
    async (request) => readMerchant(deps, readPathId(request.params)),
  );

  app.post(
    '/merchants',
    {
      config: { act: 'merchants' },
      schema: {
        tags,
        operationId: 'createMerchant',
        summary: 'Create a merchant; its owner chooses a password by the link',
        body: NewMerchant,
        response: { 201: Type.Object({ merchant_id: Type.Integer(), ...Link.properties }) },
      },
    },
    async (request, reply) => {
      const { merchantId, url, expiresAt } = await beginMerchantByLink(deps, request.body);
      return reply.code(201).send({ merchant_id: merchantId, url, expires_at: expiresAt.toISOString() });
    },
  );

  app.post(
    '/merchants/invitations',
    {
      config: { act: 'merchants' },
      schema: {
        tags,
        operationId: 'inviteMerchant',
        summary: 'Invite somebody to begin a merchant: nothing of it exists before',
        body: NewMerchant,
        response: { 201: Link },
      },
    },
    async (request, reply) => {
      const { invitation, url } = await inviteMerchant(deps, request.body);
      return reply.code(201).send({ url, expires_at: invitation.expires_at.toISOString() });
    },
  );

  app.patch(
    '/merchants/:id',
    {
      config: { act: 'status' },
      schema: {
        tags,
        operationId: 'changeMerchantStatus',
        summary: 'Let a merchant in, or shut it out',
        description: 'What shutting it out stops stands in `would_stop` of the merchant.',
        body: Type.Object({ status: Status, reason: REASON }),
        response: { 200: Merchant },
      },
    },
    async (request) => {
      const id = readPathId(request.params);
      if (!(await findAnyMerchant(deps.db, id))) throw unknownMerchant(id);
      await changeMerchantStatus(deps, id, request.body.status, request.body.reason);
      return readMerchant(deps, id);
    },
  );

  app.post(
    '/merchants/:id/companies',
    {
      config: { act: 'merchants' },
      schema: {
        tags,
        operationId: 'createCompany',
        summary: 'Create an establishment of a merchant; it begins without fees and without tokens',
        body: CompanyForm,
        response: { 201: Company },
      },
    },
    async (request, reply) => {
      const merchantId = readPathId(request.params);
      if (!(await findAnyMerchant(deps.db, merchantId))) throw unknownMerchant(merchantId);
      const { address: addressLine, zip: zipCode, ...named } = request.body;
      const { companyId } = await registerCompany(deps, merchantId, { ...named, addressLine, zipCode });
      return reply.code(201).send(await readCompany(deps, companyId));
    },
  );
}
