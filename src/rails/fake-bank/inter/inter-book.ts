import { randomUUID } from 'node:crypto';
import { buildBarcode, digitableLineOf } from '../../../ground/brazil/boleto.rules.ts';
import { buildDynamicBrCode } from '../../../ground/brazil/brcode.rules.ts';
import { addDays, saoPauloDateOf } from '../../../ground/brazil/calendar.rules.ts';
import type { BoletoHabits } from '../boletos/habits.ts';
import type { BankClock } from '../clock.ts';
import { ControlError } from '../control.ts';
import { newHexId } from '../ids.ts';
import { Problem } from '../problem.ts';
import type { Order } from './inter.schemas.ts';

/** An equal order within this is refused. */
const DUPLICATE_MS = 30 * 60_000;
const BANK_CODE = '077';
const FREE_FIELD_HEAD = '00011121234567';

export type Situation =
  | 'EM_PROCESSAMENTO'
  | 'A_RECEBER'
  | 'ATRASADO'
  | 'RECEBIDO'
  | 'MARCADO_RECEBIDO'
  | 'CANCELADO'
  | 'EXPIRADO'
  | 'FALHA_EMISSAO';

export interface Cobranca {
  code: string;
  order: Order;
  createdAt: Date;
  issuedAt: Date;
  isFailed: boolean;
  ourNumber: string;
  txid: string;
  paid: { amountCents: number; by: 'BOLETO' | 'PIX'; at: Date } | null;
  markedAt: Date | null;
  cancelAt: Date | null;
  edit: { dueDate: string; at: Date } | null;
}

export type EditStatus = 'PROCESSANDO' | 'SUCESSO' | 'FALHA';

/** What was asked for, by whatever became of it. */
interface Edit {
  outcome: 'SUCESSO' | 'FALHA';
  at: Date;
}

export interface Payment {
  amountCents?: number;
  by?: 'BOLETO' | 'PIX';
}

/** What the bank knows of its slips. */
export class InterBook {
  readonly #clock: BankClock;
  readonly #habits: BoletoHabits;
  readonly #cobrancas = new Map<string, Cobranca>();
  readonly #edits = new Map<string, Edit>();
  webhook: { url: string; createdAt: Date } | null = null;

  constructor(clock: BankClock, habits: BoletoHabits) {
    this.#clock = clock;
    this.#habits = habits;
  }

