import { isLocalDate } from '../../../../ground/brazil/calendar.rules.ts';
import type { Field, Layout } from './layout.rules.ts';

/** What is wrong with a file, and where: a bank takes all of it or nothing. */
export class Malformed extends Error {
  constructor(line: number, column: number, what: string) {
    super(`line ${line}, column ${column}: ${what}`);
  }
}

/** One record of a file that came in, read by its layout. */
export class Row {
  readonly line: number;
  readonly #text: string;
  readonly #fields: Layout;

  constructor(fields: Layout, text: string, line: number) {
    this.line = line;
    this.#text = text;
    this.#fields = fields;
    for (const field of fields) this.#check(field);
  }

  /** Without the blanks after it. */
  text(name: string): string {
    return this.#cut(this.#field(name)).trimEnd();
  }

  /** Reais with two places after the comma, or a percentage likewise: hundredths in both cases. */
  hundredths(name: string): number {
    return Number(this.#cut(this.#field(name)));
  }

  /** Null: zeros, which is how these files say that there is no date. */
  date(name: string): string | null {
    const text = this.#cut(this.#field(name));
    if (/^0+$/.test(text)) return null;
    const date = `${text.slice(4)}-${text.slice(2, 4)}-${text.slice(0, 2)}`;
    if (!isLocalDate(date)) throw this.problem(name, `${text} is no date (DDMMAAAA)`);
    return date;
  }

  problem(name: string, what: string): Malformed {
    return new Malformed(this.line, this.#field(name).from, what);
  }

  #check(field: Field): void {
    const text = this.#cut(field);
    const wanted = wantedOf(field, text);
    if (wanted === null) return;
    const place = field.name === '' ? '' : `${field.name} `;
    throw new Malformed(this.line, field.from, `${place}must be ${wanted}, got "${text}"`);
  }

  #field(name: string): Field {
    const field = this.#fields.find((candidate) => candidate.name === name);
    if (!field) throw new Error(`this record has no ${name}`);
    return field;
  }

  #cut({ from, to }: Field): string {
    return this.#text.slice(from - 1, to);
  }
}

/** Null when the text is as it must be. */
function wantedOf({ kind, constant }: Field, text: string): string | null {
  if (kind === 'num') return /^\d+$/.test(text) ? null : 'figures';
  if (kind === 'zeros') return /^0+$/.test(text) ? null : 'zeros';
  if (kind === 'blank') return text.trim() === '' ? null : 'blank';
  if (kind === 'constant') return text === constant ? null : `"${constant}"`;
  return null;
}
