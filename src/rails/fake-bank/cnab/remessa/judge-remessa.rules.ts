import type { CnabAccount } from '../account.rules.ts';
import { type Moment, plainMovement } from '../movements.rules.ts';
import type { CnabProfile, Motive } from '../profiles/profile.rules.ts';
import type { Movement, Title } from '../title.rules.ts';
import { isOurAccount, readEntry, titleOf } from './read-entry.rules.ts';
import { ENTRY, type Order } from './read-remessa.rules.ts';

const WRITE_OFF = '02';
const NEW_DUE_DATE = '06';
/** The customer asked for it by file. */
const WRITTEN_OFF_BY_FILE = '10';
const MAX_MOTIVES = 5;

export interface Judged {
  /** New ones and changed ones. */
  titles: Title[];
  movements: Movement[];
}

interface Bank {
  profile: CnabProfile;
  account: CnabAccount;
  moment: Moment;
  findTitle(number: string): Title | undefined;
}

/** What becomes of every order of a file, in its order: one answer for each. */
export function judgeRemessa(orders: readonly Order[], bank: Bank): Judged {
  const changed = new Map<string, Title>();
  const findTitle = (number: string) => changed.get(number) ?? bank.findTitle(number);
  const movements = orders.map((order) => {
    const { title, movement } = judge(order, { ...bank, findTitle });
    if (title) changed.set(title.number, title);
    return movement;
  });
  return { titles: [...changed.values()], movements };
}

interface Verdict {
  title?: Title;
  movement: Movement;
}

function judge(order: Order, bank: Bank): Verdict {
  return order.movement === ENTRY ? judgeEntry(order, bank) : judgeInstruction(order, bank);
}

function judgeEntry(order: Order, { profile, account, moment, findTitle }: Bank): Verdict {
  const { title, terms, writeOffDays, problems } = readEntry(order, profile, account);
  if (findTitle(title.number)) problems.push('numberRepeated');
  const { dueDate } = title;
  if (problems.length > 0 || dueDate === null) {
    const motives = problems.slice(0, MAX_MOTIVES).map((problem) => profile.motives[problem]);
    return { movement: plainMovement(profile.codes.rejected, title, motives, moment) };
  }
  return {
    title: { ...title, dueDate, terms, writeOffDays, status: 'OPEN', paid: null, payOn: null },
    movement: plainMovement(profile.codes.registered, title, profile.registeredMotives, moment),
  };
}

function judgeInstruction(order: Order, { profile, account, moment, findTitle }: Bank): Verdict {
  const { codes, motives } = profile;
  const named = titleOf(order, profile, account);
  const title = findTitle(named.number);
  const refuse = (code: string, why: Motive) => ({
    movement: plainMovement(code, title ?? named, [motives[why]], moment),
  });
  const confirm = (code: string, change: Partial<Title>, why: readonly string[] = []): Verdict => {
    const after = { ...title, ...change } as Title;
    return { title: after, movement: plainMovement(code, after, why, moment) };
  };
  const refusal = refusalCode(order.movement, profile);
  if (!isOurAccount(order.p, profile, account)) return refuse(refusal, 'account');
  if (!title) return refuse(refusal, 'unknownTitle');
  if (title.status !== 'OPEN') return refuse(refusal, 'settledTitle');
  if (order.movement === WRITE_OFF) return confirm(codes.writtenOff, { status: 'WRITTEN_OFF' }, [WRITTEN_OFF_BY_FILE]);
  if (order.movement !== NEW_DUE_DATE) return refuse(refusal, 'instruction');
  const { dueDate } = named;
  if (dueDate === null || dueDate < moment.day) return refuse(refusal, 'dueDate');
  return confirm(codes.dueDateChanged, { dueDate, terms: fromDueDate(title) });
}

function refusalCode(movement: string, { codes }: CnabProfile): string {
  if (movement === WRITE_OFF) return codes.writeOffRefused;
  return movement === NEW_DUE_DATE ? codes.dueDateRefused : codes.instructionRefused;
}

/** Fine and interest go by the new day; what was said about the old one is gone. */
function fromDueDate({ terms }: Title): Title['terms'] {
  const { fine, interest } = terms;
  return { ...terms, fine: fine && { ...fine, from: null }, interest: interest && { ...interest, from: null } };
}
