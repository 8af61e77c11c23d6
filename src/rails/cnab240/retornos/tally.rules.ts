import type { MovementKind } from '../layout/movement-kinds.rules.ts';
import type { LockedTitle } from '../stored-title.rules.ts';
import { isMoney } from '../title.rules.ts';
import type { Doing, PlannedLine, Remark } from './plan.rules.ts';

/** A number of things, and what they add up to. */
export interface CountedCents {
  count: number;
  cents: number;
}

/** What a retorno does as a whole: the same words before it is applied and after. */
export interface RetornoOutcome {
  /** How many pairs of records of each kind never came before. */
  kinds: Partial<Record<MovementKind, number>>;
  does: Record<Doing, number>;
  /** Of titles of ours. Fine and interest are one sum: banks do not tell them apart. */
  paid: CountedCents & { chargesCents: number; discountCents: number };
  /** What the bank takes for itself. */
  fees: CountedCents;
  /** Pairs that came before, in this file or another one. */
  repeated: number;
  /** Pairs that a person should read: of no title of ours, of a code that nobody knows, refused instructions. */
  listed: ListedLine[];
  /** How many they are; not all may be listed. */
  remarks: number;
  /** Of those, what was paid: it is kept as receipts that an operator has to find the owner of. */
  unknown: CountedCents;
  /** The numbers of files that did not come, between the last one and this. */
  missing: { from: number; to: number } | null;
  /** Tells this outcome, of this file and on what it found, from every other. */
  plan: string;
}

export interface ListedLine {
  line: number;
  code: string;
  ourNumber: string | null;
  remark: Remark;
  why: string;
}

/** More are not listed by name; they stand in the database all the same. */
const MOST_LISTED = 1_000;

export function emptyOutcome(missing: RetornoOutcome['missing']): Omit<RetornoOutcome, 'plan'> {
  return {
    kinds: {},
    does: { changes_title: 0, keeps_receipt: 0, books_fee: 0, nothing: 0, came_before: 0 },
    paid: { count: 0, cents: 0, chargesCents: 0, discountCents: 0 },
    fees: { count: 0, cents: 0 },
    repeated: 0,
    listed: [],
    remarks: 0,
    unknown: { count: 0, cents: 0 },
    missing,
  };
}

/** The numbers between the greatest one so far and this; null: there are none. */
export function missingBefore(number: number, lastNumber: number | null): RetornoOutcome['missing'] {
  return lastNumber !== null && number > lastNumber + 1 ? { from: lastNumber + 1, to: number - 1 } : null;
}

/** Adds what one line does. */
export function addLine(
  outcome: Omit<RetornoOutcome, 'plan'>,
  { movement, before, receipt, remark, does }: PlannedLine,
): void {
  const { kind, line, code, ourNumber, paidCents, feeCents } = movement;
  outcome.does[does] += 1;
  if (does === 'came_before') {
    outcome.repeated += 1;
    return;
  }
  outcome.kinds[kind] = (outcome.kinds[kind] ?? 0) + 1;
  if (before && isMoney(movement)) {
    outcome.paid.count += 1;
    outcome.paid.cents += paidCents;
    outcome.paid.chargesCents += movement.chargesCents;
    outcome.paid.discountCents += movement.discountCents + movement.abatementCents;
  }
  if (feeCents > 0) {
    outcome.fees.count += 1;
    outcome.fees.cents += feeCents;
  }
  if (receipt) {
    outcome.unknown.count += 1;
    outcome.unknown.cents += receipt.amountCents;
  }
  if (remark) {
    outcome.remarks += 1;
    if (outcome.listed.length < MOST_LISTED)
      outcome.listed.push({ line, code, ourNumber, remark: remark.code, why: remark.text });
  }
}

/** What a line found and what it does, but for the moment: a later one does the same. */
export function traceOf({ hash, does, before, after, receipt, remark }: PlannedLine): string {
  return JSON.stringify([hash, does, stateOf(before), stateOf(after), receipt, remark]);
}

/** All of a title that a plan looks at or changes. Who pays it is none of that, and may be forgotten meanwhile. */
function stateOf(title: LockedTitle | null): unknown {
  if (!title) return null;
  const { terms, registered_at, history: _, created_at: __, untold, ...state } = title;
  const { payer: ___, ...agreed } = terms;
  return { ...state, terms: agreed, isRegistered: registered_at !== null, untold: [...untold].sort() };
}
