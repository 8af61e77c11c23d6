import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { callerOf } from '../auth/authenticate.ts';
import type { Deps } from '../deps.ts';
import { ApiError, invalidField } from '../errors.ts';
import { listEntriesOfCause } from '../ledger/ledger.sql.ts';
import { pageOf, readPathId } from '../lists/list-query.rules.ts';
import { DIRECTION, instant, listOf, PAGING, TOTAL_IS_MINIMUM } from '../lists/lists.schemas.ts';
import { nullable, nullableTime } from '../payments/payments.schemas.ts';
import { listShares } from '../splits/splits.sql.ts';
import { refundSharesOf } from './refund-legs.rules.ts';
import { findRefundOfMerchant, searchRefundsOfMerchant } from './refund-list.sql.ts';
import { cents, RefundLegs } from './refunds.schemas.ts';
import { refundLegs, refundRecord } from './refunds.wire.ts';

const STATUSES = ['PROCESSING', 'REFUNDED', 'REFUSED'] as const;

const RefundQuery = Type.Object({
  ...PAGING,
  direction: DIRECTION,
  status: Type.Optional(Type.Enum([...STATUSES])),
  company_id: Type.Optional(Type.Integer({ minimum: 1 })),
  createdAtStart: instant('start', 'asked for from: ISO 8601 date (a day in São Paulo) or date-time'),
  createdAtEnd: instant('end', 'asked for up to: ISO 8601 date (the whole day) or date-time, inclusive'),
});

const REFUND = {
  id: Type.Integer(),
  transaction_id: Type.Integer(),
  order_number: Type.String(),
  company_id: Type.Integer({ description: 'the company that the transaction belongs to' }),
  kind: Type.Enum(['pix_refund', 'reversal', 'acquirer'], {
    description: 'acquirer: given back by the bank before the payment was known here',
  }),
  status: Type.Enum([...STATUSES], { description: 'PROCESSING: the money is held, the acquirer has not answered yet' }),
  amount: cents('cents'),
  description: nullable('string'),
  requested_at: Type.String({ format: 'date-time' }),
  settled_at: nullableTime,
};

const { properties } = listOf(Type.Object(REFUND));
const RefundList = Type.Object({ ...properties, total_is_minimum: TOTAL_IS_MINIMUM });

export function refundReadRoutes(server: FastifyInstance, deps: Deps): void {
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
      const { rows, total, isTotalMinimum } = await searchRefundsOfMerchant(deps.listsDb, merchantId, request.query);
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
        response: { 200: Type.Object({ ...REFUND, legs: RefundLegs }) },
      },
    },
    async (request) => {
      const id = readPathId(request.params);
      const refund = await findRefundOfMerchant(deps.db, callerOf(request).merchantId, id);
      if (!refund) throw new ApiError('REFUND_NOT_FOUND', `refund ${id} does not exist`);
      const entries = await listEntriesOfCause(deps.db, { kind: 'refund', id });
      const legs = refundLegs(
        refundSharesOf(entries, refund.requested_at),
        await listShares(deps.db, refund.payment_id),
      );
      return { ...refundRecord(refund), legs };
    },
  );
}
