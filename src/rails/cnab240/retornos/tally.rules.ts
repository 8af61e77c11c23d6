import { createHash } from 'node:crypto';
import type { MovementKind } from '../layout/movement-kinds.rules.ts';
import type { CnabAccount } from '../layout/profiles.rules.ts';
import type { LockedTitle } from '../stored-title.rules.ts';
import { isMoney } from '../title.rules.ts';
import { DOINGS, type Doing, type PlannedLine, type Remark } from './plan.rules.ts';

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

/** What an outcome depends on besides its lines. */
export interface TallyBasis {
  sha256: Buffer;
  account: CnabAccount;
  /** The greatest number that the bank has given to a file so far; null: none came yet. */
  lastNumber: number | null;
  number: number;
}

export interface RetornoTally {
  add(lines: readonly PlannedLine[]): void;
  outcome(): RetornoOutcome;
}

/** Adds up what the lines of one file do, in memory that does not grow with it. */
export function retornoTally({ sha256, account, lastNumber, number }: TallyBasis): RetornoTally {
  const isGap = lastNumber !== null && number > lastNumber + 1;
  const missing = isGap ? { from: lastNumber + 1, to: number - 1 } : null;
  const outcome: RetornoOutcome = {
    kinds: {},
    does: Object.fromEntries(DOINGS.map((doing) => [doing, 0])) as Record<Doing, number>,
    paid: { count: 0, cents: 0, chargesCents: 0, discountCents: 0 },
    fees: { count: 0, cents: 0 },
    repeated: 0,
    listed: [],
    remarks: 0,
    unknown: { count: 0, cents: 0 },
    missing,
    plan: '',
  };
  const hash = createHash('sha256').update(JSON.stringify([sha256.toString('hex'), account, missing]));
  return {
    add(lines) {
      for (const line of lines) {
        hash.update(`\n${traceOf(line)}`);
        count(outcome, line);
      }
    },
    outcome: () => ({ ...outcome, plan: hash.copy().digest('hex') }),
  };
}

/** Of a file that came before: nothing of it counts, and no state of its titles matters. */
export function outcomeOfKnownFile({ sha256, account }: Pick<TallyBasis, 'sha256' | 'account'>): RetornoOutcome {
  const nothing = retornoTally({ sha256, account, lastNumber: null, number: 0 }).outcome();
  return { ...nothing, plan: createHash('sha256').update(`${nothing.plan} came before`).digest('hex') };
}

function count(outcome: RetornoOutcome, { movement, before, receipt, remark, does }: PlannedLine): void {
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
function traceOf({ hash, does, before, after, receipt, remark }: PlannedLine): string {
  return JSON.stringify([hash, does, stateOf(before), stateOf(after), receipt, remark]);
}

/** All of a title that a plan looks at or changes. Who pays it is none of that, and may be forgotten meanwhile. */
function stateOf(title: LockedTitle | null): unknown {
  if (!title) return null;
  const { terms, registered_at, history: _, created_at: __, untold, ...state } = title;
  const { payer: ___, ...agreed } = terms;
  return { ...state, terms: agreed, isRegistered: registered_at !== null, untold: [...untold].sort() };
}
