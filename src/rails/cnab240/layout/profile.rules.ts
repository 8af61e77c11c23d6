import type { RequestedChange } from '../../acquirers/boleto.ts';
import type { AccountAtBank } from './account.rules.ts';
import type { MovementKinds } from './movement-kinds.rules.ts';
import type { Field } from './record.rules.ts';
import type { Title } from './title.rules.ts';

/** What a wallet (carteira) is called in the file, or why no account can have it. */
export type Wallet = { readonly fileCode: string } | { readonly refused: string };

/** Which title a number is for. */
export interface NumberInput {
  sequence: number;
  year: number;
  amountCents: number;
  /** Itaú's wallets of fifteen digits only. */
  yourNumber?: string;
}

/** The bank's number of a title (nosso número) in all its forms. */
export interface OurNumber {
  /** Without its check digit: by this the title is found again. */
  digits: string;
  /** Null where the bank has none. */
  digit: string | null;
  /** Columns 20 to 44 of the barcode. */
  freeField: string;
  printed: string;
  /** Columns 38 to 57 of segment P. */
  inFile: string;
}

/** A number of a retorno that has the form of this account's numbers. */
export interface ReadNumber {
  sequence: number;
  /** The last two figures of it; null where the year is not part of the number. */
  yearOfCentury: number | null;
  /** As it stands in the file; null where the file carries none. */
  digit: string | null;
}

/** What may stand in a member of the operator's file. */
export interface Shape {
  readonly pattern: RegExp;
  /** What a mistake is told: `agreement must be ${says}`. */
  readonly says: string;
}

/** A member that only some banks have. */
export interface Extra extends Shape {
  /** Taken when the member is absent; `null`: it must be there. */
  readonly fallback: string | { readonly sameAs: 'branch' | 'agreement' } | null;
}

export type ExtraName = 'variation' | 'transmissionCode' | 'cooperative' | 'post' | 'client' | 'byte';

/** What the operator's file needs, beyond what all banks need. */
export interface AccountShape {
  /** Absent: the bank has none. */
  readonly agreement?: Shape;
  readonly accountDigits: number;
  readonly needsBranchDigit: boolean;
  readonly needsAccountDigit: boolean;
  readonly extras?: Readonly<Partial<Record<ExtraName, Extra>>>;
}

/** What the bank takes of a title. */
export interface Limits {
  /** The most days after the due date on which it can still be paid; null: none known. */
  readonly daysAfterDue: number | null;
  readonly discounts: 1 | 2 | 3;
  /** False: an amount only, which we compute. */
  readonly takesDiscountPercents: boolean;
  /** False: an amount a day only, which we compute. */
  readonly takesMonthlyInterest: boolean;
  readonly takesFineAmounts: boolean;
  /** What the largest discount may be of the amount, in percent. */
  readonly largestDiscountPercent: number;
  readonly documentNumberLength: number;
  readonly payerNameLength: number;
  /** False: only letters, digits and blanks in names and addresses. */
  readonly takesPunctuation: boolean;
}

/** Where a bank's remessa bends from FEBRABAN's records; what it names is written over them. */
export interface RemessaBends {
  readonly needsPayerAlways?: boolean;
  /** From when fine and interest count: the day after the business day it is due, or the due date itself. */
  readonly interestFrom?: 'due-date';
  readonly fineFrom?: 'due-date';
  readonly codeOfNoInterest?: string;
  /** Where a title carries the document number again in place of our reference. */
  readonly hasNoReference?: boolean;
  header?(account: AccountAtBank): readonly Field[];
  batchHeader?(account: AccountAtBank): readonly Field[];
  p?(account: AccountAtBank, title: Title): readonly Field[];
  q?(account: AccountAtBank, title: Title): readonly Field[];
  r?(account: AccountAtBank, title: Title): readonly Field[];
  readonly batchTrailer?: readonly Field[];
  readonly fileTrailer?: readonly Field[];
}

export type Columns = readonly [from: number, to: number];

/** Where segment T has what we read. */
export interface TitleColumns {
  readonly number: Columns;
  readonly document: Columns;
  readonly due: Columns;
  readonly nominal: Columns;
  /** Null: the bank does not give it back. */
  readonly reference: Columns | null;
  readonly fee: Columns;
  readonly motives: Columns;
}

/** Columns that must name this account; leading zeros and blanks do not count. */
export interface Identity {
  readonly columns: Columns;
  readonly what: string;
  readonly value: string;
  readonly mayBeEmpty?: boolean;
}

export interface Identities {
  readonly header: readonly Identity[];
  readonly batch: readonly Identity[];
  readonly title: readonly Identity[];
}

export interface RetornoBends {
  readonly columns: TitleColumns;
  readonly kinds: MovementKinds;
  /** Why an entry or an instruction was refused, by movement and motive; `*`: whatever the movement. */
  readonly refusals: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Motives of a refused entry which say that the bank has the title already. */
  readonly alreadyThere: readonly string[];
  /** Movements that refuse one kind of change only; of others it is not known which one they refuse. */
  readonly refusedChanges?: Readonly<Record<string, RequestedChange['kind']>>;
  /** Both value columns of segment U hold what was credited: what the payer paid has to be computed. */
  readonly tellsOnlyCredit?: boolean;
  /** The trailer of a batch counts its titles' records alone, against the bank's own paper; both counts are taken. */
  readonly countsDetailsAlone?: boolean;
  /** The totals of the batch's trailer are the position of the whole wallet, not of this file. */
  readonly totalsAreOfTheWallet?: boolean;
  identities(account: AccountAtBank): Identities;
  /** The text of the number's columns without blanks around it; null: it is not one of this account's. */
  readNumber(account: AccountAtBank, text: string): ReadNumber | null;
}

/** One bank, as far as it differs from FEBRABAN's standard: built from public papers, certified by no bank. */
export interface Profile {
  readonly bankCode: string;
  /** Printed after the code. It is data: not every bank's follows modulo 11. */
  readonly bankCodeDigit: string;
  readonly bankName: string;
  readonly fileVersion: string;
  readonly batchVersion: string;
  /** What the bank wants in the slip's field "local de pagamento"; absent: what every slip says there. */
  readonly paymentPlace?: string;
  readonly wallets: Readonly<Record<string, Wallet>>;
  readonly account: AccountShape;
  readonly limits: Limits;
  readonly remessa: RemessaBends;
  readonly retorno: RetornoBends;
  /** The year is part of the number, so that the counter begins anew with it. */
  readonly numbersByYear?: boolean;
  /** How many digits of the number are ours to count. */
  sequenceDigits(account: AccountAtBank): number;
  numberOf(account: AccountAtBank, input: NumberInput): OurNumber;
  /** Branch and account, or branch and code, as the slip prints them. */
  printedBeneficiary(account: AccountAtBank): string;
  /** What looks wrong in the account and may yet be right: a check digit that a known rule would not give. */
  warnings?(account: AccountAtBank): readonly string[];
}
