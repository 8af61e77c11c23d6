import type { ModelEntry } from './model.ts';

/** REFERENCE MODEL of money out: what is taken, given back and comes back, and whether a company could pay for it. */
export interface PayoutFacts {
  companyId: number;
  amountCents: number;
  feeCents: number;
}

const PLATFORM = 0;

export function takenBy({ companyId, amountCents, feeCents }: PayoutFacts, at: number): ModelEntry[] {
  const fee: ModelEntry[] =
    feeCents === 0 ? [] : [{ companyId: PLATFORM, account: 'platform_fee', amountCents: feeCents, at }];
  return [{ companyId, account: 'company_main', amountCents: -(amountCents + feeCents), at }, ...fee];
}

/** Given back from the moment on at which it ended. */
export function undoneOf(payout: PayoutFacts, at: number): ModelEntry[] {
  return takenBy(payout, at).map((entry) => ({ ...entry, amountCents: -entry.amountCents }));
}

/** Without the fee. */
export function returnedOf({ companyId }: PayoutFacts, cents: number, at: number): ModelEntry[] {
  return [{ companyId, account: 'company_main', amountCents: cents, at }];
}

/** Whether these books have it, from that moment on and at every later one. */
export function canPay(books: readonly ModelEntry[], { companyId, amountCents, feeCents }: PayoutFacts, now: number) {
  const own = books.filter((entry) => entry.companyId === companyId);
  const instants = [now, ...own.map(({ at }) => at).filter((at) => at > now)];
  return instants.every((instant) => {
    const has = own.filter(({ at }) => at <= instant).reduce((sum, entry) => sum + entry.amountCents, 0);
    return has >= amountCents + feeCents;
  });
}
