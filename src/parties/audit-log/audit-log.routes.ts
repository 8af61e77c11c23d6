import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { WithLists } from '../../ground/db/lagging-reads.ts';
import type { Deps } from '../../ground/deps.ts';
import { invalidField } from '../../ground/errors.ts';
import { csvHead } from '../../ground/lists/csv.rules.ts';
import { pageOf } from '../../ground/lists/list-query.rules.ts';
import { MAX_FILE_ROWS, sendFile } from '../../ground/streams/send-file.ts';
import { AuditLog, LogQuery } from './audit-log.schemas.ts';
import { findEntriesOfMerchant, listEntriesOfMerchant, listEntryIdsOfMerchant } from './audit-log.sql.ts';
import { csvEntry, LOG_COLUMNS, loggedEntry } from './audit-log.wire.ts';
import { recordAudit } from './record-audit.ts';

type Query = Static<typeof LogQuery>;

/** Logins are written here, so this folder imports nothing of auth/: that would be a circle. */
function merchantOf({ caller }: FastifyRequest): number {
  if (!caller) throw new Error('the audit log was asked for by nobody');
  return caller.merchantId;
}

async function sendLog(
  deps: Deps & WithLists,
  reply: FastifyReply,
  merchantId: number,
  query: Query,
): Promise<FastifyReply> {
  const ids = await listEntryIdsOfMerchant(deps.listsDb, merchantId, query, query.direction, MAX_FILE_ROWS);
  if (!ids)
    throw invalidField('format', `csv holds at most ${MAX_FILE_ROWS} rows, and these are more: narrow the list`);
  await recordAudit(deps, deps.db, { merchantId, action: 'audit_log.exported', details: { format: 'csv' } });
  return sendFile(deps, reply, {
    name: 'audit-log.csv',
    contentType: 'text/csv; charset=utf-8',
    head: csvHead(LOG_COLUMNS, query.dialect),
    ids,
    async linesOf(chunk) {
      const rows = await findEntriesOfMerchant(deps.listsDb, merchantId, chunk);
      return rows.map((row) => csvEntry(row, query.dialect)).join('');
    },
  });
}

export function auditLogRoutes(app: FastifyInstance, deps: Deps & WithLists): void {
  app.get<{ Querystring: Query }>(
    '/audit-log',
    {
      config: { permission: 'manage', isSlow: 'read' },
      schema: {
        tags: ['audit log'],
        summary: 'Who did what to which object, from where, when; JSON, or all of it as CSV',
        description:
          'Entries never change. Orders are not among them: the transactions themselves tell of those. total is ' +
          'counted up to 10,000, and total_is_minimum says where there are more. ' +
          `A CSV is the whole list without pages, at most ${MAX_FILE_ROWS} rows.`,
        querystring: LogQuery,
        response: {
          200: { content: { 'application/json': { schema: AuditLog }, 'text/csv': { schema: Type.String() } } },
        },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const { createdAtStart, createdAtEnd } = query;
      if (createdAtStart && createdAtEnd && createdAtStart > createdAtEnd)
        throw invalidField('createdAtStart', 'must not be after createdAtEnd');
      const merchantId = merchantOf(request);
      if (query.format === 'csv') return sendLog(deps, reply, merchantId, query);
      const { rows, total, isTotalMinimum } = await listEntriesOfMerchant(deps.listsDb, merchantId, query, query);
      return reply
        .type('application/json; charset=utf-8')
        .send({ data: rows.map(loggedEntry), ...pageOf(total, query, isTotalMinimum) });
    },
  );
}
