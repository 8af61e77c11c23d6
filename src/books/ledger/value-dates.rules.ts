import { addBusinessDays, addDays, saoPauloDateOf, startOfSaoPauloDay } from '../../ground/brazil/calendar.rules.ts';
import type { Entry } from './journal.rules.ts';

/** What a company agreed to for one payment type; frozen when a payment is approved. */
export interface SettlementTerms {
  /** Business days after the payment; 0 is available at once. */
  settlementDays: number;
  retentionBasisPoints: number;
  /** Days from the settlement date to the release of what is retained. */
  retentionDays: number;
}

/** For a payment that is reported as paid and refunded at the same time: nothing of it ever waits. */
export const SETTLED_AT_ONCE: SettlementTerms = { settlementDays: 0, retentionBasisPoints: 0, retentionDays: 0 };

export interface PaymentInstants {
  paidAt: Date;
  /** When the journal is written. */
  postedAt: Date;
  /** The day on which the bank credits it, `YYYY-MM-DD`, where it says so; nothing is available before. */
  creditOn?: string | null;
}

export interface ValueDates {
  mainAvailableAt: Date;
  /** Without meaning where nothing is retained. */
  retainedAvailableAt: Date;
}

/**
 * D+0 counts from the posting and not from the payment: money is not available before the books know of it. Later days
 * count from the payment, so that news that comes late delays nobody's settlement. No value date lies before the
 * posting: what a statement said of a day that is over never changes.
 */
export function valueDatesOf(
  terms: SettlementTerms,
  { paidAt, postedAt, creditOn = null }: PaymentInstants,
): ValueDates {
  const atOnce = terms.settlementDays === 0;
  // The usual PIX needs no calendar at all, and every approval passes here.
  if (atOnce && terms.retentionBasisPoints === 0 && creditOn === null)
    return { mainAvailableAt: postedAt, retainedAvailableAt: postedAt };
  const byTerms = atOnce ? saoPauloDateOf(postedAt) : addBusinessDays(saoPauloDateOf(paidAt), terms.settlementDays);
  const settlementDate = creditOn !== null && creditOn > byTerms ? creditOn : byTerms;
  const retainedUntil = startOfSaoPauloDay(addDays(settlementDate, terms.retentionDays));
  return {
    mainAvailableAt: later(startOfSaoPauloDay(settlementDate), postedAt),
    retainedAvailableAt: later(retainedUntil, postedAt),
  };
}

/** Clocks that agree with the database's within seconds never write a later debit than this. */
const LATEST_DEBIT_AHEAD_MS = 60_000;

/**
 * When a debit is written: never before the last ones of those whom it takes from, so that time inside the debit lock
 * does not run backwards. A last debit far ahead was dated by a wrong clock and binds nobody.
 */
export function debitTimeOf(lastDebits: readonly Date[], now: Date): Date {
  return lastDebits
    .filter((at) => at.getTime() <= now.getTime() + LATEST_DEBIT_AHEAD_MS)
    .reduce((latest, at) => later(at, latest), now);
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other;
}

export interface Balance {
  available: number;
  future: number;
  retention: number;
}

type BalanceEntry = Pick<Entry, 'account' | 'amountCents' | 'availableAt'>;

/** No job settles or releases anything: an entry counts as available from its value date on, wherever it is kept. */
export function balanceOf(entries: Iterable<BalanceEntry>, now: Date): Balance {
  const balance: Balance = { available: 0, future: 0, retention: 0 };
  for (const { account, amountCents, availableAt } of entries) {
    if (account !== 'company_main' && account !== 'company_retained') continue;
    if (availableAt.getTime() <= now.getTime()) balance.available += amountCents;
    else if (account === 'company_main') balance.future += amountCents;
    else balance.retention += amountCents;
  }
  return balance;
}

/** A company's available balance now, and how it will move by what is already in the books, main and retained alike. */
export interface BalanceOutlook {
  availableCents: number;
  later: readonly { availableAt: Date; amountCents: number }[];
}

export function outlookOf(entries: Iterable<BalanceEntry>, now: Date): BalanceOutlook {
  const all = [...entries].filter(({ account }) => account === 'company_main' || account === 'company_retained');
  const later = all.filter((entry) => entry.availableAt.getTime() > now.getTime());
  return {
    availableCents: balanceOf(all, now).available,
    later: later.map(({ availableAt, amountCents }) => ({ availableAt, amountCents })),
  };
}
