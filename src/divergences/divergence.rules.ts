import type { AcquirerStatus } from '../acquirers/acquirer.ts';

/**
 * Both sides of a payment's money beside each other. Each divergence is about one side of it: what was received, or what was
 * refunded. Together the open and settled divergences of a payment explain every cent by which the acquirer and we differ.
 */
export const DIVERGENCE_KINDS = ['LATE_PAYMENT', 'AMOUNT_MISMATCH', 'PAYMENT_UNDONE', 'UNREQUESTED_REFUND', 'MISSING_REFUND'] as const;
export type DivergenceKind = (typeof DIVERGENCE_KINDS)[number];

export type MoneySide = 'received' | 'refunded';

export const SIDE_OF: Record<DivergenceKind, MoneySide> = {
  LATE_PAYMENT: 'received',
  AMOUNT_MISMATCH: 'received',
  PAYMENT_UNDONE: 'received',
  UNREQUESTED_REFUND: 'refunded',
  MISSING_REFUND: 'refunded',
};

export interface Position {
  receivedCents: number;
  refundedCents: number;
}

export interface AcquirerReport {
  status: AcquirerStatus;
  /** What was received; while nothing was, what was asked for. */
  amountCents: number;
  refundedCents: number;
}

const PAID_STATUSES: readonly AcquirerStatus[] = ['PAID', 'APPROVED', 'REFUNDED'];

/** A charge that is not paid has kept nothing: what it ever received, it has given back. */
export function positionThere({ status, amountCents, refundedCents }: AcquirerReport): Position {
  return { receivedCents: PAID_STATUSES.includes(status) ? amountCents : refundedCents, refundedCents };
}

/**
 * What we may have known when the acquirer spoke. An answer is old by the time it is read: what was confirmed before the question
 * it must contain, what is held for refunds now it may contain.
 */
export interface Bounds {
  least: Position;
  most: Position;
}

/** A difference on one side. */
export interface Difference {
  kind: DivergenceKind;
  here: Position;
  there: Position;
  /** By how much the acquirer holds more money than our books say; less: negative. Zero where it came and went. */
  differenceCents: number;
}

export interface Comparison extends Bounds {
  isFailedHere: boolean;
  isPaidThere: boolean;
  there: Position;
}

export function isPaidThere({ status }: AcquirerReport): boolean {
  return PAID_STATUSES.includes(status);
}

/** Every difference between the two sides. Money that came and went in one is told once, by what came. */
export function differencesOf(comparison: Comparison): Difference[] {
  const { there } = comparison;
  const received = gapOf(there.receivedCents, comparison.least.receivedCents, comparison.most.receivedCents);
  const refunded = gapOf(there.refundedCents, comparison.least.refundedCents, comparison.most.refundedCents);
  const here = { receivedCents: there.receivedCents - received, refundedCents: there.refundedCents - refunded };
  const cameAndWent = received === refunded;
  const differences: Difference[] = [];
  if (received !== 0) {
    differences.push({ kind: receivedKind(comparison, received), here, there, differenceCents: cameAndWent ? 0 : received });
  }
  if (refunded !== 0 && !cameAndWent) {
    differences.push({ kind: refunded > 0 ? 'UNREQUESTED_REFUND' : 'MISSING_REFUND', here, there, differenceCents: -refunded });
  }
  return differences;
}

function gapOf(there: number, least: number, most: number): number {
  return there - Math.min(Math.max(there, least), most);
}

function receivedKind({ isFailedHere, isPaidThere }: Comparison, gapCents: number): DivergenceKind {
  if (isFailedHere && gapCents > 0) return 'LATE_PAYMENT';
  return isPaidThere || gapCents > 0 ? 'AMOUNT_MISMATCH' : 'PAYMENT_UNDONE';
}

/** A divergence on record. The figures of one from before they were stored are null: whatever is seen now is news. */
export interface KnownDivergence {
  id: number;
  kind: DivergenceKind;
  /** On its own side, the acquirer's figure less ours. */
  gapCents: number | null;
  differenceCents: number | null;
  isOpen: boolean;
  /** Its difference is in the books, and so in the position they give. */
  isBooked: boolean;
  /** After it was resolved, both sides were seen to agree again. */
  isGone: boolean;
}

/** What the operator has put into the books counts as ours, on the side it was about. */
export function withBookings(position: Position, known: readonly KnownDivergence[]): Position {
  const booked = (side: MoneySide) =>
    known.reduce(
      (sum, { kind, isBooked, differenceCents }) => (isBooked && SIDE_OF[kind] === side ? sum + (differenceCents ?? 0) : sum),
      0,
    );
  return { receivedCents: position.receivedCents + booked('received'), refundedCents: position.refundedCents - booked('refunded') };
}

export interface DivergenceChanges {
  opened: Difference[];
  /** Open ones that no longer tell what is seen: a new one takes their place. */
  overtaken: number[];
  /** Resolved ones that both sides agree on again: should they come back, they are new. */
  gone: number[];
}

/** A difference seen again is the same divergence, also after it was resolved; any other is a new one. `known`: oldest first. */
export function changesOf(differences: readonly Difference[], known: readonly KnownDivergence[], bounds: Bounds): DivergenceChanges {
  const changes: DivergenceChanges = { opened: [], overtaken: [], gone: [] };
  for (const side of ['received', 'refunded'] as const) {
    const difference = differences.find(({ kind }) => SIDE_OF[kind] === side);
    const latest = known.findLast(({ kind }) => SIDE_OF[kind] === side);
    if (!difference) {
      const isCertain = bounds.least[`${side}Cents`] === bounds.most[`${side}Cents`];
      if (isCertain && latest && isSettledOutside(latest)) changes.gone.push(latest.id);
      continue;
    }
    if (latest && isSame(difference, side, latest)) continue;
    if (latest?.isOpen) changes.overtaken.push(latest.id);
    changes.opened.push(difference);
  }
  return changes;
}

/** Resolved by people and not in the books: the difference stays, and is known. */
function isSettledOutside({ isOpen, isBooked, isGone }: KnownDivergence): boolean {
  return !isOpen && !isBooked && !isGone;
}

function isSame(difference: Difference, side: MoneySide, latest: KnownDivergence): boolean {
  const gapCents = difference.there[`${side}Cents`] - difference.here[`${side}Cents`];
  if (latest.gapCents !== gapCents) return false;
  return latest.isOpen ? latest.differenceCents === difference.differenceCents : isSettledOutside(latest);
}

/**
 * The acquirer confirmed a refund of another amount than asked for. Where something about refunds is open already, the next
 * report tells the whole of it; a second sum here would count the same money twice.
 */
export function afterOddRefund(here: Position, known: readonly KnownDivergence[], oddCents: number): Position {
  const latest = known.findLast(({ kind }) => SIDE_OF[kind] === 'refunded');
  const gapCents = latest?.isOpen || (latest && isSettledOutside(latest)) ? (latest.gapCents ?? 0) : 0;
  return { ...here, refundedCents: here.refundedCents + gapCents + (latest?.isOpen ? 0 : oddCents) };
}
