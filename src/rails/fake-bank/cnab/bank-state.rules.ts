import type { Movement, Title } from './title.rules.ts';

export interface TakenRemessa {
  name: string;
  sha256: string;
  fileNumber: number;
  at: string;
  orders: number;
}

export interface WrittenRetorno {
  name: string;
  fileNumber: number;
  at: string;
  movements: number;
}

/** One thing that happened. The bank is what its facts make of it: after a kill they are read again. */
export type Fact =
  | { kind: 'opened'; profile: string }
  | { kind: 'remessa'; remessa: TakenRemessa; titles: Title[]; movements: Movement[] }
  | { kind: 'change'; titles: Title[]; movements: Movement[] }
  | { kind: 'closing'; retorno: WrittenRetorno | null; hasLinesAgain: boolean }
  | { kind: 'expected'; fileNumber: number };

export interface BankState {
  nextRemessa: number;
  nextRetorno: number;
  /** How many days were closed. */
  closings: number;
  titles: Map<string, Title>;
  numberByReference: Map<string, string>;
  waiting: Movement[];
  remessas: TakenRemessa[];
  retornos: WrittenRetorno[];
}

export function newState(): BankState {
  return {
    nextRemessa: 1,
    nextRetorno: 1,
    closings: 0,
    titles: new Map(),
    numberByReference: new Map(),
    waiting: [],
    remessas: [],
    retornos: [],
  };
}

export function apply(state: BankState, fact: Fact): void {
  if (fact.kind === 'expected') state.nextRemessa = fact.fileNumber;
  else if (fact.kind === 'closing') close(state, fact);
  else if (fact.kind !== 'opened') change(state, fact);
}

function change(state: BankState, fact: Fact & { kind: 'remessa' | 'change' }): void {
  if (fact.kind === 'remessa') {
    state.remessas.push(fact.remessa);
    state.nextRemessa = fact.remessa.fileNumber + 1;
  }
  for (const title of fact.titles) {
    state.titles.set(title.number, title);
    if (title.reference !== '') state.numberByReference.set(title.reference, title.number);
  }
  for (const movement of fact.movements) state.waiting.push(movement);
}

function close(state: BankState, { retorno, hasLinesAgain }: Fact & { kind: 'closing' }): void {
  const { waiting, closings } = state;
  state.closings += 1;
  if (!retorno) return;
  state.retornos.push(retorno);
  state.nextRetorno = retorno.fileNumber + 1;
  if (!hasLinesAgain) state.waiting = waiting.filter(({ fromClosing }) => fromClosing > closings);
}

/** What the next closing tells. */
export function movementsOfClosing({ waiting, closings }: BankState): Movement[] {
  return waiting.filter(({ fromClosing }) => fromClosing <= closings);
}
