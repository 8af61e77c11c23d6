import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { searchEveryPayout } from '../../../gateway/payouts/all-payouts.sql.ts';
import { PAYOUT_STATUSES } from '../../../gateway/payouts/payout.ts';
import { resumePayouts } from '../../../gateway/payouts/resume-payouts.ts';
import { returnByOperator } from '../../../gateway/payouts/return-by-operator.ts';
import { settleByOperator } from '../../../gateway/payouts/settle-by-operator.ts';
import { standsStill } from '../../../gateway/payouts/standstill.sql.ts';
import { pageOf, readPathId } from '../../../ground/lists/list-query.rules.ts';
import { listOf, PAGING, TOTAL_IS_MINIMUM } from '../../../ground/lists/lists.schemas.ts';
import type { AllDeps } from '../../all-deps.ts';
import { ReasonBody } from '../reason.schemas.ts';
import { OPEN_OR_ALL, orNull } from './money.schemas.ts';
import { EveryPayout, ReturnBody, SeenPayout, SettleBody } from './payouts.schemas.ts';
import { everyPayout, readEveryPayout } from './read-payout.ts';

const tags = ['money'];

/** Payouts of all merchants. */
export function everyPayoutRoutes(server: FastifyInstance, deps: AllDeps): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  app.get(
    '/payouts',
    {
      config: { act: 'read' },
      schema: {
        tags,
        operationId: 'listPayouts',
        summary: 'List payouts of all merchants: those that have not ended, the oldest first, or all, newest first',
        querystring: Type.Object({
          ...PAGING,
          open: OPEN_OR_ALL,
          status: Type.Optional(Type.Enum([...PAYOUT_STATUSES])),
          merchant_id: Type.Optional(Type.Integer({ minimum: 1 })),
          acquirer: Type.Optional(Type.String({ maxLength: 40 })),
        }),
        response: {
          200: Type.Object({
            ...listOf(EveryPayout).properties,
            total_is_minimum: TOTAL_IS_MINIMUM,
            stands_still: Type.Boolean({ description: 'none is sent since a restore, until an operator has compared' }),
          }),
        },
      },
    },
    async (request) => {
      const { open, status, merchant_id: merchantId, acquirer, ...paging } = request.query;
      const search = { isOpen: open === 'true', status, merchantId, acquirer };
      const { rows, total, isTotalMinimum } = await searchEveryPayout(deps.listsDb, search, paging);
      const now = await deps.clock.now();
      const data = rows.map((row) => everyPayout(row, now));
      return { data, ...pageOf(total, paging, isTotalMinimum), stands_still: await standsStill(deps.db) };
    },
  );

  app.get(
    '/payouts/:id',
    {
      config: { act: 'read' },
      schema: {
        tags,
        operationId: 'getPayout',
        summary: 'Read a payout with its history, its journal and what its bank sees otherwise',
        response: { 200: SeenPayout },
      },
    },
    async (request) => readEveryPayout(deps, readPathId(request.params)),
  );
}

/** How one ends that its bank never clears up. */
export function payoutEndRoutes(server: FastifyInstance, deps: AllDeps): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  app.post(
    '/payouts/:id/settle',
    {
      config: { act: 'money' },
      schema: {
        tags,
        operationId: 'settlePayout',
        summary: 'End a payout that the bank never clears up, as its statement shows; it cannot be undone or repeated',
        body: SettleBody,
        response: {
          200: Type.Object({
            ...SeenPayout.properties,
            list: orNull(Type.Integer({ description: 'of those who pay by hand: the list that has it already' })),
          }),
        },
      },
    },
    async (request) => {
      const payoutId = readPathId(request.params);
      const { as: end, reason } = request.body;
      const { list } = await settleByOperator(deps, { payoutId, end, reason });
      return { ...(await readEveryPayout(deps, payoutId)), list };
    },
  );

  app.post(
    '/payouts/:id/return',
    {
      config: { act: 'money' },
      schema: {
        tags,
        operationId: 'returnPayout',
        summary: 'Book that a payout which was paid by hand has come back, in part or whole; it cannot be undone',
        body: ReturnBody,
        response: { 200: SeenPayout },
      },
    },
    async (request) => {
      const payoutId = readPathId(request.params);
      const { amount: amountCents, reason } = request.body;
      await returnByOperator(deps, { payoutId, amountCents, reason });
      return readEveryPayout(deps, payoutId);
    },
  );

  app.post(
    '/payouts/resume',
    {
      config: { act: 'money' },
      schema: {
        tags,
        operationId: 'resumePayouts',
        summary: 'Let payouts go again after a restore, once what was sent since the backup has been compared',
        body: ReasonBody,
        response: { 200: Type.Object({ requested: Type.Integer(), sent: Type.Integer() }) },
      },
    },
    async (request) => {
      const { requested, sent } = await resumePayouts(deps, request.body.reason);
      return { requested, sent };
    },
  );
}
