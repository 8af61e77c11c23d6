import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Static, Type } from 'typebox';
import { mayLag, type WithLists } from '../../ground/db/lagging-reads.ts';
import type { Deps } from '../../ground/deps.ts';
import { invalidField } from '../../ground/errors.ts';
import { type CsvDialect, type CsvValue, csvHead, csvLine } from '../../ground/lists/csv.rules.ts';
import { pageOf } from '../../ground/lists/list-query.rules.ts';
import { MAX_FILE_ROWS, sendFile } from '../../ground/streams/send-file.ts';
import { callerOf } from '../../parties/accounts/authenticate.ts';
import { recordAudit } from '../../parties/audit-log/record-audit.ts';
import { CSV_COLUMNS, type CsvColumn, MONEY_COLUMNS } from './csv-columns.rules.ts';
import { type PaymentSearch, refuseCrossedBounds } from './search.rules.ts';
import { listPaymentIdsOfMerchant, listPaymentsOfMerchant, searchPaymentsOfMerchant } from './search.sql.ts';
import { ListQuery, TransactionList } from './transactions.schemas.ts';
import { exportedTransaction, listedTransaction } from './transactions.wire.ts';

/** All of the list; rows are read as they are when their turn comes, and which they are is of one moment. */
async function sendTransactions(
  deps: Deps & WithLists,
  reply: FastifyReply,
  merchantId: number,
  search: PaymentSearch,
  columns: readonly CsvColumn[],
  dialect: CsvDialect,
): Promise<FastifyReply> {
  const ids = await listPaymentIdsOfMerchant(deps.listsDb, merchantId, search, MAX_FILE_ROWS);
  if (!ids)
    throw invalidField('format', `csv holds at most ${MAX_FILE_ROWS} rows, and these are more: narrow the list`);
  await recordAudit(deps, deps.db, { merchantId, action: 'transactions.exported', details: { format: 'csv' } });
  return sendFile(deps, reply, {
    name: 'transactions.csv',
    contentType: 'text/csv; charset=utf-8',
    head: csvHead(columns, dialect),
    ids,
    async linesOf(chunk) {
      const rows = (await listPaymentsOfMerchant(deps.listsDb, merchantId, chunk)).map(exportedTransaction);
      return rows
        .map((row) =>
          csvLine(
            columns.map((column) => cellOf(row, column)),
            dialect,
          ),
        )
        .join('');
    },
  });
}

function cellOf(row: ReturnType<typeof exportedTransaction>, column: CsvColumn): CsvValue {
  if (!isMoney(column)) return row[column];
  const cents = row[column];
  return cents === null ? null : { cents };
}

function isMoney(column: CsvColumn): column is (typeof MONEY_COLUMNS)[number] {
  return (MONEY_COLUMNS as readonly CsvColumn[]).includes(column);
}

export function searchRoutes(app: FastifyInstance, deps: Deps & WithLists): void {
  app.get<{ Querystring: Static<typeof ListQuery> }>(
    '/transactions',
    {
      config: { isSlow: 'read' },
      schema: {
        tags: ['transactions'],
        summary: 'List transactions; JSON, or all of them as CSV',
        description:
          'total is exact, except with q, paidAtStart, paidAtEnd, payment_link_id or external_id: ' +
          'then it is counted up to 10,000, and total_is_minimum says where there are more. ' +
          `A CSV is the whole list without pages, at most ${MAX_FILE_ROWS} rows, with the columns that were named.`,
        querystring: ListQuery,
        response: {
          200: {
            content: { 'application/json': { schema: TransactionList }, 'text/csv': { schema: Type.String() } },
          },
        },
      },
    },
    async (request, reply) => {
      const { format, dialect, columns = CSV_COLUMNS, ...search } = request.query;
      refuseCrossedBounds(search);
      const { merchantId } = callerOf(request);
      if (format === 'csv') return sendTransactions(deps, reply, merchantId, search, columns, dialect);
      const { rows, total, isTotalMinimum } = await searchPaymentsOfMerchant(mayLag(deps), merchantId, search);
      return reply
        .type('application/json; charset=utf-8')
        .send({ data: rows.map(listedTransaction), ...pageOf(total, search, isTotalMinimum) });
    },
  );
}
