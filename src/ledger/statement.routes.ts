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
import { Statement, StatementQuery } from './statement.schemas.ts';
import { listStatementEntries, outlineStatement, readStatementPage, type StatementPeriod } from './statement.sql.ts';
import { statementRow } from './statement.wire.ts';
import { csvFile, spreadsheetFile } from './statement-csv.wire.ts';
import type { StatementFile, StatementSubject } from './statement-file.wire.ts';
import { ofxFile } from './statement-ofx.wire.ts';

/** Without `from`, the statement covers this many days up to `to`. */
const DEFAULT_DAYS = 30;
const MAX_FILE_ROWS = 50_000;
/** Rows that are read, written and forgotten together. */
const FILE_CHUNK = 500;
/**
 * After each chunk it rests so many times as long as the chunk took: a file of years must not take the processor from
 * orders.
 */
const FILE_RESTS = 3;
const LONGEST_REST_MS = 200;
/** A reader that takes nothing for so long has gone. */
const FILE_STALL_MS = 30_000;

const FILES = { csv: csvFile, planilha: spreadsheetFile, ofx: ofxFile };

/** Chunk by chunk, as fast as the reader takes them; between two chunks no connection to the database is held. */
async function* contentOf(
  deps: Deps,
  { companyId, openingCents }: StatementSubject,
  entryIds: readonly number[],
  file: StatementFile,
): AsyncGenerator<string> {
  yield file.head;
  let balanceCents = openingCents;
  for (let start = 0; start < entryIds.length; start += FILE_CHUNK) {
    const startedAt = deps.clock.realNow().getTime();
    const entries = await listStatementEntries(deps.listsDb, companyId, entryIds.slice(start, start + FILE_CHUNK));
    yield file.linesOf(entries, balanceCents);
    balanceCents += entries.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
    const tookMs = deps.clock.realNow().getTime() - startedAt;
    await pause(Math.min(tookMs * FILE_RESTS, LONGEST_REST_MS));
  }
  yield file.tail;
}

async function sendFile(
  deps: Deps,
  reply: FastifyReply,
  format: keyof typeof FILES,
  period: StatementPeriod,
  now: Date,
): Promise<FastifyReply> {
  const { entryIds, total, openingCents, closingCents } = await outlineStatement(deps.listsDb, period, MAX_FILE_ROWS);
  if (!entryIds)
    throw invalidField('from', `is too early: a file holds at most ${MAX_FILE_ROWS} entries, these are ${total}`);
  const { companyId } = period;
  const subject = { ...period, openingCents, closingCents, now };
  const file = FILES[format](subject);
  // A file that ends early looks complete: an error on the way breaks the connection off instead of ending the answer.
  const content = Readable.from(contentOf(deps, subject, entryIds, file));
  content.once('error', (error) => deps.log.warn({ err: error, companyId }, 'a statement was broken off'));
  reply.raw.setTimeout(FILE_STALL_MS, () => reply.raw.destroy());
  return reply
    .type(file.contentType)
    .header('content-disposition', `attachment; filename="statement-${companyId}.${file.extension}"`)
    .headers({
      'x-opening-balance': String(openingCents),
      'x-closing-balance': String(closingCents),
      'x-total': String(total),
    })
    .send(content);
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
      const { format, from, to, ...paging } = request.query;
      const now = await deps.clock.now();
      const period = periodOf({ from, to }, now);
      const companyId = await companyInPath(deps, callerOf(request).merchantId, request.params);
      if (format !== 'json') return sendFile(deps, reply, format, { companyId, ...period }, now);
      const { entries, total, openingCents, closingCents, pageOpeningCents } = await readStatementPage(
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
        page_opening_balance: pageOpeningCents,
        data: entries.map(statementRow),
        ...pageOf(total, paging),
      });
    },
  );
}
