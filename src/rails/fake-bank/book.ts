import { saoPauloDateOf } from '../../ground/brazil/calendar.rules.ts';
import {
  type Charge,
  type ChargeStatus,
  type ChargeTerms,
  centsOf,
  type Payment,
  type Person,
  type Return,
  reasonToRefuseReturn,
  type ValueParts,
  violationsOf,
} from './charge.rules.ts';
import type { BankClock } from './clock.ts';
import { violationsOfDue } from './due/due-value.rules.ts';
import { newEndToEndId, newHexId } from './ids.ts';
import { chargeAsOf, paymentAsOf } from './oddities/lag.rules.ts';
import { Problem } from './problem.ts';

/** The oldest are forgotten beyond this many. */
const MAX_CHARGES = 20_000;
/** Reserved by RFC 2606: an application that scans the code in earnest reaches nobody. */
const LOCATION_PREFIX = 'fake-bank.example/qr/v2/';

export interface Webhook {
  url: string;
  createdAt: Date;
}

export interface NewPayment {
  amountCents: number;
  payer: Person;
  note: string | null;
  parts?: ValueParts | undefined;
}

export type ReturnDraft = Pick<Return, 'id' | 'amountCents' | 'nature' | 'description' | 'reason'>;

/** Everything that the bank keeps for one receiver. It is in memory: a bank that ends has forgotten it. */
export class Book {
  readonly #charges = new Map<string, Charge>();
  readonly #payments = new Map<string, Payment>();
  readonly #webhooks = new Map<string, Webhook>();
  readonly #keys: readonly string[];
  readonly #clock: BankClock;
  #lastLocationId = 0;

  constructor(keys: readonly string[], clock: BankClock) {
    this.#keys = keys;
    this.#clock = clock;
  }

  create(txid: string, terms: ChargeTerms): Charge {
    this.#checkTerms(terms);
    this.#lastLocationId += 1;
    const charge: Charge = {
      txid,
      revision: 0,
      status: 'ATIVA',
      createdAt: this.#clock.now(),
      terms,
      locationId: this.#lastLocationId,
      location: `${LOCATION_PREFIX}${terms.due ? 'cobv/' : ''}${newHexId()}`,
      payments: [],
    };
    this.#charges.set(txid, charge);
    this.#forgetOldest();
    return charge;
  }

  find(txid: string): Charge | undefined {
    return this.#charges.get(txid);
  }

  /** As the bank knows it. */
  get(txid: string): Charge {
    return shown(this.find(txid));
  }

  /** As a read shows it that may lag. */
  read(txid: string, at: Date): Charge {
    return shown(chargeAsOf(this.get(txid), at));
  }

