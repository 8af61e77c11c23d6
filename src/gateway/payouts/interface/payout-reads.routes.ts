import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Static, Type } from 'typebox';
import { OwnEntries } from '../../../books/ledger/statement/statement.schemas.ts';
import { listOwnEntries } from '../../../books/ledger/statement/statement.sql.ts';
import { ownEntry } from '../../../books/ledger/statement/statement.wire.ts';
import { mayLag, type WithLists } from '../../../ground/db/lagging-reads.ts';
import type { Deps } from '../../../ground/deps.ts';
import { ApiError, invalidField } from '../../../ground/errors.ts';
import { csvHead } from '../../../ground/lists/csv.rules.ts';
import { type Paging, pageOf, readPathId } from '../../../ground/lists/list-query.rules.ts';
import { PAGING } from '../../../ground/lists/lists.schemas.ts';
import { MAX_FILE_ROWS, sendFile } from '../../../ground/streams/send-file.ts';
import { payoutSubject } from '../../../ground/subjects/subject.rules.ts';
import { callerOf } from '../../../parties/accounts/authenticate.ts';
import { recordAudit } from '../../../parties/audit-log/record-audit.ts';
import type { WithAcquirers } from '../../../rails/acquirers/registry.ts';
import { isFitToDecide } from '../decide-payout.ts';
import { waitOf } from '../payout-wait.rules.ts';
import { findPayoutOfMerchant, listReturns, listSteps, traceOf } from '../payouts.sql.ts';
import { railOf } from '../simulate-payout.ts';
import { standsStill } from '../standstill.sql.ts';
import {
  findListedPayoutOfMerchant,
  listPayoutIdsOfMerchant,
  listPayoutsOfMerchant,
  searchPayoutsOfMerchant,
} from './payout-list.sql.ts';
import { PayoutDetails, PayoutList, PayoutQuery } from './payouts.schemas.ts';
import { csvPayout, PAYOUT_COLUMNS, payoutDetails, payoutRecord } from './payouts.wire.ts';

type Query = Static<typeof PayoutQuery>;

/** All of the list; rows are read as they are when their turn comes, and which they are is of one moment. */
async function sendPayouts(
  deps: Deps & WithLists,
  reply: FastifyReply,
  merchantId: number,
  query: Query,
): Promise<FastifyReply> {
  const ids = await listPayoutIdsOfMerchant(deps.listsDb, merchantId, query, MAX_FILE_ROWS);
  if (!ids)
    throw invalidField('format', `csv holds at most ${MAX_FILE_ROWS} rows, and these are more: narrow the list`);
  await recordAudit(deps, deps.db, { merchantId, action: 'payouts.exported', details: { format: 'csv' } });
  return sendFile(deps, reply, {
    name: 'payouts.csv',
    contentType: 'text/csv; charset=utf-8',
    head: csvHead(PAYOUT_COLUMNS, query.dialect),
    ids,
    async linesOf(chunk) {
      const rows = await listPayoutsOfMerchant(deps.listsDb, merchantId, chunk);
      return rows.map((row) => csvPayout(row, query.dialect)).join('');
    },
  });
}

export function payoutReadRoutes(server: FastifyInstance, deps: Deps & WithLists & WithAcquirers): void {
  server.get<{ Querystring: Query }>(
    '/payouts',
    {
      config: { isSlow: 'read' },
      schema: {
        tags: ['payouts'],
        summary: 'List payouts; JSON, or all of them as CSV',
        description:
          'Newest first. total is counted up to 10,000, and total_is_minimum says where there are more. ' +
          `A CSV is the whole list without pages, at most ${MAX_FILE_ROWS} rows.`,
        querystring: PayoutQuery,
        response: {
          200: { content: { 'application/json': { schema: PayoutList }, 'text/csv': { schema: Type.String() } } },
        },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const { createdAtStart, createdAtEnd } = query;
      if (createdAtStart && createdAtEnd && createdAtStart > createdAtEnd)
        throw invalidField('createdAtStart', 'must not be after createdAtEnd');
      const { merchantId } = callerOf(request);
      if (query.format === 'csv') return sendPayouts(deps, reply, merchantId, query);
      const { rows, total, isTotalMinimum } = await searchPayoutsOfMerchant(mayLag(deps), merchantId, query);
      return reply
        .type('application/json; charset=utf-8')
        .send({ data: rows.map(payoutRecord), ...pageOf(total, query, isTotalMinimum) });
    },
  );

  server.withTypeProvider<TypeBoxTypeProvider>().get(
    '/payouts/:id',
    {
      schema: {
        tags: ['payouts'],
        summary: 'Read a payout, with its history and what it waits for',
        params: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
        response: { 200: PayoutDetails },
      },
    },
    async (request) => {
      const id = readPathId(request.params);
      const { merchantId, user, permissions } = callerOf(request);
      const payout = await findListedPayoutOfMerchant(deps.db, merchantId, id);
      if (!payout) throw new ApiError('PAYOUT_NOT_FOUND', `payout ${id} does not exist`);
      const [steps, returns, isStill] = await Promise.all([
        listSteps(deps.db, id),
        listReturns(deps.db, id),
        payout.status === 'REQUESTED' ? standsStill(deps.db) : false,
      ]);
      const { status, checks_done: checksDone } = payout;
      const wait = waitOf({ status, trace: traceOf(payout), checksDone }, railOf(deps, payout), isStill);
      const canDecide = user !== null && permissions.has('payout') && isFitToDecide(payout, { userId: user.id });
      return payoutDetails(payout, { wait, canDecide, steps, returns });
    },
  );

  server.get<{ Querystring: Paging }>(
    '/payouts/:id/entries',
    {
      config: { isSlow: 'read' },
      schema: {
        tags: ['payouts'],
        summary: 'List what was booked for a payout',
        description: 'Ledger entries of its company, in the order in which they were written: taken, and given back.',
        params: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
        querystring: Type.Object(PAGING),
        response: { 200: OwnEntries },
      },
    },
    async (request) => {
      const id = readPathId(request.params);
      const payout = await findPayoutOfMerchant(deps.db, callerOf(request).merchantId, id);
      if (!payout) throw new ApiError('PAYOUT_NOT_FOUND', `payout ${id} does not exist`);
      const { rows, total } = await listOwnEntries(deps.listsDb, payoutSubject(id), [payout.company_id], request.query);
      return { data: rows.map(ownEntry), ...pageOf(total, request.query) };
    },
  );
}
