import type { Operation } from './oddities/faults.ts';

const MAX_ENTRIES = 2_000;

/** One request as the bank got it, and its answer as the bank meant it. */
export interface JournalEntry {
  at: Date;
  operation: Operation;
  method: string;
  /** Below the base address, without the query. */
  path: string;
  query: Record<string, unknown>;
  headers: Record<string, string>;
  body: unknown;
  /** Null while it is being worked on, and when the work was never begun. */
  status: number | null;
  answer: unknown;
  answerType: string | null;
  /** The fault that spoilt it. */
  fault: string | null;
}

/** What the bank received, the last of it. Tokens and secrets are not kept. */
export class Journal {
  #entries: JournalEntry[] = [];

  add(entry: JournalEntry): void {
    this.#entries.push(entry);
    if (this.#entries.length > MAX_ENTRIES) this.#entries.shift();
  }

  entries(): JournalEntry[] {
    return [...this.#entries];
  }

  clear(): void {
    this.#entries = [];
  }
}
