import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { WithLists } from '../../ground/db/lagging-reads.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { callerOf } from '../../parties/accounts/authenticate.ts';
import { areCompaniesOfMerchant } from '../../parties/companies/companies.sql.ts';
import { BalanceFigures } from './balances.schemas.ts';
import { sumBalances } from './balances.sql.ts';

const MAX_COMPANIES = 1000;

const BalanceBody = Type.Object({
  companyIds: Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
    minItems: 1,
    maxItems: MAX_COMPANIES,
  }),
});

export function balanceRoutes(server: FastifyInstance, deps: Deps & WithLists): void {
  server.withTypeProvider<TypeBoxTypeProvider>().post(
    '/balance/list',
    {
      config: { permission: 'read', isSlow: 'read' },
      schema: {
        tags: ['balance'],
        summary: 'Balance, summed over the companies',
        body: BalanceBody,
        response: { 200: BalanceFigures },
      },
    },
    async (request) => {
      const companyIds = [...new Set(request.body.companyIds)];
      if (!(await areCompaniesOfMerchant(deps.db, callerOf(request).merchantId, companyIds))) {
        throw new ApiError('COMPANY_NOT_FOUND', 'companyIds names a company that does not exist', {
          field: 'companyIds',
        });
      }
      return sumBalances(deps.listsDb, companyIds, await deps.clock.now());
    },
  );
}
