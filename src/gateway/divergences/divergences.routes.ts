import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { mayLag, type WithLists } from '../../ground/db/lagging-reads.ts';
import type { Deps } from '../../ground/deps.ts';
import { pageOf, readPathId } from '../../ground/lists/list-query.rules.ts';
import { callerOf } from '../../parties/accounts/authenticate.ts';
import { DivergenceBody, DivergenceList, ListQuery, ResolveBody } from './divergences.schemas.ts';
import { type Divergence, listDivergencesOfMerchant } from './divergences.sql.ts';
import { resolveDivergence } from './resolve-divergence.ts';

/** As merchants and operators see it. */
export function divergenceBody(divergence: Divergence) {
  return {
    id: divergence.id,
    transaction_id: divergence.payment_id,
    kind: divergence.kind,
    local_status: divergence.local_status,
    acquirer_status: divergence.acquirer_status,
    amount: divergence.local_amount_cents,
    acquirer_amount: divergence.acquirer_amount_cents,
    received_amount: divergence.local_received_cents,
    refunded_amount: divergence.local_refunded_cents,
    acquirer_received_amount: divergence.acquirer_received_cents,
    acquirer_refunded_amount: divergence.acquirer_refunded_cents,
    difference: divergence.difference_cents,
    detected_at: divergence.detected_at.toISOString(),
    gone_at: divergence.gone_at?.toISOString() ?? null,
    resolved_at: divergence.resolved_at?.toISOString() ?? null,
    resolution: divergence.resolution,
    booked_at: divergence.booked_at?.toISOString() ?? null,
  };
}

/**
 * Disagreements with the acquirer about money. Nothing is decided automatically: a person looks, acts, and says
 * what was done.
 */
export function divergenceRoutes(server: FastifyInstance, deps: Deps & WithLists): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  app.get(
    '/divergences',
    {
      config: { isSlow: 'read' },
      schema: {
        tags: ['divergences'],
        summary: 'List disagreements with the acquirer',
        querystring: ListQuery,
        response: { 200: DivergenceList },
      },
    },
    async (request) => {
      const { resolved, transaction_id, ...paging } = request.query;
      const filter = {
        isResolved: resolved === undefined ? undefined : resolved === 'true',
        paymentId: transaction_id,
      };
      const { merchantId } = callerOf(request);
      const { rows, total } = await listDivergencesOfMerchant(mayLag(deps), merchantId, filter, paging);
      return {
        data: rows.map(divergenceBody),
        ...pageOf(total, paging),
      };
    },
  );

  app.post(
    '/divergences/:id/resolve',
    {
      config: { permission: 'refund' },
      schema: {
        tags: ['divergences'],
        summary: 'Record what was done about a disagreement',
        body: ResolveBody,
        response: { 200: DivergenceBody },
      },
    },
    async (request) => {
      const id = readPathId(request.params);
      return divergenceBody(await resolveDivergence(deps, callerOf(request).merchantId, id, request.body.resolution));
    },
  );
}
