import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { listEntriesOfCause } from '../../books/ledger/ledger.sql.ts';
import { mayLag, type WithLists } from '../../ground/db/lagging-reads.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError, invalidField } from '../../ground/errors.ts';
import { pageOf, readPathId } from '../../ground/lists/list-query.rules.ts';
import { callerOf } from '../../parties/accounts/authenticate.ts';
import { filterCompaniesOfMerchant } from '../../parties/companies/companies.sql.ts';
import { listShares } from '../splits/splits.sql.ts';
import { refundSharesOf } from './refund-legs.rules.ts';
import { findRefundOfMerchant, searchRefundsOfMerchant } from './refund-list.sql.ts';
import { RefundDetails, RefundList, RefundQuery } from './refunds.schemas.ts';
import { refundLegs, refundRecord } from './refunds.wire.ts';

export function refundReadRoutes(server: FastifyInstance, deps: Deps & WithLists): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  app.get(
    '/refunds',
    {
      config: { isSlow: 'read' },
      schema: {
        tags: ['refunds'],
        summary: 'List refunds',
        description: 'The refunds of your transactions, those under way and refused ones included, newest first.',
        querystring: RefundQuery,
        response: { 200: RefundList },
      },
    },
    async (request) => {
      const { createdAtStart, createdAtEnd } = request.query;
      if (createdAtStart && createdAtEnd && createdAtStart > createdAtEnd)
        throw invalidField('createdAtStart', 'must not be after createdAtEnd');
      const { merchantId } = callerOf(request);
      const { rows, total, isTotalMinimum } = await searchRefundsOfMerchant(mayLag(deps), merchantId, request.query);
      return { data: rows.map(refundRecord), ...pageOf(total, request.query, isTotalMinimum) };
    },
  );

  app.get(
    '/refunds/:id',
    {
      schema: {
        tags: ['refunds'],
        summary: 'Read a refund, with who gave back what',
        description: 'Of a refused refund, the legs are what was taken at first; all of it was given back.',
        params: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
        response: { 200: RefundDetails },
      },
    },
    async (request) => {
      const id = readPathId(request.params);
      const refund = await findRefundOfMerchant(deps.db, callerOf(request).merchantId, id);
      if (!refund) throw new ApiError('REFUND_NOT_FOUND', `refund ${id} does not exist`);
      const entries = await listEntriesOfCause(deps.db, { kind: 'refund', id });
      const shares = await listShares(deps.db, refund.payment_id);
      const companyIds = shares.map(({ company_id }) => company_id);
      const ownIds = await filterCompaniesOfMerchant(deps.db, callerOf(request).merchantId, companyIds);
      const legs = refundLegs(refundSharesOf(entries, refund.requested_at), shares, ownIds);
      return { ...refundRecord(refund), legs };
    },
  );
}
