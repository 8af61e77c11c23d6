import type { BalanceOutlook } from '../../../books/ledger/value-dates.rules.ts';
import { saoPauloDateOf, startOfSaoPauloDay } from '../../../ground/brazil/calendar.rules.ts';
import { ApiError, invalidField } from '../../../ground/errors.ts';
import type { AuditDetails } from '../../../parties/audit-log/audit-log.rules.ts';
import type { Destination } from '../../destinations/destination.ts';

/** What the operator agreed with a company about its payouts. */
export interface PayoutTerms {
  /** Null: the rail of the mode. */
  acquirer: string | null;
  feeCents: number;
  minimumCents: number;
  /** Of one payout, and of all of a São Paulo day; null: no limit. */
  mostCents: number | null;
  dayCents: number | null;
  /** Whether money may go to another document than the company's own. */
  toOthers: boolean;
  needsApproval: boolean;
}

/** Of a company with which nothing was agreed. */
export const PLAIN_TERMS: PayoutTerms = {
  acquirer: null,
  feeCents: 0,
  minimumCents: 1,
  mostCents: null,
  dayCents: null,
  toOthers: false,
  needsApproval: false,
};

/** What a payout may be taken from, as it stands under the debit lock. */
export interface Room {
  outlook: BalanceOutlook;
  /** What the day's limit has been used for. */
  usedTodayCents: number;
  now: Date;
}

/** The database holds the same bounds as CHECK constraints, but for the largest, which no amount reaches. */
const MAX_CENTS = 9_999_999_999;

export function checkPayoutTerms({ feeCents, minimumCents, mostCents, dayCents }: PayoutTerms): void {
  checkCents('payout fee', feeCents, 0);
  checkCents('payout minimum', minimumCents, 1);
  if (mostCents !== null) checkCents('most of a payout', mostCents, minimumCents);
  if (dayCents !== null) checkCents('payouts of a day', dayCents, minimumCents);
}

function checkCents(field: string, cents: number, least: number): void {
  if (Number.isSafeInteger(cents) && cents >= least && cents <= MAX_CENTS) return;
  throw invalidField(field, `must be a whole number of cents from ${least} to ${MAX_CENTS}`);
}

/** What the audit log calls them. */
const NAMES_OF_TERMS: Readonly<Record<keyof PayoutTerms, string>> = {
  acquirer: 'payout.acquirer',
  feeCents: 'payout.fee_cents',
  minimumCents: 'payout.minimum_cents',
  mostCents: 'payout.most_cents',
  dayCents: 'payout.day_cents',
  toOthers: 'payout.to_others',
  needsApproval: 'payout.needs_approval',
};

/** As the audit log shows them, to be held against what they were. */
export function sidesOfTerms(terms: PayoutTerms): AuditDetails {
  return Object.fromEntries(keysOf(terms).map((key) => [NAMES_OF_TERMS[key], terms[key]]));
}

export function namesOfTerms(terms: Partial<PayoutTerms>): string[] {
  return keysOf(terms).map((key) => NAMES_OF_TERMS[key]);
}

const keysOf = (terms: Partial<PayoutTerms>) => Object.keys(terms) as (keyof PayoutTerms)[];

export interface RailTraits {
  /** Whether the bank says whose key it is before anything is sent. */
  namesHolder: boolean;
}

/** Why nothing may be sent there now. */
export function refuseDestination(
  destination: Destination,
  { toOthers }: Pick<PayoutTerms, 'toOthers'>,
  { namesHolder }: RailTraits,
  now: Date,
): void {
  const invalid = (reason: string) =>
    new ApiError('DESTINATION_INVALID', `destination_id: ${reason}`, { field: 'destination_id' });
  if (destination.refund_of !== null) throw invalid('the destination was made for a refund alone');
  if (destination.blocked_at !== null) throw invalid(`the destination is blocked: ${destination.block_reason}`);
  if (destination.is_own === false && !toOthers)
    throw invalid('the destination does not belong to the document of the company');
  if (destination.is_own === null && !toOthers && !namesHolder)
    throw invalid(
      'the bank does not say whose key this is before it sends, so that keys without a document are refused',
    );
  if (destination.usable_at > now) {
    throw new ApiError(
      'DESTINATION_ON_HOLD',
      `destination_id: the destination can be used from ${destination.usable_at.toISOString()}`,
      {
        field: 'destination_id',
        details: { usable_at: destination.usable_at.toISOString() },
      },
    );
  }
}

/** `sentTodayCents`: what was asked for since midnight in São Paulo and neither failed nor was cancelled. */
export function refuseBeyondLimits(
  { minimumCents, mostCents, dayCents }: PayoutTerms,
  amountCents: number,
  sentTodayCents: number,
): void {
  if (amountCents < minimumCents) {
    throw new ApiError('PAYOUT_BELOW_MINIMUM', `amount must be at least ${minimumCents} cents`, {
      field: 'amount',
      details: { minimum: minimumCents },
    });
  }
  if (mostCents !== null && amountCents > mostCents) {
    throw new ApiError('PAYOUT_LIMIT_EXCEEDED', `amount must be at most ${mostCents} cents`, {
      field: 'amount',
      details: { limit: mostCents, per: 'payout' },
    });
  }
  if (dayCents !== null && sentTodayCents + amountCents > dayCents) {
    throw new ApiError(
      'PAYOUT_LIMIT_EXCEEDED',
      `amount and the ${sentTodayCents} cents of today are more than ${dayCents} cents a day`,
      {
        field: 'amount',
        details: { limit: dayCents, per: 'day', used: sentTodayCents },
      },
    );
  }
}

/** Since when the day's limit counts. */
export function startOfLimitDay(now: Date): Date {
  return startOfSaoPauloDay(saoPauloDateOf(now));
}