  register(order: Order): Cobranca {
    const now = this.#clock.now();
    const isEqual = (one: Cobranca) =>
      keyOf(one.order) === keyOf(order) && now.getTime() - one.createdAt.getTime() < DUPLICATE_MS;
    if ([...this.#cobrancas.values()].some(isEqual))
      throw new Problem('RequisicaoInvalida', 'Já existe uma cobrança igual emitida nos últimos 30 minutos.');
    const cobranca: Cobranca = {
      code: randomUUID(),
      order,
      createdAt: now,
      issuedAt: new Date(now.getTime() + this.#habits.registrationDelayMs),
      isFailed: this.#habits.registrationOutcome === 'failed',
      ourNumber: String(this.#cobrancas.size + 1).padStart(11, '9'),
      txid: newHexId(),
      paid: null,
      markedAt: null,
      cancelAt: null,
      edit: null,
    };
    this.#cobrancas.set(cobranca.code, cobranca);
    return cobranca;
  }

  all(): Cobranca[] {
    return [...this.#cobrancas.values()];
  }

  /** As it was then; a read that lags does not show what came since. */
  read(code: string, at: Date): Cobranca {
    const cobranca = this.#cobrancas.get(code);
    if (!cobranca || cobranca.createdAt > at) throw new Problem('NaoEncontrado', 'Cobrança não encontrada.');
    return cobranca;
  }

  /** By its code or by the number of whoever ordered it, the latest of several. */
  find(name: string): Cobranca {
    const found = this.#cobrancas.get(name) ?? this.all().findLast(({ order }) => order.seuNumero === name);
    if (!found) throw new ControlError(`the bank knows no charge ${name}`);
    return found;
  }

  cancel(cobranca: Cobranca): void {
    const now = this.#clock.now();
    const situation = situationOf(cobranca, now);
    if (!['A_RECEBER', 'ATRASADO', 'EM_PROCESSAMENTO'].includes(situation))
      throw new Problem('RequisicaoInvalida', `A cobrança está ${situation} e não pode ser cancelada.`);
    if (this.#habits.changeOutcome === 'done')
      cobranca.cancelAt ??= new Date(now.getTime() + this.#habits.changeDelayMs);
  }

  /** The change under a name of its own, and what becomes of it as far as it is known at once. */
  changeDueDate(cobranca: Cobranca, dueDate: string): { code: string; status: EditStatus } {
    const { changeOutcome, changeDelayMs } = this.#habits;
    const now = this.#clock.now();
    const isOpen = ['A_RECEBER', 'ATRASADO'].includes(situationOf(cobranca, now));
    const outcome = isOpen && changeOutcome === 'done' ? 'SUCESSO' : 'FALHA';
    const at = new Date(now.getTime() + (isOpen ? changeDelayMs : 0));
    const code = randomUUID();
    this.#edits.set(code, { outcome, at });
    if (outcome === 'SUCESSO') cobranca.edit = { dueDate, at };
    return { code, status: this.editStatus(code) };
  }

  editStatus(code: string): EditStatus {
    const edit = this.#edits.get(code);
    if (!edit) throw new Problem('NaoEncontrado', 'Edição não encontrada.');
    return edit.at > this.#clock.now() ? 'PROCESSANDO' : edit.outcome;
  }

  /** Whatever its state: so a slip is paid after it was cancelled, or with another amount. */
  pay(cobranca: Cobranca, { amountCents, by = 'BOLETO' }: Payment): void {
    const now = this.#clock.now();
    cobranca.paid = { amountCents: amountCents ?? centsOf(cobranca.order.valorNominal), by, at: now };
  }

  mark(cobranca: Cobranca): void {
    cobranca.markedAt = this.#clock.now();
  }
}

function keyOf({ seuNumero, valorNominal, dataVencimento, pagador }: Order): string {
  return JSON.stringify([seuNumero, valorNominal, dataVencimento, pagador.cpfCnpj]);
}

export function centsOf(reais: number): number {
  return Math.round(reais * 100);
}

export function dueDateOf({ order, edit }: Cobranca, at: Date): string {
  return edit && edit.at <= at ? edit.dueDate : order.dataVencimento;
}

export function situationOf(cobranca: Cobranca, at: Date): Situation {
  const { paid, markedAt, cancelAt, issuedAt, isFailed, order } = cobranca;
  if (paid && paid.at <= at) return 'RECEBIDO';
  if (markedAt && markedAt <= at) return 'MARCADO_RECEBIDO';
  if (cancelAt && cancelAt <= at) return 'CANCELADO';
  if (issuedAt > at) return 'EM_PROCESSAMENTO';
  if (isFailed) return 'FALHA_EMISSAO';
  const today = saoPauloDateOf(at);
  const due = dueDateOf(cobranca, at);
  if (today > addDays(due, order.numDiasAgenda)) return 'EXPIRADO';
  return today > due ? 'ATRASADO' : 'A_RECEBER';
}

/** Since when it is what it is. */
export function situationSince(cobranca: Cobranca, at: Date): Date {
  const { paid, markedAt, cancelAt, issuedAt, createdAt } = cobranca;
  const since = { RECEBIDO: paid?.at, MARCADO_RECEBIDO: markedAt, CANCELADO: cancelAt, EM_PROCESSAMENTO: createdAt };
  const situation = situationOf(cobranca, at);
  return since[situation as keyof typeof since] ?? issuedAt;
}

/** The slip as it is printed; null while there is none. */
export function slipOf(cobranca: Cobranca, at: Date): { barcode: string; line: string } | null {
  if (cobranca.issuedAt > at || cobranca.isFailed) return null;
  const barcode = buildBarcode({
    bankCode: BANK_CODE,
    dueDate: dueDateOf(cobranca, at),
    amountCents: centsOf(cobranca.order.valorNominal),
    freeField: `${FREE_FIELD_HEAD}${cobranca.ourNumber}`,
  });
  return { barcode, line: digitableLineOf(barcode) };
}

export function pixCodeOf({ txid }: Cobranca): string {
  const url = `fake-bank.example/inter/${txid}`;
  return buildDynamicBrCode({ url, merchantName: 'Loja de Teste', merchantCity: 'Sao Paulo' });
}
