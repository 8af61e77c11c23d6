import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { readBalances } from '../../books/ledger/balances.sql.ts';
import type { WithLists } from '../../ground/db/lagging-reads.ts';
import type { Deps } from '../../ground/deps.ts';
import { pageOf, readPathId } from '../../ground/lists/list-query.rules.ts';
import { PAGING } from '../../ground/lists/lists.schemas.ts';
import { callerOf } from '../../parties/accounts/authenticate.ts';
import { listAccessTokens } from '../../parties/companies/access-tokens.sql.ts';
import { CompanyParams } from '../../parties/companies/companies.schemas.ts';
import { unknownCompany } from '../../parties/companies/company.rules.ts';
import { findOwnCompanyOfMerchant, listOwnCompaniesOfMerchant } from '../../parties/companies/own-companies.sql.ts';
import { Establishment, EstablishmentList } from './establishments.schemas.ts';
import { establishment, listedEstablishment } from './establishments.wire.ts';

export function establishmentRoutes(server: FastifyInstance, deps: Deps & WithLists): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const tags = ['companies'];

  app.get(
    '/companies',
    {
      config: { isSlow: 'read' },
      schema: {
        tags,
        summary: 'List the companies with their balances',
        querystring: Type.Object(PAGING),
        response: { 200: EstablishmentList },
      },
    },
    async (request) => {
      const { rows, total } = await listOwnCompaniesOfMerchant(
        deps.listsDb,
        callerOf(request).merchantId,
        request.query,
      );
      const companyIds = rows.map(({ id }) => id);
      const balanceOf = await readBalances(deps.listsDb, companyIds, await deps.clock.now());
      return {
        data: rows.map((company) => listedEstablishment(company, balanceOf(company.id))),
        ...pageOf(total, request.query),
      };
    },
  );

  app.get(
    '/companies/:id',
    {
      config: { isSlow: 'read' },
      schema: {
        tags,
        summary: 'Read a company: its terms, its fixed split and its access tokens',
        params: CompanyParams,
        response: { 200: Establishment },
      },
    },
    async (request) => {
      const companyId = readPathId(request.params);
      const company = await findOwnCompanyOfMerchant(deps.listsDb, callerOf(request).merchantId, companyId);
      if (!company) throw unknownCompany(companyId);
      const tokens = await listAccessTokens(deps.listsDb, companyId);
      const balanceOf = await readBalances(deps.listsDb, [companyId], await deps.clock.now());
      return establishment(company, balanceOf(companyId), tokens);
    },
  );
}
