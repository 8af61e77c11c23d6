import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../ground/deps.ts';
import { limitByMerchant } from '../../ground/limits/request-rates.ts';
import { readPathId } from '../../ground/lists/list-query.rules.ts';
import { callerOf } from '../../parties/accounts/authenticate.ts';
import { CompanyParams } from '../../parties/companies/companies.schemas.ts';
import { companyInPath } from '../../parties/companies/company-in-path.ts';
import { issueToken } from '../../parties/companies/issue-token.ts';
import { revokeToken } from '../../parties/companies/revoke-token.ts';
import { NewAccessToken } from './establishments.schemas.ts';
import { accessToken } from './establishments.wire.ts';

/** People create tokens, and each is to be kept somewhere. */
const TOKENS_PER_MINUTE = 20;

export function accessTokenRoutes(server: FastifyInstance, deps: Deps): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const tags = ['companies'];

  app.post(
    '/companies/:id/access-tokens',
    {
      config: { permission: 'manage' },
      preHandler: limitByMerchant(server, deps, TOKENS_PER_MINUTE, 'new access tokens'),
      schema: {
        tags,
        summary: 'Create an access token of a company',
        description: 'The token is shown this once. Those in use stay valid, so that a shop can change over.',
        params: CompanyParams,
        response: { 201: NewAccessToken },
      },
    },
    async (request, reply) => {
      const companyId = await companyInPath(deps, callerOf(request).merchantId, request.params);
      const { token, record } = await issueToken(deps, companyId);
      return reply.code(201).send({ ...accessToken(record), token });
    },
  );

  server.delete(
    '/companies/:id/access-tokens/:tokenId',
    {
      config: { permission: 'manage' },
      schema: {
        tags,
        summary: 'Revoke an access token; orders with it are refused within five seconds',
        params: Type.Object({ ...CompanyParams.properties, tokenId: Type.Integer({ minimum: 1 }) }),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const tokenId = readPathId(request.params, 'tokenId');
      const companyId = await companyInPath(deps, callerOf(request).merchantId, request.params);
      await revokeToken(deps, companyId, tokenId);
      return reply.code(204).send();
    },
  );
}
