import { dateAt, numberAt, type Row, refuse, textAt } from './columns.rules.ts';
import type { MovementKind } from './movement-kinds.rules.ts';
import type { Columns, Profile } from './profile.rules.ts';
import { type CnabAccount, type CnabProfileName, cnabProfile } from './profiles.rules.ts';

/** What the bank says about one title: a pair of segments T and U. */
export interface Movement {
  /** Of its segment T. */
  line: number;
  /** The bank's own code: the same means other things at other banks. */
  code: string;
  kind: MovementKind;
  /** Without check digit, as `ourNumberDigits` of the slip; null where the movement is about no title. */
  ourNumber: string | null;
  /** Null where the number is not one of this account's. */
  sequence: number | null;
  /** Null where the bank gives none back. */
  reference: string | null;
  documentNumber: string | null;
  dueDate: string | null;
  nominalCents: number;
  /** What the payer paid. */
  paidCents: number;
  creditedCents: number;
  /** Fine and interest together: banks do not tell them apart. */
  chargesCents: number;
  discountCents: number;
  abatementCents: number;
  feeCents: number;
  otherExpensesCents: number;
  otherCreditsCents: number;
  paidOn: string | null;
  creditOn: string | null;
  /** The bank's codes of two characters: a channel, or why. */
  motives: readonly string[];
  /** Both records as they came. */
  content: string;
}

const CODE: Columns = [16, 17];

export function movementOf(account: CnabAccount, title: Row, payment: Row): Movement {
  const profile = cnabProfile(account.profile);
  const { columns, kinds } = profile.retorno;
  const code = codeAt(title);
  if (codeAt(payment) !== code) refuse(payment, CODE[0], `segment U must have the movement of its T, ${code}`);
  const amount = (columnsOfAmount: Columns, what: string) => numberAt(payment, columnsOfAmount, what);
  const amounts = {
    nominalCents: numberAt(title, columns.nominal, 'the nominal value'),
    feeCents: numberAt(title, columns.fee, 'the fee'),
    chargesCents: amount([18, 32], 'fine and interest'),
    discountCents: amount([33, 47], 'the discount'),
    abatementCents: amount([48, 62], 'the abatement'),
    paidCents: amount([78, 92], 'the paid value'),
    creditedCents: amount([93, 107], 'the credited value'),
  };
  return {
    line: title.line,
    code,
    kind: Object.hasOwn(kinds, code) ? (kinds[code] ?? 'unknown') : 'unknown',
    ...numberOf(account, profile, title),
    reference: columns.reference && (textAt(title, columns.reference) || null),
    documentNumber: textAt(title, columns.document).replace(/^0+$/, '') || null,
    dueDate: dateAt(title, columns.due, 'the due date'),
    ...amounts,
    paidCents: profile.retorno.tellsOnlyCredit ? paidOf(amounts) : amounts.paidCents,
    otherExpensesCents: amount([108, 122], 'other expenses'),
    otherCreditsCents: amount([123, 137], 'other credits'),
    paidOn: dateAt(payment, [138, 145], 'the day of the movement'),
    creditOn: dateAt(payment, [146, 153], 'the day of the credit'),
    motives: motivesIn(textAt(title, columns.motives)),
    content: `${title.text}\n${payment.text}`,
  };
}

/** Why a bank refused or wrote off, in Portuguese; null where its motives say something else, as a channel. */
export function motivesText(name: CnabProfileName, movement: Movement): string | null {
  const { refusals } = cnabProfile(name).retorno;
  const isRefusal = movement.kind === 'rejected' || movement.kind === 'instruction_refused';
  if (!isRefusal && movement.kind !== 'written_off') return null;
  const texts = refusals[movement.code] ?? (isRefusal ? refusals['*'] : undefined) ?? {};
  const told = movement.motives.map((code) => (Object.hasOwn(texts, code) ? texts[code] : `motivo ${code}`));
  return told.length === 0 ? null : told.join('; ');
}

/** Whether an entry was refused only because the bank has the title. */
export function isAlreadyThere(name: CnabProfileName, { kind, motives }: Movement): boolean {
  const { alreadyThere } = cnabProfile(name).retorno;
  return kind === 'rejected' && motives.length > 0 && motives.every((motive) => alreadyThere.includes(motive));
}

function codeAt(row: Row): string {
  const code = textAt(row, CODE);
  return /^\d{2}$/.test(code) ? code : refuse(row, CODE[0], 'a movement must be two digits');
}

function numberOf(account: CnabAccount, profile: Profile, title: Row): Pick<Movement, 'ourNumber' | 'sequence'> {
  const { number } = profile.retorno.columns;
  const text = textAt(title, number);
  if (/^0*$/.test(text)) return { ourNumber: null, sequence: null };
  const refuseAt = (index: number) =>
    refuse(title, title.text.indexOf(text, number[0] - 1) + 1 + index, "the bank's number must be digits");
  const odd = text.search(/[^\d](?!$)|[^\dXP]$/);
  if (odd >= 0) refuseAt(odd);
  const read = profile.retorno.readNumber(account, text);
  if (!read) return { ourNumber: text, sequence: null };
  // Only a check digit may be a letter, and not every number has one.
  if (!Number.isSafeInteger(read.sequence)) refuseAt(text.length - 1);
  const year = 2000 + (read.yearOfCentury ?? 0);
  const known = profile.numberOf(account, { sequence: read.sequence, year, amountCents: 1 });
  if (read.digit !== null && read.digit !== known.digit)
    refuse(
      title,
      number[0],
      `the check digit of the bank's number ${known.digits} is ${read.digit}, not ${known.digit}`,
    );
  return { ourNumber: known.digits, sequence: read.sequence };
}

/**
 * Where a bank tells only what it credited, the payer paid what was asked if that explains the credit, with the bank's
 * fee taken off or not. Otherwise nothing is known but the credit.
 */
function paidOf(amounts: {
  nominalCents: number;
  chargesCents: number;
  discountCents: number;
  abatementCents: number;
  feeCents: number;
  creditedCents: number;
}): number {
  const { nominalCents, chargesCents, discountCents, abatementCents, feeCents, creditedCents } = amounts;
  const asked = nominalCents + chargesCents - discountCents - abatementCents;
  return creditedCents === asked || creditedCents === asked - feeCents ? asked : creditedCents;
}

function motivesIn(text: string): string[] {
  const codes = text.match(/.{1,2}/g) ?? [];
  return codes.map((code) => code.trim()).filter((code) => code !== '' && code !== '00');
}
