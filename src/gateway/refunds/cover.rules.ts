import { movementsOf, type Stretch, shortfallOf, stretchesOf } from '../../books/ledger/debit.rules.ts';
import { type Cover, type RefundLeg, refundJournal } from '../../books/ledger/postings.rules.ts';
import type { BalanceOutlook } from '../../books/ledger/value-dates.rules.ts';
import { ApiError } from '../../ground/errors.ts';

export interface CoverInput {
  legs: readonly RefundLeg[];
  ownerCompanyId: number;
  /** Of the owner and of every company with a leg, read under their debit locks at `now`. */
  outlooks: ReadonlyMap<number, BalanceOutlook>;
  now: Date;
}

/** The companies whose balance decides a refund, rising: the order in which their debit locks are taken. */
export function companiesToLock(legs: readonly Pick<RefundLeg, 'companyId'>[], ownerCompanyId: number): number[] {
  return [...new Set([ownerCompanyId, ...legs.map((leg) => leg.companyId)])].sort((one, other) => one - other);
}

/**
 * Who pays for whom. Each company is judged on the net of the whole journal, now and at every later value date: a debit
 * that waits for its date must not take the available balance below zero when the date comes. A participant that is
 * short is covered by the owner, at the instant from which it is short and by no more than this refund takes from it;
 * an owner that is short stops the refund.
 */
export function coverShortfalls(input: CoverInput): Cover[] {
  const unread = companiesToLock(input.legs, input.ownerCompanyId).find((companyId) => !input.outlooks.has(companyId));
  if (unread !== undefined) throw new RangeError(`no balance read for company ${unread}`);
  return coverKnownShortfalls(input);
}

/** The same for whoever may know the balances of some companies only: the others are taken to have enough. */
export function coverKnownShortfalls(input: CoverInput): Cover[] {
  const { ownerCompanyId, outlooks, now } = input;
  const { entries } = refundJournal({ ...input, covers: [] });
  const covers = coversOf(input);
  const paidForOthers = covers.map(({ amountCents, availableAt }) => ({ amountCents: -amountCents, availableAt }));
  const outlook = outlooks.get(ownerCompanyId) as BalanceOutlook;
  const own = movementsOf(ownerCompanyId, entries);
  const isShort = stretchesOf(outlook, [...own, ...paidForOthers], now).some((stretch) => shortfallOf(stretch) > 0);
  if (isShort) throw insufficientBalance(stretchesOf(outlook, own, now));
  return covers;
}

/** What the participants need whose balance is given, each judged by itself. */
export function coversOf({ legs, ownerCompanyId, outlooks, now }: CoverInput): Cover[] {
  const { entries } = refundJournal({ legs, ownerCompanyId, now, covers: [] });
  return companiesToLock(legs, ownerCompanyId).flatMap((companyId) => {
    const outlook = outlooks.get(companyId);
    if (companyId === ownerCompanyId || !outlook) return [];
    return coversOfCompany(companyId, stretchesOf(outlook, movementsOf(companyId, entries), now));
  });
}

/** A cover given at one instant still stands later, so later instants only add what they need on top. */
function coversOfCompany(companyId: number, stretches: readonly Stretch[]): Cover[] {
  const covers: Cover[] = [];
  let covered = 0;
  for (const stretch of stretches) {
    // Not above the effect: a debt the participant already had is not this refund's to pay.
    const needed = Math.min(shortfallOf(stretch), -stretch.effectCents);
    if (needed <= covered) continue;
    covers.push({ companyId, amountCents: needed - covered, availableAt: new Date(stretch.at) });
    covered = needed;
  }
  return covers;
}

/**
 * Told from the owner's own legs alone, down to which instant is shown: with the covers in it, whoever owns a
 * payment could compute the balance of a partner. An owner that lacks nothing itself learns only that it cannot
 * cover the others.
 */
function insufficientBalance(stretches: readonly Stretch[]): ApiError {
  const [first, ...others] = stretches as [Stretch, ...Stretch[]];
  const worst = others.reduce((most, stretch) => (shortfallOf(stretch) > shortfallOf(most) ? stretch : most), first);
  const details = {
    available: worst.balanceCents,
    required: Math.max(0, -worst.effectCents),
    shortfall: shortfallOf(worst),
  };
  const reason =
    details.shortfall > 0
      ? `refund needs ${details.required} cents, ${details.available} available`
      : 'the owner cannot cover what other participants lack';
  return new ApiError('INSUFFICIENT_BALANCE', reason, { details });
}