  findByLocation(location: string): Charge | undefined {
    return [...this.#charges.values()].find((charge) => charge.location === location);
  }

  revise(charge: Charge, terms: ChargeTerms): void {
    this.#checkActive(charge);
    this.#checkTerms(terms);
    charge.terms = terms;
    charge.revision += 1;
  }

  remove(charge: Charge, status: Extract<ChargeStatus, `REMOVIDA_${string}`>): void {
    this.#checkActive(charge);
    charge.status = status;
    charge.revision += 1;
  }

  /** Nothing forbids it: two payers may hold one code, and money comes late. */
  receive(charge: Charge, { amountCents, payer, note, parts }: NewPayment): Payment {
    const at = this.#clock.now();
    const endToEndId = newEndToEndId('E', at);
    const { txid, terms } = charge;
    const payment: Payment = {
      ...{ endToEndId, txid, key: terms.chave, amountCents, at, payer, note, returns: [] },
      ...(parts && { parts }),
    };
    charge.payments.push(payment);
    charge.status = 'CONCLUIDA';
    this.#payments.set(endToEndId, payment);
    return payment;
  }

  /** A payment that the bank shows under a second charge as well: it has written another txid over the first. */
  showUnder(charge: Charge, payment: Payment): void {
    charge.payments.push({ ...payment, txid: charge.txid });
    charge.status = 'CONCLUIDA';
  }

  findPayment(endToEndId: string): Payment | undefined {
    return this.#payments.get(endToEndId);
  }

  getPayment(endToEndId: string): Payment {
    return received(this.findPayment(endToEndId));
  }

  readPayment(endToEndId: string, at: Date): Payment {
    return received(paymentAsOf(this.getPayment(endToEndId), at));
  }

  addReturn(payment: Payment, draft: ReturnDraft): Return {
    const now = this.#clock.now();
    const refusal = reasonToRefuseReturn(payment, draft.amountCents, now);
    if (refusal) throw new Problem('PixDevolucaoInvalida', refusal.razao, [refusal]);
    const rtrId = newEndToEndId('D', now);
    const added: Return = {
      ...draft,
      rtrId,
      requestedAt: now,
      settledAt: null,
      endedAt: null,
      status: 'EM_PROCESSAMENTO',
    };
    payment.returns.push(added);
    return added;
  }

  settleReturn(settled: Return, status: 'DEVOLVIDO' | 'NAO_REALIZADO', reason: string | null): boolean {
    if (settled.status !== 'EM_PROCESSAMENTO') return false;
    settled.status = status;
    settled.reason = reason;
    settled.endedAt = this.#clock.now();
    settled.settledAt = status === 'DEVOLVIDO' ? settled.endedAt : null;
    return true;
  }

  charges(from: Date, to: Date): Charge[] {
    return [...this.#charges.values()].filter(({ createdAt }) => createdAt >= from && createdAt <= to);
  }

  payments(from: Date, to: Date): Payment[] {
    return [...this.#payments.values()].filter(({ at }) => at >= from && at <= to);
  }

  /** A key of somebody else is refused. */
  checkKey(key: string): void {
    if (this.#keys.includes(key)) return;
    const razao = 'O parâmetro chave não corresponde a uma chave DICT pertencente a este usuário recebedor.';
    throw new Problem('WebhookOperacaoInvalida', razao, [{ razao, propriedade: 'chave' }]);
  }

  setWebhook(key: string, url: string): void {
    this.#webhooks.set(key, { url, createdAt: this.#clock.now() });
  }

  findWebhook(key: string): Webhook | undefined {
    return this.#webhooks.get(key);
  }

  getWebhook(key: string): Webhook {
    if (!this.#keys.includes(key)) throw new Problem('AcessoNegado', 'A chave não pertence a este usuário recebedor.');
    const webhook = this.#webhooks.get(key);
    if (!webhook) throw new Problem('WebhookNaoEncontrado', 'O webhook não encontra-se estabelecido.');
    return webhook;
  }

  removeWebhook(key: string): void {
    this.getWebhook(key);
    this.#webhooks.delete(key);
  }

  #checkTerms(terms: ChargeTerms): void {
    const { due } = terms;
    const violations = [
      ...violationsOf(terms, this.#keys),
      ...(due ? violationsOfDue(due, saoPauloDateOf(this.#clock.now())) : []),
    ];
    if (violations.length > 0) {
      const kind = due ? 'CobVOperacaoInvalida' : 'CobOperacaoInvalida';
      throw new Problem(kind, 'A cobrança está semanticamente errada.', violations);
    }
  }

  #checkActive({ status, terms: { due } }: Charge): void {
    const kind = due ? 'CobVOperacaoInvalida' : 'CobOperacaoInvalida';
    if (status !== 'ATIVA')
      throw new Problem(kind, 'A cobrança não está ATIVA, e a presente requisição busca alterá-la.');
  }

  #forgetOldest(): void {
    if (this.#charges.size <= MAX_CHARGES) return;
    const [oldest] = this.#charges.values();
    if (!oldest) return;
    this.#charges.delete(oldest.txid);
    for (const { endToEndId } of oldest.payments) this.#payments.delete(endToEndId);
  }
}

function shown(charge: Charge | undefined): Charge {
  if (!charge) throw new Problem('CobNaoEncontrado', 'Cobrança não encontrada para o txid informado.');
  return charge;
}

function received(payment: Payment | undefined): Payment {
  if (!payment) throw new Problem('PixNaoEncontrado', 'Pix não encontrado para o e2eid informado.');
  return payment;
}

export function amountOf(charge: Charge): number {
  return centsOf(charge.terms.valor.original);
}
