import type { CsvDialect } from '../../../ground/lists/csv.rules.ts';
import type { CAUSE_KINDS } from '../cause.rules.ts';
import type { EntryTag } from '../journal.rules.ts';
import type { StatementEntry } from './statement.sql.ts';

/** What a file of a whole period is about. */
export interface StatementSubject {
  companyId: number;
  from: Date;
  to: Date;
  openingCents: number;
  closingCents: number;
  /** When it is made. */
  now: Date;
  /** Of a CSV for programs. */
  dialect: CsvDialect;
}

/** A statement as a file: its lines are made and sent a few hundred at a time. */
export interface StatementFile {
  contentType: string;
  extension: string;
  head: string;
  /** `beforeCents`: the balance before the first of these entries. */
  linesOf(entries: readonly StatementEntry[], beforeCents: number): string;
  tail: string;
}

const TEXTS: Record<EntryTag, string> = {
  share: 'Venda',
  retention: 'Venda, parte retida',
  fee: 'Tarifa',
  late_charges: 'Multa e juros',
  discount: 'Desconto concedido',
  refund: 'Devolução',
  fee_returned: 'Tarifa devolvida',
  cover: 'Cobertura de devolução',
  adjustment: 'Ajuste',
  bank_fee: 'Tarifa do banco',
  payout: 'Saque',
  payout_fee: 'Tarifa de saque',
  payout_return: 'Saque devolvido pelo banco',
};

/** What was taken and given back. */
const UNDONE: Partial<Record<(typeof CAUSE_KINDS)[number], string>> = {
  refund_refused: 'recusada, desfeita',
  payout_undone: 'não enviado, desfeito',
};

/** For people who keep books: what an entry is, in Portuguese. */
export function entryText({ tag, cause }: StatementEntry): string {
  const text = TEXTS[tag as EntryTag];
  const undone = UNDONE[cause as (typeof CAUSE_KINDS)[number]];
  return undone ? `${text} (${undone})` : text;
}

/** Cents as a decimal number: -5 is -0.05. */
export function decimalText(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
