import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { OLD_REFUND_HOURS } from '../../../care/doctor/doctor.rules.ts';
import {
  type EveryRefund,
  findEveryRefund,
  searchEveryRefund,
} from '../../../gateway/refunds/by-operator/all-refunds.sql.ts';
import { settleByOperator } from '../../../gateway/refunds/by-operator/settle-by-operator.ts';
import { pageOf, readPathId } from '../../../ground/lists/list-query.rules.ts';
import { listOf, PAGING, TOTAL_IS_MINIMUM } from '../../../ground/lists/lists.schemas.ts';
import type { AllDeps } from '../../all-deps.ts';
import { REASON } from '../reason.schemas.ts';
import { cents, isoTime, OPEN_OR_ALL, orNull } from './money.schemas.ts';

const tags = ['money'];
const HOUR_MS = 3_600_000;

export const EveryRefundBody = Type.Object({
  id: Type.Integer(),
  merchant_id: Type.Integer(),
  company_id: Type.Integer(),
  transaction_id: Type.Integer(),
  order_number: Type.String(),
  kind: Type.String(),
  status: Type.Enum(['PROCESSING', 'REFUNDED', 'REFUSED']),
  amount: cents('to give back'),
  acquirer: Type.String({ description: 'who sends it' }),
  reference: Type.String({ description: 'ours, as the acquirer knows it' }),
  requested_at: isoTime,
  settled_at: orNull(isoTime),
  failure_reason: orNull(Type.String()),
  said: Type.Enum(['SHOWN', 'REFUSED', 'NOTHING'], {
    description: 'of one under way: the bank has shown it, has refused it once, or has said nothing of it',
  }),
  is_old: Type.Boolean({ description: `under way for ${OLD_REFUND_HOURS} hours or longer` }),
});

/** Refunds of all merchants, and how one ends that its bank never clears up. */
export function everyRefundRoutes(server: FastifyInstance, deps: AllDeps): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  app.get(
    '/refunds',
    {
      config: { act: 'read' },
      schema: {
        tags,
        operationId: 'listRefunds',
        summary: 'List refunds of all merchants: those under way, the oldest first, or all, newest first',
        querystring: Type.Object({
          ...PAGING,
          open: OPEN_OR_ALL,
          merchant_id: Type.Optional(Type.Integer({ minimum: 1 })),
        }),
        response: {
          200: Type.Object({ ...listOf(EveryRefundBody).properties, total_is_minimum: TOTAL_IS_MINIMUM }),
        },
      },
    },
    async (request) => {
      const { open, merchant_id: merchantId, ...paging } = request.query;
      const search = { isOpen: open === 'true', merchantId };
      const { rows, total, isTotalMinimum } = await searchEveryRefund(deps.listsDb, search, paging);
      const now = await deps.clock.now();
      return { data: rows.map((row) => everyRefund(row, now)), ...pageOf(total, paging, isTotalMinimum) };
    },
  );

  app.post(
    '/refunds/:id/settle',
    {
      config: { act: 'money' },
      schema: {
        tags,
        operationId: 'settleRefund',
        summary: 'End a refund that the bank never clears up, as its statement shows; it cannot be undone or repeated',
        body: Type.Object({
          as: Type.Enum(['REFUNDED', 'REFUSED'], {
            description: 'REFUNDED: the payer has the money; REFUSED: nothing left the account, and it is given back',
          }),
          reason: REASON,
        }),
        response: {
          200: Type.Object({
            ...EveryRefundBody.properties,
            list: orNull(Type.Integer({ description: 'of those who pay by hand: the list that has it already' })),
          }),
        },
      },
    },
    async (request) => {
      const refundId = readPathId(request.params);
      const { as: end, reason } = request.body;
      const { list } = await settleByOperator(deps, { refundId, end, reason });
      const settled = (await findEveryRefund(deps.db, refundId)) as EveryRefund;
      return { ...everyRefund(settled, await deps.clock.now()), list };
    },
  );
}

function everyRefund(refund: EveryRefund, now: Date) {
  const { id, merchant_id, company_id, order_number, kind, status, reference, requested_at, failure_reason } = refund;
  const said = refund.seen_at ? 'SHOWN' : refund.refused_at ? 'REFUSED' : 'NOTHING';
  return {
    ...{ id, merchant_id, company_id, order_number, kind, status, reference, failure_reason },
    transaction_id: refund.payment_id,
    amount: refund.amount_cents,
    acquirer: refund.way_acquirer ?? refund.acquirer,
    requested_at: requested_at.toISOString(),
    settled_at: refund.settled_at?.toISOString() ?? null,
    said: said as 'SHOWN' | 'REFUSED' | 'NOTHING',
    is_old: status === 'PROCESSING' && now.getTime() - requested_at.getTime() >= OLD_REFUND_HOURS * HOUR_MS,
  };
}
