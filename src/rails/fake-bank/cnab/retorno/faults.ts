/**
 * What can go wrong with a retorno. `twice`: the same file under two names. `lines_again`: its lines stand in the next
 * file, too. `gap`: a file number is left out. `cut`: lines end at the last character that is no blank. `lf`,
 * `no_line_ends`, `bom`, `accents` (in ISO-8859-1), `ctrl_z`, `blanks` (for zeros): how its bytes differ. `delayed`: it
 * comes some time after the day was closed. `growing`: it is written slowly.
 *
 * `answered_later` is about the next remessa: it is accepted, and no answer to it stands in the next retorno, only in
 * the one after that.
 */
export const CNAB_FAULTS = [
  'twice',
  'lines_again',
  'gap',
  'cut',
  'lf',
  'no_line_ends',
  'bom',
  'accents',
  'ctrl_z',
  'blanks',
  'delayed',
  'growing',
  'answered_later',
] as const;
export type CnabFaultKind = (typeof CNAB_FAULTS)[number];

export interface CnabFault {
  kind: CnabFaultKind;
  times: number;
  /** Of `delayed`. */
  delaySeconds: number;
}

export type CnabFaultRequest = Pick<CnabFault, 'kind'> & Partial<CnabFault>;

const MAX_FAULTS = 1_000;
const DELAY_SECONDS = 60;

/** Faults that wait: the next file uses each kind of them up once. */
export class CnabFaults {
  #faults: CnabFault[] = [];

  add(request: CnabFaultRequest): void {
    if (this.#faults.length >= MAX_FAULTS) throw new RangeError(`at most ${MAX_FAULTS} faults may wait`);
    this.#faults.push({ times: 1, delaySeconds: DELAY_SECONDS, ...request });
  }

  take(kind: CnabFaultKind): CnabFault | null {
    const fault = this.#faults.find((candidate) => candidate.kind === kind);
    if (!fault) return null;
    fault.times -= 1;
    if (fault.times <= 0) this.#faults = this.#faults.filter((candidate) => candidate !== fault);
    return { ...fault };
  }

  waiting(): CnabFault[] {
    return this.#faults.map((fault) => ({ ...fault }));
  }

  clear(): void {
    this.#faults = [];
  }
}
