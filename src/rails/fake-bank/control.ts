import { parseBrCode } from '../../ground/brazil/brcode.rules.ts';
import { saoPauloDateOf } from '../../ground/brazil/calendar.rules.ts';
import type { Account } from './account.ts';
import type { Bank } from './bank.ts';
import { amountOf, type Book } from './book.ts';
import { type Charge, isExpired, type MedNature, type Payment, type Person, takenBackCents } from './charge.rules.ts';
import { sumOf, valueOn } from './due/due-value.rules.ts';
import { newHexId } from './ids.ts';
import { type SentPix, sentToWire } from './sending/sent-book.ts';
import { chargeWithPayments, paymentToWire } from './wire.ts';

/** The person who steers the bank asked for something that cannot be. */
export class ControlError extends Error {}

export interface PayRequest {
  amountCents?: number;
  payer?: Person;
  note?: string;
}

export interface MedRequest {
  /** All that is left of the payment when absent. */
  amountCents?: number;
  /** `ORIGINAL`: no MED; somebody gave it back in the bank's own application. */
  nature?: MedNature | 'ORIGINAL';
  reason?: string;
}

const SOMEBODY: Person = { cpf: '52998224725', nome: 'Pagador de Teste' };

/** The hand of the payer and of the bank's staff. Every promise resolves after the receiver was told, or was not. */
export class Control {
  readonly #bank: Bank;

  constructor(bank: Bank) {
    this.#bank = bank;
  }

  /** Pays a charge by its txid, whatever its state: so a charge is paid twice, late, or with another amount. */
  async pay(txid: string, request: PayRequest = {}): Promise<Record<string, unknown>> {
    const { book, charge } = this.#chargeByTxid(txid);
    return this.#receive(book, charge, request);
  }

  /** Pays as an application does that scanned the code: what is over is refused. */
  async payCode(code: string, request: Omit<PayRequest, 'amountCents'> = {}): Promise<Record<string, unknown>> {
    const reading = parseBrCode(code);
    if (!reading.ok) throw new ControlError(`not a PIX code: ${reading.reason}`);
    const { url } = reading.code;
    for (const { book } of this.#books()) {
      const charge = url === null ? undefined : book.findByLocation(url);
      if (!charge) continue;
      if (charge.status !== 'ATIVA') throw new ControlError(`the charge is ${charge.status}`);
      if (isExpired(charge, this.#bank.clock.now())) throw new ControlError('the charge has expired');
      return this.#receive(book, charge, request);
    }
    throw new ControlError('this bank issued no such code');
  }

  /** The bank shows a payment under another charge, too, and says so. */
  async showUnder(endToEndId: string, txid: string): Promise<Record<string, unknown>> {
    const { payment } = this.#payment(endToEndId);
    const { book, charge } = this.#chargeByTxid(txid);
    book.showUnder(charge, payment);
    await this.#bank.callbacks.tell(book, { ...payment, txid });
    return this.charge(txid);
  }

  /** The bank itself takes a charge off. */
  remove(txid: string): void {
    const { book, charge } = this.#chargeByTxid(txid);
    book.remove(charge, 'REMOVIDA_PELO_PSP');
  }

  /** Money is taken back that nobody here asked to give back. */
  async med(endToEndId: string, request: MedRequest = {}): Promise<Record<string, unknown>> {
    const { book, payment } = this.#payment(endToEndId);
    const amountCents = request.amountCents ?? payment.amountCents - takenBackCents(payment);
    const reason = request.reason ?? null;
    const nature = request.nature ?? 'MED_FRAUDE';
    const draft = { id: newHexId(), amountCents, nature, description: null, reason };
    await this.#bank.returns.settle(book, payment, book.addReturn(payment, draft), 'DEVOLVIDO');
    return paymentToWire(payment);
  }

  /** Ends a return that hangs. */
  async settleReturn(endToEndId: string, id: string, outcome: 'DEVOLVIDO' | 'NAO_REALIZADO'): Promise<void> {
    const { book, payment } = this.#payment(endToEndId);
    const item = payment.returns.find((candidate) => candidate.id === id);
    if (!item) throw new ControlError(`no such return: ${id}`);
    await this.#bank.returns.settle(book, payment, item, outcome);
  }

  /** Ends a PIX that a client sends and that hangs. */
  async endSent(idEnvio: string, outcome: 'REALIZADO' | 'NAO_REALIZADO'): Promise<Record<string, unknown>> {
    const { account, sent } = this.#sentById(idEnvio);
    await this.#bank.sending.end(account, sent, outcome);
    return sentToWire(sent);
  }

  /** The receiving bank sends back what a client has sent; all of it when no amount is given. */
  async giveBackSent(
    idEnvio: string,
    { amountCents, reason }: { amountCents?: number; reason?: string } = {},
  ): Promise<Record<string, unknown>> {
    const { account, sent } = this.#sentById(idEnvio);
    if (sent.status !== 'REALIZADO') throw new ControlError(`${idEnvio} is ${sent.status}`);
    await this.#bank.sending.giveBack(account, sent, amountCents ?? sent.amountCents, reason ?? 'Conta encerrada.');
    return sentToWire(sent);
  }

  sent(): Record<string, unknown>[] {
    return this.#bank.accounts.flatMap((account) => this.#bank.sending.bookOf(account).all().map(sentToWire));
  }

  charge(txid: string): Record<string, unknown> {
    const { account, charge } = this.#chargeByTxid(txid);
    return chargeWithPayments(charge, account);
  }

  /** All that is kept, the oldest first. */
  charges(): Record<string, unknown>[] {
    const [from, to] = [new Date(0), this.#bank.clock.now()];
    return this.#books().flatMap(({ account, book }) =>
      book.charges(from, to).map((charge) => chargeWithPayments(charge, account)),
    );
  }

  async #receive(
    book: Book,
    charge: Charge,
    { amountCents, payer, note }: PayRequest,
  ): Promise<Record<string, unknown>> {
    const { due } = charge.terms;
    const parts = due && amountCents === undefined ? valueOn(due, saoPauloDateOf(this.#bank.clock.now())) : undefined;
    const payment = book.receive(charge, {
      amountCents: amountCents ?? (parts ? sumOf(parts) : amountOf(charge)),
      parts,
      payer: payer ?? charge.terms.devedor ?? SOMEBODY,
      note: note ?? null,
    });
    await this.#bank.callbacks.tell(book, payment);
    return paymentToWire(payment);
  }

  #books(): { account: Account; book: Book }[] {
    return this.#bank.accounts.map((account) => ({ account, book: this.#bank.bookOf(account) }));
  }

  #chargeByTxid(txid: string): { account: Account; book: Book; charge: Charge } {
    for (const { account, book } of this.#books()) {
      const charge = book.find(txid);
      if (charge) return { account, book, charge };
    }
    throw new ControlError(`no such charge: ${txid}`);
  }

  #sentById(idEnvio: string): { account: Account; sent: SentPix } {
    for (const account of this.#bank.accounts) {
      const sent = this.#bank.sending.bookOf(account).find(idEnvio);
      if (sent) return { account, sent };
    }
    throw new ControlError(`nothing was sent under ${idEnvio}`);
  }

  #payment(endToEndId: string): { book: Book; payment: Payment } {
    for (const { book } of this.#books()) {
      const payment = book.findPayment(endToEndId);
      if (payment) return { book, payment };
    }
    throw new ControlError(`no such payment: ${endToEndId}`);
  }
}
