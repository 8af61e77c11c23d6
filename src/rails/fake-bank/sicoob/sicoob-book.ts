import { buildBarcode, digitableLineOf } from '../../../ground/brazil/boleto.rules.ts';
import { buildDynamicBrCode } from '../../../ground/brazil/brcode.rules.ts';
import { daysBetween, saoPauloDateOf } from '../../../ground/brazil/calendar.rules.ts';
import type { BoletoHabits } from '../boletos/habits.ts';
import type { BankClock } from '../clock.ts';
import { ControlError } from '../control.ts';
import { Problem } from '../problem.ts';
import type { Order } from './sicoob.schemas.ts';

const BANK_CODE = '756';
const COOPERATIVE = '4277';
const MOST_DAYS = 2;

export interface Payment {
  /** What the payer paid; when absent, what is owed with the two below. */
  amountCents?: number;
  chargesCents?: number;
  discountCents?: number;
  by?: 'boleto' | 'pix';
}

export interface Slip {
  number: number;
  order: Order;
  createdAt: Date;
  dueDate: string;
  limit: string;
  paid: (Required<Payment> & { at: Date }) | null;
  writtenOffAt: Date | null;
}

export interface Hook {
  id: number;
  url: string;
  state: 1 | 2 | 3;
}

/** What the bank knows of its slips. */
export class SicoobBook {
  readonly #clock: BankClock;
  readonly #habits: BoletoHabits;
  readonly #slips = new Map<number, Slip>();
  readonly #requests: { type: number; from: string; to: string; readyAt: Date }[] = [];
  hook: Hook | null = null;

  constructor(clock: BankClock, habits: BoletoHabits) {
    this.#clock = clock;
    this.#habits = habits;
  }

  /** As often as it is ordered: the number of the client need not be unique. */
  register(order: Order): Slip {
    if (order.dataVencimento < saoPauloDateOf(this.#clock.now()))
      throw new Problem('RequisicaoInvalida', 'A data de vencimento está no passado.');
    const limit = order.dataLimitePagamento ?? order.dataVencimento;
    for (const late of [order.dataMulta, order.dataJurosMora])
      if (late !== undefined && (late <= order.dataVencimento || late > limit))
        throw new Problem('RequisicaoInvalida', 'A data de multa ou juros não está entre vencimento e limite.');
    const slip: Slip = {
      number: this.nextNumber(),
      order,
      createdAt: this.#clock.now(),
      dueDate: order.dataVencimento,
      limit,
      paid: null,
      writtenOffAt: null,
    };
    this.#slips.set(slip.number, slip);
    return slip;
  }

  nextNumber(): number {
    return (this.#slips.size + 1) * 10;
  }

  all(): Slip[] {
    return [...this.#slips.values()];
  }

  /** Undefined where it is not shown: a read that lags does not show what came since. */
  read(number: number, at: Date): Slip | undefined {
    const slip = this.#slips.get(number);
    return slip && slip.createdAt <= at ? slip : undefined;
  }

  /** By the bank's number or by that of whoever ordered it, the latest of several. */
  find(name: string): Slip {
    const found = this.#slips.get(Number(name)) ?? this.all().findLast(({ order }) => order.seuNumero === name);
    if (!found) throw new ControlError(`the bank knows no slip ${name}`);
    return found;
  }

  open(number: number): Slip {
    const slip = this.#slips.get(number);
    if (!slip) throw new Problem('RequisicaoInvalida', 'Boleto não encontrado.');
    if (slip.paid || slip.writtenOffAt)
      throw new Problem('RequisicaoInvalida', 'O boleto já foi liquidado ou baixado.');
    return slip;
  }

  writeOff(slip: Slip): void {
    slip.writtenOffAt = this.#clock.now();
  }

  /** Whatever its state. */
  pay(slip: Slip, { amountCents, chargesCents = 0, discountCents = 0, by = 'boleto' }: Payment): void {
    const owed = centsOf(slip.order.valor) + chargesCents - discountCents;
    slip.paid = { amountCents: amountCents ?? owed, chargesCents, discountCents, by, at: this.#clock.now() };
  }

  requestMovements(type: number, from: string, to: string): number {
    if (daysBetween(from, to) < 0 || daysBetween(from, to) >= MOST_DAYS)
      throw new Problem('RequisicaoInvalida', 'O período deve ter no máximo 2 dias.');
    const readyAt = new Date(this.#clock.now().getTime() + this.#habits.fileDelayMs);
    return this.#requests.push({ type, from, to, readyAt });
  }

  /** Those that a request is about; null while its file is being made. */
  movements(request: number, at: Date): { type: number; slips: Slip[] } | null {
    const asked = this.#requests[request - 1];
    if (!asked || asked.readyAt > this.#clock.now()) return null;
    const { type, from, to } = asked;
    const slips = this.all().filter((slip) => {
      const when = type === 5 ? slip.paid?.at : slip.createdAt;
      return when !== undefined && when <= at && saoPauloDateOf(when) >= from && saoPauloDateOf(when) <= to;
    });
    return { type, slips };
  }
}

export function centsOf(reais: number): number {
  return Math.round(reais * 100);
}

export function situationOf({ paid, writtenOffAt }: Slip, at: Date): 'Em Aberto' | 'Baixado' | 'Liquidado' {
  if (paid && paid.at <= at) return 'Liquidado';
  return writtenOffAt && writtenOffAt <= at ? 'Baixado' : 'Em Aberto';
}

/** Free field: wallet 1, cooperative 4, modality 2, client 7, our number 8, instalment 3. */
export function linesOf({ order, number, dueDate }: Slip): { barcode: string; line: string } {
  const client = String(order.numeroCliente).padStart(7, '0').slice(-7);
  const freeField = `1${COOPERATIVE}01${client}${String(number).padStart(8, '0')}001`;
  const barcode = buildBarcode({ bankCode: BANK_CODE, dueDate, amountCents: centsOf(order.valor), freeField });
  return { barcode, line: digitableLineOf(barcode) };
}

export function pixCodeOf({ number }: Slip): string {
  const url = `fake-bank.example/sicoob/${number}`;
  return buildDynamicBrCode({ url, merchantName: 'Loja de Teste', merchantCity: 'Sao Paulo' });
}
