import { bankText, plainBankText } from './bank-text.rules.ts';
import { type CnabAccount, cnabProfile } from './profiles.rules.ts';
import { blank, code, dateDigits, digits, type Field, record, zeros } from './record.rules.ts';
import { daysUntilWriteOff, type WrittenTerm, writtenDiscounts, writtenFine, writtenInterest } from './terms.rules.ts';
import type { RemessaMovement, RemessaTitle } from './title.rules.ts';

const MOVEMENT_CODES: Readonly<Record<RemessaMovement, string>> = { entry: '01', write_off: '02', new_due_date: '06' };
const REFERENCE_LENGTH = 25;
const AMOUNT_DIGITS = 15;
const CNPJ_LENGTH = 14;
const NO_DATE = '00000000';

/** Where a record stands: the number of its batch, and its own within it. */
export interface Place {
  batch: number;
  sequence: number;
}

type Segment = 'P' | 'Q' | 'R';

/** The records of one title, in order: P, then Q and R as the movement and the terms need them. */
export function segmentsOf(title: RemessaTitle, account: CnabAccount): Segment[] {
  const needsPayer = title.movement === 'entry' || cnabProfile(account.profile).remessa.needsPayerAlways;
  const needsMore = title.movement === 'entry' && (title.fine !== null || title.discounts.length > 1);
  return ['P', ...(needsPayer ? (['Q'] as const) : []), ...(needsMore ? (['R'] as const) : [])];
}

export function segmentLine(segment: Segment, account: CnabAccount, title: RemessaTitle, place: Place): string {
  const { bankCode, remessa } = cnabProfile(account.profile);
  const head: Field[] = [
    [1, 3, bankCode],
    [4, 7, digits(place.batch, 4)],
    [8, 8, '3'],
    [9, 13, digits(place.sequence, 5)],
    [14, 14, segment],
    [16, 17, MOVEMENT_CODES[title.movement]],
  ];
  if (segment === 'P') return record(head, titleFields(account, title), remessa.p?.(account, title) ?? []);
  if (segment === 'Q') return record(head, payerFields(account, title), remessa.q?.(account, title) ?? []);
  return record(head, furtherTerms(account, title), remessa.r?.(account, title) ?? []);
}

/** The document number as the bank keeps it: no longer than its field. */
export function documentNumberAt(account: CnabAccount, documentNumber: string): string {
  return bankText(documentNumber, cnabProfile(account.profile).limits.documentNumberLength);
}

function titleFields(account: CnabAccount, title: RemessaTitle): Field[] {
  const profile = cnabProfile(account.profile);
  const documentNumber = documentNumberAt(account, title.documentNumber);
  const reference = profile.remessa.hasNoReference ? documentNumber : title.reference;
  const interest = writtenInterest(profile, title);
  return [
    [18, 22, digits(account.branch, 5)],
    [23, 23, account.branchDigit || ' '],
    [24, 35, digits(account.account, 12)],
    [36, 36, account.accountDigit || ' '],
    [38, 57, profile.numberOf(account, title).inFile],
    [58, 58, fileCodeOf(account)],
    // Registered, on paper, printed and handed out by the beneficiary.
    [59, 62, '1122'],
    [63, 77, documentNumber.padEnd(15)],
    [78, 85, dateDigits(title.dueDate)],
    [86, 100, digits(title.amountCents, AMOUNT_DIGITS)],
    [101, 105, zeros(5)],
    // A trade bill (duplicata mercantil), not accepted by signature.
    [107, 109, '02N'],
    [110, 117, dateDigits(title.issuedOn)],
    ...term(118, interest, profile.remessa.codeOfNoInterest ?? '3'),
    ...term(142, writtenDiscounts(profile, title)[0]),
    [166, 195, zeros(30)],
    [196, 220, code(reference, REFERENCE_LENGTH)],
    // Never protested by itself, written off some days after it was due; in reais.
    [221, 223, '300'],
    [224, 224, '1'],
    [225, 227, digits(Math.max(1, daysUntilWriteOff(title)), 3)],
    [228, 229, '09'],
    [230, 239, zeros(10)],
  ];
}

function payerFields(account: CnabAccount, { payer }: RemessaTitle): Field[] {
  const { payerNameLength, takesPunctuation } = cnabProfile(account.profile).limits;
  const written = (text: string, width: number) => (takesPunctuation ? bankText : plainBankText)(text, width);
  return [
    [18, 18, payer.document.length === CNPJ_LENGTH ? '2' : '1'],
    [19, 33, digits(payer.document, 15)],
    [34, 73, written(payer.name, payerNameLength).padEnd(40)],
    [74, 113, written(payer.address, 40).padEnd(40)],
    [129, 136, digits(payer.zipCode, 8)],
    [137, 151, written(payer.city, 15).padEnd(15)],
    [152, 153, payer.state],
    [154, 169, zeros(16)],
    [210, 212, zeros(3)],
  ];
}

/** The second and third discount, and the fine. */
function furtherTerms(account: CnabAccount, title: RemessaTitle): Field[] {
  const profile = cnabProfile(account.profile);
  const [, second, third] = writtenDiscounts(profile, title);
  return [
    ...term(18, second),
    ...term(42, third),
    ...term(66, writtenFine(profile, title)),
    [200, 215, zeros(16)],
    [217, 228, zeros(12)],
    [229, 230, blank(2)],
    [231, 231, '0'],
  ];
}

/** A code, a day and a value always stand beside each other. */
function term(from: number, written: WrittenTerm | null | undefined, codeOfNone = '0'): Field[] {
  return [
    [from, from, written?.code ?? codeOfNone],
    [from + 1, from + 8, written ? dateDigits(written.date) : NO_DATE],
    [from + 9, from + 23, digits(written?.value ?? 0, AMOUNT_DIGITS)],
  ];
}

function fileCodeOf({ profile, wallet }: CnabAccount): string {
  const known = cnabProfile(profile).wallets[wallet];
  if (!known || 'refused' in known) throw new RangeError(`wallet ${wallet} cannot be registered at ${profile}`);
  return known.fileCode;
}
