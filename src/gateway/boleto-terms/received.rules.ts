import type { ReceivedBoleto } from '../../rails/acquirers/boleto.ts';
import { amountDueOn, fineOf, type Slip } from './figures.rules.ts';

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
 * rest is a divergence. The bank's own parts count where they add up.
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
  const sum = { charges: Math.max(0, difference), discount: Math.max(0, -difference) };
  const parts = (told && partsOf(told, fineOf(slip), difference)) ?? inParts(sum, fineOf(slip));
  return { paidCents: receivedCents, ...parts };
}

type Parts = Omit<ReceivedFigures, 'paidCents'>;

/** Null where they do not add up, or some part of them is no sum of money. */
function partsOf(told: ReceivedBoleto, mostFineCents: number, difference: number): Parts | null {
  const { fineCents, interestCents, chargesCents } = told;
  const discountCents = told.discountCents ?? 0;
  const parts =
    fineCents !== null && interestCents !== null
      ? { fineCents, interestCents, discountCents }
      : inParts({ charges: chargesCents ?? 0, discount: discountCents }, mostFineCents);
  const isMoney = Object.values(parts).every((cents) => Number.isSafeInteger(cents) && cents >= 0);
  return isMoney && parts.fineCents + parts.interestCents - parts.discountCents === difference ? parts : null;
}

/** Of one sum the fine comes first, the rest is interest. */
function inParts({ charges, discount }: { charges: number; discount: number }, mostFineCents: number): Parts {
  const fineCents = Math.min(mostFineCents, charges);
  return { fineCents, interestCents: charges - fineCents, discountCents: discount };
}
