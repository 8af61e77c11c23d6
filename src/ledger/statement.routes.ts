import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Static, Type } from 'typebox';
import { callerOf } from '../auth/authenticate.ts';
import { addDays, endOfSaoPauloDay, saoPauloDateOf, startOfSaoPauloDay } from '../brazil/calendar.rules.ts';
import { CompanyParams } from '../companies/companies.schemas.ts';
import { companyInPath } from '../companies/company-in-path.ts';
import type { Deps } from '../deps.ts';
import { invalidField } from '../errors.ts';
import { pageOf } from '../lists/list-query.rules.ts';
import { instant, PAGING, withDefault } from '../lists/lists.schemas.ts';
import {
  listStatementEntries,
  outlineStatement,
  readStatementPage,
  type StatementEntry,
  type StatementPeriod,
} from './statement.sql.ts';
import { STATEMENT_ROW, statementRow } from './statement.wire.ts';

/** Without `from`, the statement covers this many days up to `to`. */
const DEFAULT_DAYS = 30;
const MAX_CSV_ROWS = 50_000;
/** Rows that are read, written and forgotten together. */
const CSV_CHUNK = 500;
/**
 * After each chunk it rests so many times as long as the chunk took: a file of years must not take the processor from
 * orders.
 */
const CSV_RESTS = 3;
const LONGEST_REST_MS = 200;
/** A reader that takes nothing for so long has gone. */
const CSV_STALL_MS = 30_000;

const StatementQuery = Type.Object({
  from: instant('start', 'ISO 8601 date (a day in São Paulo) or date-time; default 30 days before to'),
  to: instant('end', 'ISO 8601 date (the whole day) or date-time, inclusive; default today'),
  ...PAGING,
  format: withDefault(Type.Enum(['json', 'csv'], { default: 'json' })),
});

const time = Type.String({ format: 'date-time' });
const Statement = Type.Object({
  company_id: Type.Integer(),
  from: time,
  to: time,
  opening_balance: Type.Integer({ description: 'cents available just before from, by value date' }),
  closing_balance: Type.Integer({ description: 'cents available at to, by value date' }),
  data: Type.Array(Type.Object(STATEMENT_ROW)),
  total: Type.Integer(),
  page: Type.Integer(),
  lastPage: Type.Integer(),
  itemsPerPage: Type.Integer(),
});

const CSV_COLUMNS = [
  'id',
  'available_at',
  'posted_at',
  'cause',
  'kind',
  'account',
  'amount',
  'transaction_id',
  'order_number',
  'refund_id',
] as const;

/** No field can hold a comma, a quote or a formula: all are ours. */
function csvLine(entry: StatementEntry): string {
  const row = statementRow(entry);
  return `${CSV_COLUMNS.map((column) => row[column] ?? '').join(',')}\r\n`;
}

/** Chunk by chunk, as fast as the reader takes them; between two chunks no connection to the database is held. */
async function* csvOf(deps: Deps, companyId: number, entryIds: readonly number[]): AsyncGenerator<string> {
  yield `${CSV_COLUMNS.join(',')}\r\n`;
  for (let start = 0; start < entryIds.length; start += CSV_CHUNK) {
    const startedAt = deps.clock.realNow().getTime();
    const entries = await listStatementEntries(deps.listsDb, companyId, entryIds.slice(start, start + CSV_CHUNK));
    yield entries.map(csvLine).join('');
    const tookMs = deps.clock.realNow().getTime() - startedAt;
    await pause(Math.min(tookMs * CSV_RESTS, LONGEST_REST_MS));
  }
}

async function sendCsv(deps: Deps, reply: FastifyReply, period: StatementPeriod): Promise<FastifyReply> {
  const { entryIds, total, openingCents, closingCents } = await outlineStatement(deps.listsDb, period, MAX_CSV_ROWS);
  if (!entryIds)
    throw invalidField('from', `is too early: a CSV holds at most ${MAX_CSV_ROWS} entries, these are ${total}`);
  const { companyId } = period;
  // A file that ends early looks complete: an error on the way breaks the connection off instead of ending the answer.
  const file = Readable.from(csvOf(deps, companyId, entryIds));
  file.once('error', (error) => deps.log.warn({ err: error, companyId }, 'a statement was broken off'));
  reply.raw.setTimeout(CSV_STALL_MS, () => reply.raw.destroy());
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="statement-${companyId}.csv"`)
    .headers({
      'x-opening-balance': String(openingCents),
      'x-closing-balance': String(closingCents),
      'x-total': String(total),
    })
    .send(file);
}

function periodOf(asked: { from: Date | undefined; to: Date | undefined }, now: Date): { from: Date; to: Date } {
  const to = asked.to ?? endOfSaoPauloDay(saoPauloDateOf(now));
  const from = asked.from ?? startOfSaoPauloDay(addDays(saoPauloDateOf(to), -DEFAULT_DAYS));
  if (from > to) throw invalidField('from', 'must not be after to');
  return { from, to };
}

export function statementRoutes(app: FastifyInstance, deps: Deps): void {
  app.get<{ Querystring: Static<typeof StatementQuery> }>(
    '/companies/:id/statement',
    {
      config: { isSlow: 'read' },
      schema: {
        tags: ['balance'],
        summary: 'Ledger entries of a company by value date, with opening and closing balance; JSON or CSV',
        params: CompanyParams,
        querystring: StatementQuery,
        response: {
          200: { content: { 'application/json': { schema: Statement }, 'text/csv': { schema: Type.String() } } },
        },
      },
    },
    async (request, reply) => {
      const { format, from, to, ...paging } = request.query;
      const period = periodOf({ from, to }, await deps.clock.now());
      const companyId = await companyInPath(deps, callerOf(request).merchantId, request.params);
      if (format === 'csv') return sendCsv(deps, reply, { companyId, ...period });
      const { entries, total, openingCents, closingCents } = await readStatementPage(
        deps.listsDb,
        { companyId, ...period },
        paging,
      );
      return reply.type('application/json; charset=utf-8').send({
        company_id: companyId,
        from: period.from.toISOString(),
        to: period.to.toISOString(),
        opening_balance: openingCents,
        closing_balance: closingCents,
        data: entries.map(statementRow),
        ...pageOf(total, paging),
      });
    },
  );
}
