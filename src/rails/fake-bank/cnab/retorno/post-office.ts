import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Bank } from '../bank.ts';
import { movementsOfClosing, type WrittenRetorno } from '../bank-state.rules.ts';
import { filesIn } from '../folders.ts';
import { bytesOf } from './bytes.rules.ts';
import { retornoLines } from './retorno-lines.rules.ts';

const FILE_NUMBER_WIDTH = 6;
/** In how many parts a file grows. */
const PARTS = 4;
const AGAIN = '-again';

interface Waiting {
  name: string;
  fromMs: number;
}

interface Growing {
  name: string;
  rest: Buffer[];
}

/** Writes retornos and brings them where the customer looks. */
export class PostOffice {
  readonly #bank: Bank;
  #delayed: Waiting[] = [];
  #growing: Growing[] = [];

  constructor(bank: Bank) {
    this.#bank = bank;
    this.#deliverLeftOvers();
  }

  /** Closes the day: everything since the last time goes into one file. Null: nothing happened, and there is none. */
  closeDay(): WrittenRetorno | null {
    const { state, habits, faults, clock } = this.#bank;
    const movements = movementsOfClosing(state);
    if (movements.length === 0 && !habits.writesEmptyFiles) {
      this.#bank.record({ kind: 'closing', retorno: null, hasLinesAgain: false });
      return null;
    }
    const at = clock.now();
    const fileNumber = state.nextRetorno + (faults.take('gap') ? 1 : 0);
    const name = `${this.#bank.profile.name}${String(fileNumber).padStart(FILE_NUMBER_WIDTH, '0')}.ret`;
    const retorno = { name, fileNumber, at: at.toISOString(), movements: movements.length };
    const isTwice = faults.take('twice') !== null;
    const delay = faults.take('delayed');
    const isGrowing = faults.take('growing') !== null;
    const bytes = this.#bytes({ fileNumber, at, movements });
    const names = isTwice ? [name, name.replace('.', `${AGAIN}.`)] : [name];
    for (const each of names) writeFileSync(this.#outgoing(each), bytes);
    this.#bank.record({ kind: 'closing', retorno, hasLinesAgain: faults.take('lines_again') !== null });
    for (const each of names) {
      if (delay) this.#delayed.push({ name: each, fromMs: at.getTime() + delay.delaySeconds * 1_000 });
      else if (isGrowing) this.#beginGrowing(each, bytes);
      else this.#deliver(each);
    }
    return retorno;
  }

  /** Files that were waited for come; those that grow get their next part. */
  passTime(): void {
    const now = this.#bank.clock.now().getTime();
    const due = this.#delayed.filter(({ fromMs }) => fromMs <= now);
    this.#delayed = this.#delayed.filter((waiting) => !due.includes(waiting));
    for (const { name } of due) this.#deliver(name);
    for (const file of this.#growing) this.#grow(file);
    this.#growing = this.#growing.filter(({ rest }) => rest.length > 0);
  }

  #bytes(retorno: Parameters<typeof retornoLines>[0]): Buffer {
    const { faults, profile, account } = this.#bank;
    const has = (kind: Parameters<typeof faults.take>[0]) => faults.take(kind) !== null;
    const lines = retornoLines(retorno, profile, account, {
      hasBlanksForZeros: has('blanks'),
      hasAccents: has('accents'),
    });
    const [isLf, hasNone] = [has('lf'), has('no_line_ends')];
    return bytesOf(lines, {
      // Lines without an end can only be told apart by their length.
      isCut: has('cut') && !hasNone,
      lineEnd: hasNone ? '' : isLf ? '\n' : '\r\n',
      hasByteOrderMark: has('bom'),
      hasCtrlZ: has('ctrl_z'),
    });
  }

  #deliver(name: string): void {
    renameSync(this.#outgoing(name), this.#retorno(name));
  }

  #beginGrowing(name: string, bytes: Buffer): void {
    const part = Math.ceil(bytes.length / PARTS);
    const [first, ...rest] = Array.from({ length: PARTS }, (_, index) =>
      bytes.subarray(index * part, (index + 1) * part),
    );
    writeFileSync(this.#retorno(name), first ?? bytes);
    this.#growing.push({ name, rest });
  }

  #grow({ name, rest }: Growing): void {
    const part = rest.shift();
    if (part) appendFileSync(this.#retorno(name), part);
    if (rest.length === 0) rmSync(this.#outgoing(name), { force: true });
  }

  /** After a kill: what the journal knows is delivered now, what it does not know was never written. */
  #deliverLeftOvers(): void {
    const known = new Set(this.#bank.state.retornos.map(({ name }) => name));
    for (const { name } of filesIn(this.#bank.folders.outgoing)) {
      if (known.has(name.replace(AGAIN, ''))) this.#deliver(name);
      else rmSync(this.#outgoing(name));
    }
  }

  #outgoing(name: string): string {
    return path.join(this.#bank.folders.outgoing, name);
  }

  #retorno(name: string): string {
    return path.join(this.#bank.folders.retorno, name);
  }
}
