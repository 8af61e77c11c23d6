import type { MedReturn } from '../../rails/acquirers/acquirer.ts';

/** A return that is in the books, by the names under which the bank has listed it. */
export interface BookedReturn {
  reference: string;
  /** Null in what was booked before both names were kept. */
  first_id: string | null;
}

/** One return has one name until the bank gives it another; in whichever order they are listed, it is one. */
export function isBookedReturn({ id, firstId = id }: MedReturn, booked: readonly BookedReturn[]): boolean {
  return booked.some(
    ({ reference, first_id }) => reference === id || reference === firstId || (id === firstId && first_id === firstId),
  );
}

export interface BookedByHand {
  /** The returns that stood behind what the operator has booked. */
  returnIds: ReadonlySet<string>;
  /** What is in the books as given back, by refunds and by hand. */
  refundedCents: number;
}

/**
 * The operator has put it into the books as a divergence before it was known for what it is: the bank's own list says
 * so, or the bank has given back no more than the books have.
 */
export function isBookedByHand(
  { id, firstId = id, amountCents }: MedReturn,
  byHand: BookedByHand,
  refundedThereCents: number,
): boolean {
  const isNamed = byHand.returnIds.has(id) || byHand.returnIds.has(firstId);
  return isNamed || refundedThereCents - byHand.refundedCents < amountCents;
}
