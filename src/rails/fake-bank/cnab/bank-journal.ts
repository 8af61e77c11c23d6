import { appendFileSync, readFileSync, truncateSync } from 'node:fs';
import type { Fact } from './bank-state.rules.ts';

/**
 * The facts of the bank, one in each line of a file. A line that a kill cut off was never answered for: it is taken
 * away, and what it told did not happen.
 */
export class BankJournal {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  read(): Fact[] {
    const text = this.#text();
    const end = text.lastIndexOf('\n') + 1;
    if (end < text.length) truncateSync(this.#file, Buffer.byteLength(text.slice(0, end)));
    return text
      .slice(0, end)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Fact);
  }

  append(fact: Fact): void {
    appendFileSync(this.#file, `${JSON.stringify(fact)}\n`);
  }

  #text(): string {
    try {
      return readFileSync(this.#file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
      throw error;
    }
  }
}
