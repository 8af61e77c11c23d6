import { saoPauloTimeOf } from '../brazil/calendar.rules.ts';
import { csvLine } from '../lists/csv.rules.ts';
import type { StatementEntry } from './statement.sql.ts';
import { statementRow } from './statement.wire.ts';
import { decimalText, entryText, type StatementFile, type StatementSubject } from './statement-file.wire.ts';

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

/** For programs: the fields of the JSON, cents, times in UTC. */
export function csvFile(): StatementFile {
  return {
    contentType: 'text/csv; charset=utf-8',
    extension: 'csv',
    head: csvLine(CSV_COLUMNS),
    linesOf: (entries) => entries.map(programLine).join(''),
    tail: '',
  };
}

function programLine(entry: StatementEntry): string {
  const row = statementRow(entry);
  return csvLine(CSV_COLUMNS.map((column) => row[column]));
}

/** Without it, spreadsheets take UTF-8 for something else. */
const BYTE_ORDER_MARK = '\uFEFF';
const SHEET_COLUMNS = 'Data;Hora;Lançamento;Conta;Valor;Saldo;Pedido;Transação;Devolução';

/** For a Brazilian spreadsheet: semicolons, decimal commas, days of São Paulo, and the balance after each entry. */
export function spreadsheetFile({ from, to, openingCents, closingCents }: StatementSubject): StatementFile {
  return {
    contentType: 'text/csv; charset=utf-8',
    extension: 'csv',
    head: `${BYTE_ORDER_MARK}${SHEET_COLUMNS}\r\n${balanceLine(from, 'Saldo anterior', openingCents)}`,
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
    decimalText(entry.amount_cents, ','),
    decimalText(balanceCents, ','),
    entry.order_number ?? '',
    entry.payment_id ?? '',
    entry.refund_id ?? '',
  ]);
}

function balanceLine(at: Date, text: string, balanceCents: number): string {
  return lineOf(at, [text, '', '', decimalText(balanceCents, ','), '', '', '']);
}

function lineOf(at: Date, cells: readonly (string | number)[]): string {
  const { date, time } = saoPauloTimeOf(at);
  return `${[date.split('-').reverse().join('/'), time, ...cells].join(';')}\r\n`;
}
