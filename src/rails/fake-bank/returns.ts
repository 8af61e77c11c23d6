import type { Book, ReturnDraft } from './book.ts';
import type { Callbacks } from './callbacks.ts';
import type { Payment, Return } from './charge.rules.ts';
import type { Habits } from './oddities/habits.ts';

/** Settles returns when their time has come, and tells the receiver. */
export class Returns {
  readonly #habits: Habits;
  readonly #callbacks: Callbacks;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(habits: Habits, callbacks: Callbacks) {
    this.#habits = habits;
    this.#callbacks = callbacks;
  }

  start(book: Book, payment: Payment, draft: ReturnDraft): Return {
    const started = book.addReturn(payment, draft);
    const { returnOutcome, returnDelayMs } = this.#habits;
    if (returnOutcome === 'HANGS') return started;
    if (returnDelayMs === 0) {
      void this.settle(book, payment, started, returnOutcome);
      return started;
    }
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.settle(book, payment, started, returnOutcome);
    }, returnDelayMs);
    timer.unref();
    this.#timers.add(timer);
    return started;
  }

  async settle(book: Book, payment: Payment, item: Return, outcome: 'DEVOLVIDO' | 'NAO_REALIZADO'): Promise<void> {
    const reason = outcome === 'NAO_REALIZADO' ? 'Conta do pagador encerrada.' : item.reason;
    if (book.settleReturn(item, outcome, reason)) await this.#callbacks.tell(book, payment);
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }
}
