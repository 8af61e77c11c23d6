import type { Account } from '../account.ts';
import type { Book } from '../book.ts';
import type { Callbacks } from '../callbacks.ts';
import type { BankClock } from '../clock.ts';
import type { Habits } from '../oddities/habits.ts';
import { SentBook, type SentOrder, type SentPix, sentToWire } from './sent-book.ts';

/** Sends PIX for its clients: when their time has come they end, and the client is told. */
export class Sending {
  readonly #habits: Habits;
  readonly #callbacks: Callbacks;
  readonly #books = new Map<Account, SentBook>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #clock: BankClock;
  readonly #bookOf: (account: Account) => Book;

  constructor(clock: BankClock, habits: Habits, callbacks: Callbacks, bookOf: (account: Account) => Book) {
    this.#clock = clock;
    this.#habits = habits;
    this.#callbacks = callbacks;
    this.#bookOf = bookOf;
  }

  bookOf(account: Account): SentBook {
    const book = this.#books.get(account) ?? new SentBook(this.#clock);
    this.#books.set(account, book);
    return book;
  }

  start(account: Account, idEnvio: string, order: SentOrder): SentPix {
    const book = this.bookOf(account);
    const isNew = book.find(idEnvio) === undefined;
    const sent = book.begin(idEnvio, order);
    const { sendingOutcome, sendingDelayMs } = this.#habits;
    if (!isNew || sendingOutcome === 'HANGS') return sent;
    if (sendingDelayMs === 0) {
      void this.end(account, sent, sendingOutcome);
      return sent;
    }
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.end(account, sent, sendingOutcome);
    }, sendingDelayMs);
    timer.unref();
    this.#timers.add(timer);
    return sent;
  }

  async end(account: Account, sent: SentPix, outcome: 'REALIZADO' | 'NAO_REALIZADO'): Promise<void> {
    if (this.bookOf(account).end(sent, outcome)) await this.#tell(account, sent);
  }

  /** The receiving bank sends it back, in part or whole. */
  async giveBack(account: Account, sent: SentPix, amountCents: number, reason: string): Promise<void> {
    this.bookOf(account).addReturn(sent, amountCents, reason);
    await this.#tell(account, sent);
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  async #tell(account: Account, sent: SentPix): Promise<void> {
    const url = this.#bookOf(account).findWebhook(sent.payerKey)?.url;
    if (url === undefined) return;
    const { endToEndId, valor, chave, status, devolucoes } = sentToWire(sent);
    const gnExtras = { idEnvio: sent.idEnvio };
    const horario = this.#clock.now().toISOString();
    const item = { endToEndId, chave, tipo: 'SOLICITACAO', status, valor, horario, gnExtras };
    await this.#callbacks.tellOnce(url, [devolucoes === undefined ? item : { ...item, devolucoes }]);
  }
}
