import type { SendTrace } from '../../rails/acquirers/send-trace.rules.ts';
import type { PayoutStatus } from './payout.ts';

/**
 * What a payout waits for:
 * - `APPROVAL`: another person.
 * - `STANDSTILL`: after a restore nothing is sent until the operator has compared.
 * - `RAIL`: the acquirer that it was to be sent by sends none now.
 * - `SENDING`: its turn, which comes within seconds.
 * - `BANK`: the bank's last word.
 * - `OPERATOR`: the bank knows of nothing and takes no second sending, so that a person looks; or a person sends it.
 */
export const PAYOUT_WAITS = ['APPROVAL', 'STANDSTILL', 'RAIL', 'SENDING', 'BANK', 'OPERATOR'] as const;
export type PayoutWait = (typeof PAYOUT_WAITS)[number];

/** The way out of a payout as it is now; null: its acquirer sends none. */
export interface RailNow {
  isKeyedByReference: boolean;
  isByHand: boolean;
}

export interface WaitingPayout {
  status: PayoutStatus;
  trace: SendTrace;
  /** How often its bank was turned to, the sending included. */
  checksDone: number;
}

/** Null: it has ended. */
export function waitOf(
  { status, trace, checksDone }: WaitingPayout,
  rail: RailNow | null,
  isStill: boolean,
): PayoutWait | null {
  if (status === 'AWAITING_APPROVAL') return 'APPROVAL';
  if (status === 'REQUESTED') return isStill ? 'STANDSTILL' : rail ? 'SENDING' : 'RAIL';
  if (status !== 'SENT') return null;
  if (rail?.isByHand) return 'OPERATOR';
  // One that was refused at first ends by itself; of another the bank has been asked, and has shown nothing.
  const isUnknownThere = trace.seenAt === null && trace.refusedAt === null && checksDone > 1;
  return isUnknownThere && !rail?.isKeyedByReference ? 'OPERATOR' : 'BANK';
}

/** About when one that is asked for now arrives: a PIX takes seconds. Null where somebody has to act first. */
export function arrivalOf(first: PayoutWait | null, rail: RailNow, now: Date): Date | null {
  return first !== 'SENDING' || rail.isByHand ? null : now;
}
