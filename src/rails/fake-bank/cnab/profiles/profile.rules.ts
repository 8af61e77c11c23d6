import type { CnabAccount, ProfileName } from '../account.rules.ts';
import {
  BATCH_HEADER,
  FILE_HEADER,
  FILE_TRAILER,
  SEGMENT_P,
  SEGMENT_R,
  SEGMENT_T,
  SEGMENT_U,
} from '../records/febraban.rules.ts';
import { bend, type Layout } from '../records/layout.rules.ts';
import type { Row } from '../records/row.rules.ts';

/** Nosso número as the bank keeps it: the figures that it counts by, and the digit that it checks. */
export interface OurNumber {
  number: string;
  /** Empty where the bank has none. */
  digit: string;
}

export type Values = Record<string, string>;

/** The movements of a retorno, by what they mean: no code means the same at all banks. */
export interface Codes {
  registered: string;
  rejected: string;
  paid: string;
  /** Null: this bank does not tell it apart. */
  paidOnline: string | null;
  paidAfterWriteOff: string;
  writtenOff: string;
  dueDateChanged: string;
  writeOffRefused: string;
  dueDateRefused: string;
  instructionRefused: string;
  fee: string;
  /** Null: this bank has no code for it. */
  takenBack: string | null;
  onlineTakenBack: string | null;
}

export const FEBRABAN_CODES: Codes = {
  registered: '02',
  rejected: '03',
  paid: '06',
  paidOnline: null,
  paidAfterWriteOff: '17',
  writtenOff: '09',
  dueDateChanged: '14',
  writeOffRefused: '26',
  dueDateRefused: '26',
  instructionRefused: '26',
  fee: '28',
  takenBack: null,
  onlineTakenBack: null,
};

/** Why an entry or an instruction is refused, in the codes of FEBRABAN's list C047-A. */
export const FEBRABAN_MOTIVES = {
  instruction: '05',
  account: '07',
  number: '08',
  numberRepeated: '09',
  wallet: '10',
  dueDate: '16',
  dueBeforeIssue: '17',
  amount: '20',
  species: '21',
  acceptance: '23',
  issueDate: '24',
  interestCode: '26',
  interest: '27',
  discountCode: '28',
  discount: '29',
  abatement: '34',
  protest: '37',
  writeOffTerm: '42',
  currency: '44',
  payerName: '45',
  payerDocument: '46',
  payerAddress: '47',
  zip: '48',
  state: '52',
  fineCode: '57',
  fine: '59',
  unknownTitle: '60',
  settledTitle: '85',
} as const;
export type Motive = keyof typeof FEBRABAN_MOTIVES;
export type Motives = Readonly<Record<Motive, string>>;

/** From whose money the price of a paid slip is taken, and where it is told. */
export type FeeHabit = 'from the credit' | 'apart' | 'in a line of its own';

export interface CnabProfile {
  name: ProfileName;
  bank: string;
  bankName: string;
  /** Pairs of file and batch version that are accepted in a remessa. */
  versions: readonly (readonly [string, string])[];
  /** The pair of a retorno. */
  returnVersions: readonly [string, string];
  fileHeader: Layout;
  batchHeader: Layout;
  /** Where a retorno names its customer elsewhere than a remessa does. */
  returnHeaders?: { file: Layout; batch: Layout; values(account: CnabAccount): Values };
  segmentP: Layout;
  segmentR: Layout;
  segmentT: Layout;
  segmentU: Layout;
  fileTrailer: Layout;
  /** The batch of a retorno, and what its last record shows as a batch. */
  returnBatch: string;
  returnTrailerBatch: string;
  needsPayerAlways: boolean;
  codes: Codes;
  motives: Motives;
  /** How a date looks that is not there. */
  noDate: string;
  fee: { habit: FeeHabit; cents: number };
  paidMotives: readonly string[];
  paidChannel: string;
  registeredMotives: readonly string[];
  feeMotives: readonly string[];
  /** Where slips are paid in this bank's world. */
  receiving: { bank: string; branch: string; digit: string };
  /** What the headers hold about the customer; `checked` names what a remessa must have right. */
  header(account: CnabAccount): Values;
  checked: readonly string[];
  batchHeaderOf(account: CnabAccount): Values;
  /** What P and T hold about the account. */
  titleAccount(account: CnabAccount): Values;
  /** Of P: what it says about the wallet is as agreed. */
  hasWallet(p: Row, account: CnabAccount): boolean;
  /** Null: no number, or one with a wrong digit. */
  readNumber(p: Row, account: CnabAccount): OurNumber | null;
  writeNumber(our: OurNumber, account: CnabAccount): Values;
  /** What T holds beside all that. */
  moreOfT(account: CnabAccount): Values;
  writeMotives(motives: readonly string[]): string;
}

export function febrabanAccount({ branch, branchDigit, account, accountDigit }: CnabAccount): Values {
  return { branch, branchDigit, account, accountDigit };
}

/** What most banks share; each profile says what it has otherwise. */
export const FEBRABAN = {
  fileHeader: FILE_HEADER,
  batchHeader: BATCH_HEADER,
  segmentP: SEGMENT_P,
  segmentR: SEGMENT_R,
  segmentT: SEGMENT_T,
  segmentU: SEGMENT_U,
  fileTrailer: FILE_TRAILER,
  returnBatch: '0001',
  returnTrailerBatch: '9999',
  needsPayerAlways: false,
  codes: FEBRABAN_CODES,
  motives: FEBRABAN_MOTIVES,
  noDate: '00000000',
  paidMotives: ['04'],
  paidChannel: '',
  registeredMotives: ['00'],
  feeMotives: ['06'],
  receiving: { bank: '237', branch: '988', digit: '0' },
  checked: ['branch', 'account'],
  header: (account: CnabAccount) => ({ agreement: account.agreement, ...febrabanAccount(account) }),
  batchHeaderOf: (account: CnabAccount) => ({ agreement: account.agreement, ...febrabanAccount(account) }),
  titleAccount: febrabanAccount,
  hasWallet: (p: Row) => /^[1-6]$/.test(p.text('walletCode')),
  moreOfT: (): Values => ({}),
  writeMotives: (motives: readonly string[]) => motives.join(''),
} satisfies Partial<CnabProfile>;

/** U of the banks that write zeros where FEBRABAN's payer would have said something. */
export const SEGMENT_U_WITH_ZEROS = bend(
  SEGMENT_U,
  `
  154-157 zeros
  158-165 zeros
`,
);

/** The figures of a number, as wide as they must be. */
export function figures(text: string, width: number): string {
  return text.padStart(width, '0');
}

/** Null when the digit is not the one that belongs to the number. */
export function checkedNumber(number: string, digit: string, expected: string): OurNumber | null {
  return /^\d+$/.test(number) && /[1-9]/.test(number) && digit === expected ? { number, digit } : null;
}
