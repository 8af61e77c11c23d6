import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { type Account, CLEARING, mainOf, PLATFORM_FEE } from '../../../books/ledger/accounts.rules.ts';
import { findMerchantOfDivergence, listDivergencesOfAll } from '../../../gateway/divergences/all-divergences.sql.ts';
import { bookDivergence } from '../../../gateway/divergences/book-divergence.ts';
import { divergenceBody } from '../../../gateway/divergences/divergences.routes.ts';
import { DivergenceBody, ResolveBody } from '../../../gateway/divergences/divergences.schemas.ts';
import { resolveDivergence } from '../../../gateway/divergences/resolve-divergence.ts';
import { ApiError, invalidField } from '../../../ground/errors.ts';
import { pageOf, readPathId } from '../../../ground/lists/list-query.rules.ts';
import { listOf, PAGING } from '../../../ground/lists/lists.schemas.ts';
import type { AllDeps } from '../../all-deps.ts';
import { operatorOf } from '../operator.ts';
import { REASON } from '../reason.schemas.ts';
import { OfAll } from './divergences.schemas.ts';
import { ofAll } from './divergences.wire.ts';
import { SIDE } from './money.schemas.ts';

const tags = ['money'];

/** Disagreements about money, over all merchants. */
export function divergenceRoutes(server: FastifyInstance, deps: AllDeps): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const ownerOf = async (id: number) => {
    const merchantId = await findMerchantOfDivergence(deps.db, id);
    if (merchantId === null) throw new ApiError('DIVERGENCE_NOT_FOUND', `divergence ${id} does not exist`);
    return merchantId;
  };

  app.get(
    '/divergences',
    {
      config: { act: 'read' },
      schema: {
        tags,
        operationId: 'listDivergences',
        summary: 'List disagreements with acquirers, of all merchants, newest first',
        querystring: Type.Object({
          ...PAGING,
          resolved: Type.Optional(Type.Enum(['true', 'false'])),
          merchant_id: Type.Optional(Type.Integer({ minimum: 1 })),
        }),
        response: { 200: listOf(OfAll) },
      },
    },
    async (request) => {
      const { resolved, merchant_id: merchantId, ...paging } = request.query;
      const isResolved = resolved === undefined ? undefined : resolved === 'true';
      const { rows, total } = await listDivergencesOfAll(deps.listsDb, { isResolved, merchantId }, paging);
      return { data: rows.map(ofAll), ...pageOf(total, paging) };
    },
  );

  app.post(
    '/divergences/:id/resolve',
    {
      config: { act: 'money' },
      schema: {
        tags,
        operationId: 'resolveDivergence',
        summary: 'Record what was done about a disagreement',
        body: ResolveBody,
        response: { 200: DivergenceBody },
      },
    },
    async (request) => {
      const id = readPathId(request.params);
      return divergenceBody(await resolveDivergence(deps, await ownerOf(id), id, request.body.resolution));
    },
  );

  app.post(
    '/divergences/:id/book',
    {
      config: { act: 'money' },
      schema: {
        tags,
        operationId: 'bookDivergence',
        summary: 'Put the difference into the books by an adjusting journal; it cannot be undone or repeated',
        body: Type.Object({
          from: { ...SIDE, description: 'who gives the money: acquirer, platform or company:ID' },
          to: { ...SIDE, description: 'who gets the money' },
          reason: REASON,
        }),
        response: { 200: Type.Object({ ...DivergenceBody.properties, booked_amount: Type.Integer() }) },
      },
    },
    async (request) => {
      const id = readPathId(request.params);
      const { from, to, reason } = request.body;
      await ownerOf(id);
      const { divergence, amountCents } = await bookDivergence(deps, {
        divergenceId: id,
        from: sideOf('from', from),
        to: sideOf('to', to),
        reason,
        by: operatorOf(request).name,
      });
      return { ...divergenceBody(divergence), booked_amount: amountCents };
    },
  );
}

function sideOf(field: string, text: string): Account {
  if (text === 'acquirer') return CLEARING;
  if (text === 'platform') return PLATFORM_FEE;
  const id = Number(text.slice('company:'.length));
  if (!Number.isSafeInteger(id)) throw invalidField(field, 'names no company');
  return mainOf(id);
}
