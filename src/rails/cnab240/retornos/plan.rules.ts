import { startOfSaoPauloDay } from '../../../ground/brazil/calendar.rules.ts';
import type { ReceivedPayment } from '../../acquirers/acquirer.ts';
import { isAlreadyThere, type Movement, motivesText } from '../layout/movement.rules.ts';
import type { CnabAccount } from '../layout/profiles.rules.ts';
import { receiptIdOf } from '../receipt-id.rules.ts';
import type { LockedTitle } from '../stored-title.rules.ts';
import { isMoney, isPaymentOfNothing, titleAfter } from '../title.rules.ts';
import { isAboutAnother } from '../title-witness.rules.ts';

/**
 * What a pair of records of a retorno does. Beside each of them, but for one that came before, the bank may take a fee.
 */
export const DOINGS = ['changes_title', 'keeps_receipt', 'books_fee', 'nothing', 'came_before'] as const;
export type Doing = (typeof DOINGS)[number];

/** Why a person should read a pair of records. */
export const REMARKS = [
  'about_another',
  'unknown_code',
  'nobodys',
  'payment_of_nothing',
  'already_there',
  'instruction_refused',
  'other_value',
] as const;
export type Remark = (typeof REMARKS)[number];

/** One pair of records, and all that it does. */
export interface PlannedLine {
  /** What makes it the same again, in whichever file. */
  hash: string;
  movement: Movement;
  /** What it is about, as it was before this pair; null: no title of ours, or it came before. */
  before: LockedTitle | null;
  /** What the pair makes of it; null: nothing that the title would show. */
  after: LockedTitle | null;
  /** Money for which there is no title of ours, or another one than the line names. */
  receipt: ReceivedPayment | null;
  remark: { code: Remark; text: string } | null;
  does: Doing;
}

export interface HashedMovement {
  hash: string;
  movement: Movement;
}

/** All that a plan depends on, but for the file. */
export interface PlanWorld {
  account: CnabAccount;
  /** Which pairs never came before. */
  isNew: ReadonlySet<string>;
  /** By the number that the bank calls them by. */
  titles: ReadonlyMap<string, LockedTitle>;
  at: Date;
  /** The day of the file. */
  madeOn: string;
}

/** What these pairs do, one after the other: a later one finds a title as an earlier one has left it. */
export function planLines(world: PlanWorld, movements: readonly HashedMovement[]): PlannedLine[] {
  const titles = new Map(world.titles);
  return movements.map(({ hash, movement }) => {
    if (!world.isNew.has(hash)) return cameBefore(hash, movement);
    const line = planLine(world, titles, hash, movement);
    if (line.after) titles.set(line.after.our_number, line.after);
    return line;
  });
}

function planLine(
  { account, at, madeOn }: PlanWorld,
  titles: ReadonlyMap<string, LockedTitle>,
  hash: string,
  movement: Movement,
): PlannedLine {
  const named = movement.ourNumber === null ? null : (titles.get(movement.ourNumber) ?? null);
  const isOdd = named !== null && isAboutAnother(named, movement);
  const before = isOdd ? null : named;
  const after = before && titleAfter(account, before, movement, at);
  const receipt = !before && isMoney(movement) ? receiptOf(hash, movement, madeOn) : null;
  const remark = isOdd ? ABOUT_ANOTHER : remarkOf(account, movement, before);
  return { hash, movement, before, after, receipt, remark, does: doingOf(movement, after, receipt) };
}

function cameBefore(hash: string, movement: Movement): PlannedLine {
  return { hash, movement, before: null, after: null, receipt: null, remark: null, does: 'came_before' };
}

function doingOf({ feeCents }: Movement, after: LockedTitle | null, receipt: ReceivedPayment | null): Doing {
  if (after) return 'changes_title';
  if (receipt) return 'keeps_receipt';
  return feeCents > 0 ? 'books_fee' : 'nothing';
}

/** The titles of these lines as the last of them leaves them. */
export function titlesAfter(lines: readonly PlannedLine[]): LockedTitle[] {
  return [...new Map(lines.flatMap(({ after }) => (after ? [[after.id, after] as const] : []))).values()];
}

/** As a bank names a payment that it lists: by the line that told of it, which counts once. */
function receiptOf(hash: string, movement: Movement, day: string): ReceivedPayment {
  const { reference, ourNumber, paidCents, paidOn, creditOn } = movement;
  return {
    endToEndId: receiptIdOf(hash),
    // No database keeps every character that a file may have.
    reference: (reference ?? ourNumber ?? '').replace(/[^ -~]/g, '?'),
    amountCents: paidCents,
    refundedAmountCents: 0,
    paidAt: startOfSaoPauloDay(paidOn ?? day),
    creditOn,
  };
}

const ABOUT_ANOTHER = {
  code: 'about_another',
  text: 'the number is of one title, and the rest of another',
} as const;

function remarkOf(
  { profile }: CnabAccount,
  movement: Movement,
  title: LockedTitle | null,
): { code: Remark; text: string } | null {
  const told = (code: Remark, text: string) => ({ code, text });
  if (movement.kind === 'unknown')
    return told('unknown_code', `the bank's table does not name the movement ${movement.code}`);
  if (!title && movement.kind !== 'fee') return told('nobodys', 'no title of ours has this number');
  if (isPaymentOfNothing(movement)) return told('payment_of_nothing', 'a payment of nothing');
  if (isAlreadyThere(profile, movement))
    return told('already_there', 'the bank has a title of this number already: taken as registered');
  if (movement.kind === 'instruction_refused')
    return told(
      'instruction_refused',
      `the bank has refused an instruction: ${motivesText(profile, movement) ?? 'no motive'}`,
    );
  if (title && movement.nominalCents > 0 && movement.nominalCents !== title.amount_cents)
    return told(
      'other_value',
      `the bank has ${movement.nominalCents} cents as its value, we have ${title.amount_cents}`,
    );
  return null;
}
