import type { ReceivedBoleto } from '../../rails/acquirers/boleto.ts';
import { amountDueOn, figuresOn, type Slip } from './figures.rules.ts';

/** What was paid for a boleto, and of what it is made: paid = amount + fine + interest − discount. */
export interface ReceivedFigures {
  paidCents: number;
  fineCents: number;
  interestCents: number;
  discountCents: number;
}

/** The sum is one that the terms allow for somebody who pays on that day, or no other than the amount itself. */
export function isExplained(slip: Slip, receivedCents: number, paidOn: string): boolean {
  if (receivedCents === slip.amountCents) return true;
  const { leastCents, mostCents } = amountDueOn(slip, paidOn);
  return receivedCents >= leastCents && receivedCents <= mostCents;
}

/**
 * What is booked of a received sum. One that the terms do not explain is booked as if the amount had been paid; the
 * rest is a divergence. The bank's own parts count where they add up; of one sum the fine comes first.
 */
export function receivedFigures(
  slip: Slip,
  receivedCents: number,
  paidOn: string,
  told: ReceivedBoleto | null,
): ReceivedFigures {
  const { amountCents } = slip;
  if (!isExplained(slip, receivedCents, paidOn))
    return { paidCents: amountCents, fineCents: 0, interestCents: 0, discountCents: 0 };
  const difference = receivedCents - amountCents;
  const parts = told && partsOf(told);
  if (parts && parts.fineCents + parts.interestCents - parts.discountCents === difference)
    return { paidCents: receivedCents, ...parts };
  if (difference < 0) return { paidCents: receivedCents, fineCents: 0, interestCents: 0, discountCents: -difference };
  const fineCents = Math.min(figuresOn(slip, paidOn).fineCents, difference);
  return { paidCents: receivedCents, fineCents, interestCents: difference - fineCents, discountCents: 0 };
}

/** Null where the bank does not tell fine and interest apart. */
function partsOf({
  fineCents,
  interestCents,
  discountCents,
}: ReceivedBoleto): Omit<ReceivedFigures, 'paidCents'> | null {
  if (fineCents === null || interestCents === null) return null;
  return { fineCents, interestCents, discountCents: discountCents ?? 0 };
}
