import type { AcquirerStatus } from '../../rails/acquirers/acquirer.ts';

/**
 * Compares the money of a payment here and at the acquirer. Each divergence is about one figure: what was received, or
 * what was refunded. The open and the settled divergences of a payment together explain every cent by which the
 * acquirer and we differ.
 */
export const DIVERGENCE_KINDS = [
  'LATE_PAYMENT',
  'AMOUNT_MISMATCH',
  'PAYMENT_UNDONE',
  'UNREQUESTED_REFUND',
  'MISSING_REFUND',
] as const;
export type DivergenceKind = (typeof DIVERGENCE_KINDS)[number];

/** Told when it is in the books already: it explains no difference, because it leaves none. */
export const MED_REFUND = 'MED_REFUND';

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
  /** What was received; while nothing was received, what was asked for. */
  amountCents: number;
  refundedCents: number;
}

const PAID_STATUSES: readonly AcquirerStatus[] = ['PAID', 'APPROVED', 'REFUNDED'];

/** A charge that is not paid has kept nothing: it has given back whatever it received. */
export function positionThere({ status, amountCents, refundedCents }: AcquirerReport): Position {
  return { receivedCents: PAID_STATUSES.includes(status) ? amountCents : refundedCents, refundedCents };
}

/**
 * What we may have known when the acquirer spoke. An answer is old by the time it is read: it must contain what was
 * confirmed before the question, and it may contain what is held for refunds now.
 */
export interface Bounds {
  least: Position;
  most: Position;
}

/** A difference in one figure. */
export interface Difference {
  kind: DivergenceKind;
  here: Position;
  there: Position;
  /**
   * How much more money the acquirer holds than our books say; negative when it holds less, zero when money
   * came and went.
   */
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

/** Every difference between the acquirer and us. Money that came and went is reported once, as money that came. */
export function differencesOf(comparison: Comparison): Difference[] {
  const { there } = comparison;
  const received = gapOf(there.receivedCents, comparison.least.receivedCents, comparison.most.receivedCents);
  const refunded = gapOf(there.refundedCents, comparison.least.refundedCents, comparison.most.refundedCents);
  const here = { receivedCents: there.receivedCents - received, refundedCents: there.refundedCents - refunded };
  const cameAndWent = received === refunded;
  const differences: Difference[] = [];
  if (received !== 0) {
    differences.push({
      kind: receivedKind(comparison, received),
      here,
      there,
      differenceCents: cameAndWent ? 0 : received,
    });
  }
  if (refunded !== 0 && !cameAndWent) {
    differences.push({
      kind: refunded > 0 ? 'UNREQUESTED_REFUND' : 'MISSING_REFUND',
      here,
      there,
      differenceCents: -refunded,
    });
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

/** A divergence on record. */
export interface KnownDivergence {
  id: number;
  kind: DivergenceKind;
  /** The acquirer's figure minus ours. */
  gapCents: number;
  differenceCents: number;
  isOpen: boolean;
  /** Its difference is in the books, and so in the figures that come from them. */
  isBooked: boolean;
  /** A later look no longer found it. */
  isGone: boolean;
}

/** What the operator has put into the books counts as ours, in the figure that the divergence was about. */
export function withBookings(position: Position, known: readonly KnownDivergence[]): Position {
  const booked = (side: MoneySide) =>
    known.reduce(
      (sum, { kind, isBooked, differenceCents }) =>
        isBooked && SIDE_OF[kind] === side ? sum + (differenceCents ?? 0) : sum,
      0,
    );
  return {
    receivedCents: position.receivedCents + booked('received'),
    refundedCents: position.refundedCents - booked('refunded'),
  };
}

export interface DivergenceChanges {
  opened: Difference[];
  /** Open ones that no longer hold: the newly opened ones replace them. */
  overtaken: number[];
  /** Open or resolved ones that this look no longer finds: if they come back, they count as new. */
  gone: number[];
}

/**
 * A difference that is seen again is the same divergence, even after it was resolved; any other is a new one. An
 * open divergence that is gone waits for a person, until a new one is opened about the payment. `known` is
 * sorted, oldest first.
 */
export function changesOf(
  differences: readonly Difference[],
  known: readonly KnownDivergence[],
  bounds: Bounds,
): DivergenceChanges {
  const told = new Map(differences.map((difference) => [difference, knownAs(difference, known)]));
  const opened = differences.filter((difference) => !told.get(difference));
  const stillHolds = new Set(told.values());
  const gone = known.filter(
    (one) => isOutsideBooks(one) && !stillHolds.has(one) && hasLookedAt(SIDE_OF[one.kind], differences, bounds),
  );
  const overtaken = opened.length > 0 ? known.filter((one) => one.isOpen && (one.isGone || gone.includes(one))) : [];
  return { opened, overtaken: overtaken.map(({ id }) => id), gone: gone.map(({ id }) => id) };
}

/** Of those that this look no longer finds, or none has found since: the open ones about too much that came. */
export function goneReceipts(known: readonly KnownDivergence[], gone: readonly number[]): number[] {
  const isAboutMore = ({ kind, gapCents }: KnownDivergence) => SIDE_OF[kind] === 'received' && gapCents > 0;
  return known
    .filter((one) => one.isOpen && (one.isGone || gone.includes(one.id)) && isAboutMore(one))
    .map(({ id }) => id);
}

/**
 * The divergences that explain how the acquirer and the books differed at the last look: at most one for each figure.
 */
export function standingOf(known: readonly KnownDivergence[]): KnownDivergence[] {
  return (['received', 'refunded'] as const).flatMap((side) => standingOn(side, known) ?? []);
}

/** The latest divergence about a figure, unless it is booked or gone. */
function standingOn(side: MoneySide, known: readonly KnownDivergence[]): KnownDivergence | undefined {
  const latest = known.findLast(({ kind }) => SIDE_OF[kind] === side);
  return latest && isOutsideBooks(latest) ? latest : undefined;
}

/** The last look found the difference, and the books do not contain it. */
function isOutsideBooks({ isBooked, isGone }: KnownDivergence): boolean {
  return !isBooked && !isGone;
}

function knownAs(difference: Difference, known: readonly KnownDivergence[]): KnownDivergence | undefined {
  const side = SIDE_OF[difference.kind];
  const standing = standingOn(side, known);
  const isSame =
    standing?.gapCents === gapOn(side, difference) && standing.differenceCents === difference.differenceCents;
  return isSame ? standing : undefined;
}

/** Only certain agreement counts. Money that came and went is one difference, which shows in both figures. */
function hasLookedAt(side: MoneySide, differences: readonly Difference[], { least, most }: Bounds): boolean {
  return (
    least[`${side}Cents`] === most[`${side}Cents`] || differences.some((difference) => gapOn(side, difference) !== 0)
  );
}

function gapOn(side: MoneySide, { here, there }: Difference): number {
  return there[`${side}Cents`] - here[`${side}Cents`];
}

/**
 * The acquirer confirmed a refund of another amount than we asked for. Null when a divergence about refunds is already
 * open: the next report covers all of it, and a second sum here would count the same money twice.
 */
export function afterOddRefund(here: Position, known: readonly KnownDivergence[], oddCents: number): Position | null {
  const standing = standingOn('refunded', known);
  if (standing?.isOpen) return null;
  return { ...here, refundedCents: here.refundedCents + (standing?.gapCents ?? 0) + oddCents };
}
