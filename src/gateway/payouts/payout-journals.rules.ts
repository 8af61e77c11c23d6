import { CLEARING, mainOf, PLATFORM_FEE } from '../../books/ledger/accounts.rules.ts';
import { movementsOf, type Stretch, shortfallOf, stretchesOf } from '../../books/ledger/debit.rules.ts';
import { type Entry, type Journal, journalOf, reverseFrom } from '../../books/ledger/journal.rules.ts';
import type { BalanceOutlook } from '../../books/ledger/value-dates.rules.ts';
import { ApiError } from '../../ground/errors.ts';

export interface PayoutSums {
  companyId: number;
  amountCents: number;
  feeCents: number;
}

/** The amount leaves through the acquirer that sends it, and the fee is ours; both from the moment of the request. */
export function payoutJournal({ companyId, amountCents, feeCents }: PayoutSums, now: Date): Journal {
  const from = mainOf(companyId);
  return journalOf([
    { from, to: CLEARING, amountCents, availableAt: now, tag: 'payout', position: null },
    { from, to: PLATFORM_FEE, amountCents: feeCents, availableAt: now, tag: 'payout_fee', position: null },
  ]);
}

/** What never went is given back, with its fee, from now on: a day that is over keeps its figures. */
export function undonePayoutJournal(entriesOfPayout: readonly Entry[], now: Date): Journal {
  return reverseFrom(entriesOfPayout, now);
}

/** What came back is the company's again from now on; the fee is kept. */
export function payoutReturnJournal(companyId: number, amountCents: number, now: Date): Journal {
  const to = mainOf(companyId);
  return journalOf([{ from: CLEARING, to, amountCents, availableAt: now, tag: 'payout_return', position: null }]);
}

/** Available money only, now and at every later value date: what is retained or still to come pays for nothing. */
export function refuseUnaffordable(
  { companyId, amountCents, feeCents }: PayoutSums,
  journal: Journal,
  outlook: BalanceOutlook,
  now: Date,
): void {
  const stretches = stretchesOf(outlook, movementsOf(companyId, journal.entries), now);
  const [first, ...others] = stretches as [Stretch, ...Stretch[]];
  const worst = others.reduce((most, stretch) => (shortfallOf(stretch) > shortfallOf(most) ? stretch : most), first);
  if (shortfallOf(worst) === 0) return;
  const requiredCents = amountCents + feeCents;
  throw new ApiError(
    'INSUFFICIENT_BALANCE',
    `amount and fee need ${requiredCents} cents, ${worst.balanceCents} available`,
    {
      field: 'amount',
      details: { available: worst.balanceCents, required: requiredCents, shortfall: shortfallOf(worst) },
    },
  );
}
