import { saoPauloTimeOf } from '../../../ground/brazil/calendar.rules.ts';
import { type CsvDialect, type CsvValue, csvHead, csvLine } from '../../../ground/lists/csv.rules.ts';
import type { StatementEntry } from './statement.sql.ts';
import { statementRow } from './statement.wire.ts';
import { entryText, type StatementFile, type StatementSubject } from './statement-file.wire.ts';

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
  'payout_id',
] as const;

/** For programs: the fields of the JSON, cents, times in UTC; in the dialect that was asked for. */
export function csvFile({ dialect }: Pick<StatementSubject, 'dialect'>): StatementFile {
  return {
    contentType: 'text/csv; charset=utf-8',
    extension: 'csv',
    head: csvHead(CSV_COLUMNS, dialect),
    linesOf: (entries) => entries.map((entry) => programLine(entry, dialect)).join(''),
    tail: '',
  };
}

function programLine(entry: StatementEntry, dialect: CsvDialect): string {
  const row = statementRow(entry);
  const cells = CSV_COLUMNS.map((column) => (column === 'amount' ? { cents: row.amount } : row[column]));
  return csvLine(cells, dialect);
}

const SHEET_COLUMNS = [
  ...['Data', 'Hora', 'Lançamento', 'Conta', 'Valor', 'Saldo'],
  ...['Pedido', 'Transação', 'Devolução'],
];

/** For a Brazilian spreadsheet: semicolons, decimal commas, days of São Paulo, and the balance after each entry. */
export function spreadsheetFile({ from, to, openingCents, closingCents }: StatementSubject): StatementFile {
  return {
    contentType: 'text/csv; charset=utf-8',
    extension: 'csv',
    head: csvHead(SHEET_COLUMNS, 'excel-br') + balanceLine(from, 'Saldo anterior', openingCents),
    linesOf(entries, beforeCents) {
      let balanceCents = beforeCents;
      return entries
        .map((entry) => {
          balanceCents += entry.amount_cents;
          return sheetLine(entry, balanceCents);
        })
        .join('');
    },
    tail: balanceLine(to, 'Saldo final', closingCents),
  };
}

function sheetLine(entry: StatementEntry, balanceCents: number): string {
  return lineOf(entry.available_at, [
    entryText(entry),
    entry.account === 'company_retained' ? 'Retida' : 'Principal',
    { cents: entry.amount_cents },
    { cents: balanceCents },
    entry.order_number,
    entry.payment_id,
    entry.refund_id,
  ]);
}

function balanceLine(at: Date, text: string, balanceCents: number): string {
  return lineOf(at, [text, null, null, { cents: balanceCents }, null, null, null]);
}

function lineOf(at: Date, cells: readonly CsvValue[]): string {
  const { date, time } = saoPauloTimeOf(at);
  return csvLine([date.split('-').reverse().join('/'), time, ...cells], 'excel-br');
}
