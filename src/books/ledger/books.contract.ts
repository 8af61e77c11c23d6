import type { AccountKind } from './accounts.rules.ts';
import type { Entry, Journal } from './journal.rules.ts';
import { type Balance, type BalanceOutlook, balanceOf, outlookOf } from './value-dates.rules.ts';

/** An append-only ledger in memory, for the property tests: one payment and what its companies had before it. */
export class Books {
  readonly ofPayment: Entry[] = [];
  readonly #others: Entry[] = [];

  /** Money that companies have, or owe, from elsewhere. */
  open(companyId: number, amountCents: number, availableAt: Date): void {
    const entry: Entry = { account: 'company_main', companyId, amountCents, availableAt, tag: 'share', position: 0 };
    if (amountCents !== 0) this.#others.push(entry);
  }

  post(journal: Journal): void {
    this.ofPayment.push(...journal.entries);
  }

  balance(companyId: number, now: Date): Balance {
    return balanceOf(this.#of(companyId), now);
  }

  outlook(companyId: number, now: Date): BalanceOutlook {
    return outlookOf(this.#of(companyId), now);
  }

  outlooks(companyIds: Iterable<number>, now: Date): Map<number, BalanceOutlook> {
    return new Map([...companyIds].map((companyId) => [companyId, this.outlook(companyId, now)]));
  }

  /** What this payment left on an account, whenever it becomes available. */
  left(account: AccountKind, companyId: number | null): number {
    const own = this.ofPayment.filter((entry) => entry.account === account && entry.companyId === companyId);
    return own.reduce((sum, entry) => sum + entry.amountCents, 0);
  }

  /** Available balance at now and after each later change, as the books stand. */
  course(companyId: number, now: Date, instants: readonly number[]): number[] {
    return instants.filter((at) => at >= now.getTime()).map((at) => this.balance(companyId, new Date(at)).available);
  }

  /** Every value date there is, rising. */
  instants(): number[] {
    return [...new Set([...this.ofPayment, ...this.#others].map((entry) => entry.availableAt.getTime()))].sort(
      (a, b) => a - b,
    );
  }

  #of(companyId: number): Entry[] {
    return [...this.#others, ...this.ofPayment].filter((entry) => entry.companyId === companyId);
  }
}
