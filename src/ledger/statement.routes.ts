import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Static, Type } from 'typebox';
import { callerOf } from '../auth/authenticate.ts';
import { addDays, endOfSaoPauloDay, saoPauloDateOf, startOfSaoPauloDay } from '../brazil/calendar.rules.ts';
import { findCompanyOfMerchant } from '../companies/companies.sql.ts';
import type { Deps } from '../deps.ts';
import { ApiError, invalidField } from '../errors.ts';
import { MAX_CSV_ROWS, sendCsv } from '../lists/csv-file.ts';
import { pageOf, readPathId } from '../lists/list-query.rules.ts';
import { instant, PAGING, withDefault } from '../lists/lists.schemas.ts';
import { listStatementEntries, outlineStatement, readStatementPage, type StatementPeriod } from './statement.sql.ts';
import { STATEMENT_ROW, statementRow } from './statement.wire.ts';

/** Without `from`, the statement covers this many days up to `to`. */
const DEFAULT_DAYS = 30;

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

async function sendStatement(deps: Deps, reply: FastifyReply, period: StatementPeriod): Promise<FastifyReply> {
  const { entryIds, total, openingCents, closingCents } = await outlineStatement(deps.listsDb, period, MAX_CSV_ROWS);
  if (!entryIds)
    throw invalidField('from', `is too early: a CSV holds at most ${MAX_CSV_ROWS} entries, these are ${total}`);
  const { companyId } = period;
  reply.headers({ 'x-opening-balance': String(openingCents), 'x-closing-balance': String(closingCents) });
  return sendCsv(deps, reply, {
    name: `statement-${companyId}`,
    columns: CSV_COLUMNS,
    ids: entryIds,
    read: async (ids) =>
      (await listStatementEntries(deps.listsDb, companyId, ids)).map((entry) => {
        const row = statementRow(entry);
        return CSV_COLUMNS.map((column) => row[column]);
      }),
  });
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
        params: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
        querystring: StatementQuery,
        response: {
          200: { content: { 'application/json': { schema: Statement }, 'text/csv': { schema: Type.String() } } },
        },
      },
    },
    async (request, reply) => {
      const { format, from, to, ...paging } = request.query;
      const companyId = readPathId(request.params);
      const period = periodOf({ from, to }, await deps.clock.now());
      if (!(await findCompanyOfMerchant(deps.db, callerOf(request).merchantId, companyId))) {
        throw new ApiError('COMPANY_NOT_FOUND', `company ${companyId} does not exist`);
      }
      if (format === 'csv') return sendStatement(deps, reply, { companyId, ...period });
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
