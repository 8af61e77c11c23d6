import { assertCents } from '../../ground/money/cents.ts';
import type { Account, AccountKind } from './accounts.rules.ts';

/**
 * What an entry is for. share, retention, fee, late_charges, discount: an approval. refund, fee_returned, cover: a
 * refund, and with the opposite sign the giving back of a refused one. adjustment: what the operator books of a
 * divergence, or of money that nobody knows. bank_fee: what a bank takes for a slip. payout, payout_fee: money
 * sent out, and with the opposite sign the giving back of what never went; payout_return: what came back later.
 */
export const ENTRY_TAGS = [
  'share',
  'retention',
  'fee',
  'late_charges',
  'discount',
  'refund',
  'fee_returned',
  'cover',
  'adjustment',
  'bank_fee',
  'payout',
  'payout_fee',
  'payout_return',
] as const;
export type EntryTag = (typeof ENTRY_TAGS)[number];

/** Money that goes from one account to another, and therefore balances by its shape. */
export interface Posting {
  from: Account;
  to: Account;
  amountCents: number;
  availableAt: Date;
  tag: EntryTag;
  /** The row of the split it belongs to; null where it belongs to none. */
  position: number | null;
}

/** A row of the books: what one account gained (positive) or lost, and from when on it counts. */
export interface Entry {
  readonly account: AccountKind;
  readonly companyId: number | null;
  readonly amountCents: number;
  readonly availableAt: Date;
  readonly tag: EntryTag;
  readonly position: number | null;
}

declare const balanced: unique symbol;

/** Entries that sum to zero. Only the functions of this file make one: nobody else can name the key that marks it. */
export interface Journal {
  readonly entries: readonly Entry[];
  readonly [balanced]: true;
}

/**
 * Postings of nothing leave no entry. Those of the clearing and fee accounts are added up: a split of 20 needs no
 * 20 rows there.
 */
export function journalOf(postings: readonly Posting[]): Journal {
  const ofCompanies: Entry[] = [];
  const ofHouse = new Map<string, Entry>();
  for (const { from, to, amountCents, availableAt, tag, position } of postings) {
    if (assertCents(amountCents, 'posting') < 0)
      throw new RangeError(`a posting goes from one account to another, got ${amountCents}`);
    if (amountCents === 0) continue;
    for (const [side, signed] of [[from, -amountCents] as const, [to, amountCents] as const]) {
      if (side.companyId !== null) {
        ofCompanies.push({ ...side, amountCents: signed, availableAt, tag, position });
        continue;
      }
      const key = `${side.account} ${tag} ${availableAt.getTime()}`;
      const sum = (ofHouse.get(key)?.amountCents ?? 0) + signed;
      ofHouse.set(key, { ...side, amountCents: sum, availableAt, tag, position: null });
    }
  }
  return sealed([...ofCompanies, ...[...ofHouse.values()].filter((entry) => entry.amountCents !== 0)]);
}

/** Undoes stored entries, each on its own account and at its own value date. They must be the whole of a journal. */
export function reverseOf(entries: readonly Entry[]): Journal {
  return sealed(entries.map((entry) => ({ ...entry, amountCents: -entry.amountCents })));
}

/** Undoes them from that instant on: what a statement said of the days before stays as it was. */
export function reverseFrom(entries: readonly Entry[], availableAt: Date): Journal {
  return sealed(entries.map((entry) => ({ ...entry, amountCents: -entry.amountCents, availableAt })));
}

/**
 * The companies whose balance the journal lowers at some instant, rising: those whose debit lock it needs before
 * it is written.
 */
export function companiesLowered(journal: Journal): number[] {
  const running = new Map<number, number>();
  const lowered = new Set<number>();
  for (const instant of instantsOf(journal.entries)) {
    for (const entry of journal.entries) {
      if (entry.companyId === null || entry.availableAt.getTime() !== instant) continue;
      running.set(entry.companyId, (running.get(entry.companyId) ?? 0) + entry.amountCents);
    }
    for (const [companyId, sum] of running) if (sum < 0) lowered.add(companyId);
  }
  return [...lowered].sort((one, other) => one - other);
}

function instantsOf(entries: readonly Entry[]): number[] {
  return [...new Set(entries.map((entry) => entry.availableAt.getTime()))].sort((one, other) => one - other);
}

function sealed(entries: readonly Entry[]): Journal {
  const sum = entries.reduce((total, entry) => total + assertCents(entry.amountCents, 'entry'), 0);
  if (sum !== 0) throw new RangeError(`a journal sums to zero, these entries to ${sum}`);
  return { entries } as Journal;
}
