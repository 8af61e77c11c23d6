import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { callerOf } from '../auth/authenticate.ts';
import type { Deps } from '../deps.ts';
import { pageOf, readPathId } from '../lists/list-query.rules.ts';
import { listOf, PAGING } from '../lists/lists.schemas.ts';
import { DIVERGENCE_KINDS, MED_REFUND } from './divergence.rules.ts';
import { type Divergence, listDivergencesOfMerchant } from './divergences.sql.ts';
import { resolveDivergence } from './resolve-divergence.ts';

const MAX_RESOLUTION_LENGTH = 500;
const time = Type.String({ format: 'date-time' });
const nullableTime = (description?: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', ...(description && { description }) });
/** Null in divergences that are older than the columns of the figures. */
const nullableCents = (description: string) => Type.Unsafe<number | null>({ type: ['integer', 'null'], description });

const DivergenceBody = Type.Object({
  id: Type.Integer(),
  transaction_id: Type.Integer(),
  kind: Type.Enum([...DIVERGENCE_KINDS, MED_REFUND]),
  local_status: Type.String(),
  acquirer_status: Type.String(),
  amount: Type.Integer({ description: 'cents here' }),
  acquirer_amount: Type.Integer({
    description: 'cents received at the acquirer, or refunded where the kind is about a refund',
  }),
  received_amount: nullableCents('cents received by our books'),
  refunded_amount: nullableCents('cents refunded by our books'),
  acquirer_received_amount: nullableCents('cents received by the acquirer'),
  acquirer_refunded_amount: nullableCents('cents refunded by the acquirer'),
  difference: nullableCents('cents that the acquirer holds more than our books say; less: negative'),
  detected_at: time,
  gone_at: nullableTime('when the acquirer was asked again and the difference was no longer there'),
  resolved_at: nullableTime(),
  resolution: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  booked_at: nullableTime('when an adjusting journal was written'),
});
const DivergenceList = listOf(DivergenceBody);
const ListQuery = Type.Object({ ...PAGING, resolved: Type.Optional(Type.Enum(['true', 'false'])) });
const ResolveBody = Type.Object({
  resolution: Type.String({
    minLength: 1,
    maxLength: MAX_RESOLUTION_LENGTH,
    pattern: '\\S',
    format: 'plain-text',
    description: 'what was done about it',
  }),
});

function divergenceBody(divergence: Divergence) {
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
 * Disagreements with the acquirer about money. Nothing is decided automatically: a person looks, acts, and says what
 * was done.
 */
export function divergenceRoutes(server: FastifyInstance, deps: Deps): void {
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
      const { resolved, ...paging } = request.query;
      const isResolved = resolved === undefined ? undefined : resolved === 'true';
      const { rows, total } = await listDivergencesOfMerchant(
        deps.listsDb,
        callerOf(request).merchantId,
        isResolved,
        paging,
      );
      return {
        data: rows.map(divergenceBody),
        ...pageOf(total, paging),
      };
    },
  );

  app.post(
    '/divergences/:id/resolve',
    {
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
