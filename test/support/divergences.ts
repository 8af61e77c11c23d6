import {
  type Bounds,
  type Difference,
  differencesOf,
  isPaidThere,
  type Position,
  positionThere,
} from '../../src/gateway/divergences/divergence.rules.ts';
import type { AcquirerStatus } from '../../src/rails/acquirers/acquirer.ts';

/** What the payments of these tests amount to. */
export const T = 10_000;
export const money = (receivedCents: number, refundedCents: number): Position => ({ receivedCents, refundedCents });
export const exactly = (position: Position): Bounds => ({ least: position, most: position });

/** What differs, when both sides are certain. */
export function seen(
  here: Position,
  status: AcquirerStatus,
  amountCents: number,
  refundedCents: number,
  isFailedHere = false,
) {
  const report = { status, amountCents, refundedCents };
  return differencesOf({
    ...exactly(here),
    isFailedHere,
    isPaidThere: isPaidThere(report),
    there: positionThere(report),
  });
}

export const told = (differences: readonly Difference[]) =>
  differences.map(({ kind, differenceCents }) => [kind, differenceCents]);
