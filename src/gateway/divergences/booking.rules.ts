import type { Account } from '../../books/ledger/accounts.rules.ts';
import { type Journal, journalOf } from '../../books/ledger/journal.rules.ts';
import { ApiError } from '../../ground/errors.ts';
import { type KnownDivergence, standingOf } from './divergence.rules.ts';

export interface BookingToCheck {
  divergence: KnownDivergence;
  /** All divergences of its payment, oldest first. */
  known: readonly KnownDivergence[];
  /** The companies whose money the payment's journals may move: its owner and its participants. */
  companyIds: readonly number[];
  from: Account;
  to: Account;
}

/**
 * Returns the amount to book: the whole difference, between the acquirer and whoever gains or bears it. The operator
 * names both sides, so that a wrong direction is refused. Only a divergence that the last look confirmed is missing
 * in the books.
 */
export function checkBooking({ divergence, known, companyIds, from, to }: BookingToCheck): number {
  const { id, differenceCents, isBooked } = divergence;
  if (isBooked) throw refused(`divergence ${id} is already in the books`);
  const standing = standingOf(known);
  if (!standing.some((other) => other.id === id)) throw refused(noLongerHolds(divergence, standing));
  if (differenceCents === 0) throw refused(`divergence ${id} changes nothing: the money came and went`);
  const [atAcquirer, other] = differenceCents > 0 ? [from, to] : [to, from];
  if (atAcquirer.account !== 'acquirer_clearing' || other.account === 'acquirer_clearing') {
    const way =
      differenceCents > 0
        ? 'holds more than the books say: from acquirer'
        : 'holds less than the books say: to acquirer';
    throw refused(`the acquirer ${way}, and a company or the platform on the other side`);
  }
  if (other.companyId !== null && !companyIds.includes(other.companyId)) {
    throw refused(`company ${other.companyId} has no part in the payment; these have: ${companyIds.join(', ')}`);
  }
  return Math.abs(differenceCents);
}

/** Says what was seen, and what holds now. */
function noLongerHolds({ id, differenceCents }: KnownDivergence, standing: readonly KnownDivergence[]): string {
  const seen = `divergence ${id} reported ${differenceCents} cents`;
  if (standing.length === 0) return `${seen} and is gone: at the last look the acquirer and the books agreed again`;
  const now = standing.map((other) => `divergence ${other.id}, which reports ${other.differenceCents}`);
  return `${seen} and was overtaken by ${now.join(' and ')}`;
}

export function adjustmentJournal(from: Account, to: Account, amountCents: number, now: Date): Journal {
  return journalOf([{ from, to, amountCents, availableAt: now, tag: 'adjustment', position: null }]);
}

function refused(detail: string): ApiError {
  return new ApiError('VALIDATION_ERROR', detail);
}
