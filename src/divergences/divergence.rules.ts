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
  /** A later look no longer found it. */
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
  /** Open ones that no longer hold: what is opened takes their place. */
  overtaken: number[];
  /** Open or resolved ones that this look no longer finds: should they come back, they are new. */
  gone: number[];
}

/**
 * A difference seen again is the same divergence, also after it was resolved; any other is a new one. What is open and gone waits
 * for a person, until something new is opened about the payment. `known`: oldest first.
 */
export function changesOf(differences: readonly Difference[], known: readonly KnownDivergence[], bounds: Bounds): DivergenceChanges {
  const told = new Map(differences.map((difference) => [difference, knownAs(difference, known)]));
  const opened = differences.filter((difference) => !told.get(difference));
  const stillHolds = new Set(told.values());
  const gone = known.filter((one) => isOutsideBooks(one) && !stillHolds.has(one) && hasLookedAt(SIDE_OF[one.kind], differences, bounds));
  const overtaken = opened.length > 0 ? known.filter((one) => one.isOpen && (one.isGone || gone.includes(one))) : [];
  return { opened, overtaken: overtaken.map(({ id }) => id), gone: gone.map(({ id }) => id) };
}

/** The divergences that tell, by the last look, by how much the acquirer and the books differ: at most one for each side. */
export function standingOf(known: readonly KnownDivergence[]): KnownDivergence[] {
  return (['received', 'refunded'] as const).flatMap((side) => standingOn(side, known) ?? []);
}

/** The latest of a side, unless it is booked or gone. */
function standingOn(side: MoneySide, known: readonly KnownDivergence[]): KnownDivergence | undefined {
  const latest = known.findLast(({ kind }) => SIDE_OF[kind] === side);
  return latest && isOutsideBooks(latest) ? latest : undefined;
}

/** The difference was there when last looked at, and the books do not have it. */
function isOutsideBooks({ isBooked, isGone }: KnownDivergence): boolean {
  return !isBooked && !isGone;
}

function knownAs(difference: Difference, known: readonly KnownDivergence[]): KnownDivergence | undefined {
  const side = SIDE_OF[difference.kind];
  const standing = standingOn(side, known);
  const isSame = standing?.gapCents === gapOn(side, difference) && standing.differenceCents === difference.differenceCents;
  return isSame ? standing : undefined;
}

/** Agreement is believed only where it is certain. Money that came and went is one difference, and seen on both sides. */
function hasLookedAt(side: MoneySide, differences: readonly Difference[], { least, most }: Bounds): boolean {
  return least[`${side}Cents`] === most[`${side}Cents`] || differences.some((difference) => gapOn(side, difference) !== 0);
}

function gapOn(side: MoneySide, { here, there }: Difference): number {
  return there[`${side}Cents`] - here[`${side}Cents`];
}

/**
 * The acquirer confirmed a refund of another amount than asked for. Null where something about refunds is open already: the next
 * report tells the whole of it; a second sum here would count the same money twice.
 */
export function afterOddRefund(here: Position, known: readonly KnownDivergence[], oddCents: number): Position | null {
  const standing = standingOn('refunded', known);
  if (standing?.isOpen) return null;
  return { ...here, refundedCents: here.refundedCents + (standing?.gapCents ?? 0) + oddCents };
}
