import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Static, Type } from 'typebox';
import {
  daysBefore,
  endOfSaoPauloDay,
  saoPauloDateOf,
  startOfSaoPauloDay,
} from '../../../ground/brazil/calendar.rules.ts';
import { mayLag, type WithLists } from '../../../ground/db/lagging-reads.ts';
import type { Deps } from '../../../ground/deps.ts';
import { invalidField } from '../../../ground/errors.ts';
import { pageOf } from '../../../ground/lists/list-query.rules.ts';
import { MAX_FILE_ROWS, sendFile } from '../../../ground/streams/send-file.ts';
import { callerOf } from '../../../parties/accounts/authenticate.ts';
import { recordAudit } from '../../../parties/audit-log/record-audit.ts';
import { CompanyParams } from '../../../parties/companies/companies.schemas.ts';
import { companyInPath } from '../../../parties/companies/company-in-path.ts';
import { Statement, StatementQuery } from './statement.schemas.ts';
import { listStatementEntries, outlineStatement, readStatementPage, type StatementPeriod } from './statement.sql.ts';
import { statementRow } from './statement.wire.ts';
import { csvFile, spreadsheetFile } from './statement-csv.wire.ts';
import type { StatementSubject } from './statement-file.wire.ts';
import { ofxFile } from './statement-ofx.wire.ts';

/** Without `from`, the statement covers this many days up to `to`. */
const DEFAULT_DAYS = 30;

const FILES = { csv: csvFile, planilha: spreadsheetFile, ofx: ofxFile };

async function sendStatement(
  deps: Deps & WithLists,
  reply: FastifyReply,
  format: keyof typeof FILES,
  period: StatementPeriod,
  { now, dialect }: Pick<StatementSubject, 'now' | 'dialect'>,
): Promise<FastifyReply> {
  const { entryIds, total, openingCents, closingCents } = await outlineStatement(deps.listsDb, period, MAX_FILE_ROWS);
  if (!entryIds)
    throw invalidField('from', `is too early: a file holds at most ${MAX_FILE_ROWS} entries, these are ${total}`);
  const { companyId } = period;
  const file = FILES[format]({ ...period, openingCents, closingCents, now, dialect });
  let balanceCents = openingCents;
  reply.headers({ 'x-opening-balance': String(openingCents), 'x-closing-balance': String(closingCents) });
  return sendFile(deps, reply, {
    ...file,
    name: `statement-${companyId}.${file.extension}`,
    ids: entryIds,
    async linesOf(ids) {
      const entries = await listStatementEntries(deps.listsDb, companyId, ids);
      const lines = file.linesOf(entries, balanceCents);
      balanceCents += entries.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
      return lines;
    },
  });
}

function periodOf(asked: { from: Date | undefined; to: Date | undefined }, now: Date): { from: Date; to: Date } {
  const to = asked.to ?? endOfSaoPauloDay(saoPauloDateOf(now));
  const from = asked.from ?? startOfSaoPauloDay(daysBefore(saoPauloDateOf(to), DEFAULT_DAYS));
  if (from > to) throw invalidField('from', 'must not be after to');
  return { from, to };
}

export function statementRoutes(app: FastifyInstance, deps: Deps & WithLists): void {
  app.get<{ Querystring: Static<typeof StatementQuery> }>(
    '/companies/:id/statement',
    {
      config: { isSlow: 'read' },
      schema: {
        tags: ['balance'],
        summary: 'Ledger entries of a company by value date, with opening and closing balance; JSON, CSV or OFX',
        params: CompanyParams,
        querystring: StatementQuery,
        response: {
          200: {
            content: {
              'application/json': { schema: Statement },
              'text/csv': { schema: Type.String() },
              'application/x-ofx': { schema: Type.String() },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const { format, dialect, from, to, ...paging } = request.query;
      const now = await deps.clock.now();
      const period = periodOf({ from, to }, now);
      const { merchantId } = callerOf(request);
      const companyId = await companyInPath(deps, merchantId, request.params);
      if (format !== 'json') {
        const object = { kind: 'company', id: companyId } as const;
        await recordAudit(deps, deps.db, { merchantId, action: 'statement.exported', object, details: { format } });
        return sendStatement(deps, reply, format, { companyId, ...period }, { now, dialect });
      }
      const { entries, total, openingCents, closingCents, pageOpeningCents } = await readStatementPage(
        mayLag(deps),
        { companyId, ...period },
        paging,
      );
      return reply.type('application/json; charset=utf-8').send({
        company_id: companyId,
        from: period.from.toISOString(),
        to: period.to.toISOString(),
        opening_balance: openingCents,
        closing_balance: closingCents,
        page_opening_balance: pageOpeningCents,
        data: entries.map(statementRow),
        ...pageOf(total, paging),
      });
    },
  );
}
