import { mod11Complement } from '../../../../ground/brazil/boleto.rules.ts';
import type { AccountAtBank } from '../account.rules.ts';
import { all, FEBRABAN_KINDS } from '../movement-kinds.rules.ts';
import type { Identities, NumberInput, OurNumber, Profile, ReadNumber } from '../profile.rules.ts';
import { blank, digits, zeros } from '../record.rules.ts';
import { FEBRABAN_ALREADY_THERE, FEBRABAN_REFUSALS } from '../refusals.rules.ts';
import { daysUntilWriteOff } from '../terms.rules.ts';
import { digitWarning, STANDARD_LIMITS, writtenDigit } from './febraban.rules.ts';

const NUMBER = 12;
const ACCOUNT_WEIGHTS = [9, 7, 3, 1, 0, 0, 9, 7, 1, 3, 1, 9, 7, 3];
/** The rule that is known is for accounts of eight digits; the field has nine. */
const EIGHT_DIGITS = /^0(\d{8})$/;

export const santander: Profile = {
  bankCode: '033',
  bankCodeDigit: '7',
  bankName: 'Santander',
  fileVersion: '040',
  batchVersion: '030',
  wallets: {
    '101': { fileCode: '5' },
    '102': { refused: 'is without registration, which banks no longer take' },
    '201': { refused: 'is not simple billing' },
  },
  account: {
    agreement: { pattern: /^\d{7}$/, says: 'the 7 digits of the beneficiary code' },
    accountDigits: 9,
    needsBranchDigit: false,
    needsAccountDigit: true,
    extras: { transmissionCode: { pattern: /^\d{15}$/, says: '15 digits', fallback: null } },
  },
  // Two columns of days to write off; segment R has no third discount.
  limits: { ...STANDARD_LIMITS, daysAfterDue: 99, discounts: 2 },
  remessa: {
    interestFrom: 'due-date',
    fineFrom: 'due-date',
    header: ({ beneficiary, transmissionCode }) => [
      [17, 17, typeOf(beneficiary.document)],
      [18, 32, digits(beneficiary.document, 15)],
      [33, 72, transmissionCode.padEnd(40)],
      [152, 157, blank(6)],
      [167, 171, blank(5)],
    ],
    batchHeader: ({ transmissionCode }) => [
      [34, 53, blank(20)],
      [54, 73, transmissionCode.padEnd(20)],
      [200, 207, blank(8)],
    ],
    p: (account, title) => [
      [18, 21, account.branch],
      [22, 22, account.branchDigit || '0'],
      [23, 31, digits(account.account, 9)],
      [32, 32, account.accountDigit],
      [33, 37, zeros(5)],
      [61, 62, blank(2)],
      [225, 225, '0'],
      [226, 227, digits(Math.max(1, daysUntilWriteOff(title)), 2)],
      [228, 229, '00'],
      [230, 240, blank(11)],
    ],
    q: () => [
      [210, 221, zeros(12)],
      [222, 240, blank(19)],
    ],
    r: () => [
      [42, 65, blank(24)],
      [180, 240, blank(61)],
    ],
    batchTrailer: [[24, 115, blank(92)]],
    fileTrailer: [[30, 35, blank(6)]],
  },
  retorno: {
    columns: {
      number: [41, 53],
      document: [55, 69],
      due: [70, 77],
      nominal: [78, 92],
      reference: [101, 125],
      fee: [194, 208],
      motives: [209, 218],
    },
    // 93 says that another bank has taken it in, 94 that it was no payment after all: money comes with 06 alone.
    kinds: { ...FEBRABAN_KINDS, ...all('information', '51', '52', '53', '61', '93', '94') },
    refusals: FEBRABAN_REFUSALS,
    alreadyThere: FEBRABAN_ALREADY_THERE,
    countsDetailsAlone: true,
    totalsAreOfTheWallet: true,
    identities,
    readNumber,
  },
  sequenceDigits: () => NUMBER,
  numberOf,
  printedBeneficiary: ({ branch, agreement }) => `${branch}/${agreement}`,
  warnings: ({ branch, account, accountDigit }) => {
    const checked = EIGHT_DIGITS.exec(account)?.[1];
    return checked ? digitWarning('account_digit', accountDigit, accountDigitOf(branch, checked)) : [];
  },
};

function numberOf({ agreement, wallet }: AccountAtBank, { sequence }: NumberInput): OurNumber {
  const number = digits(sequence, NUMBER);
  const digit = writtenDigit(mod11Complement(number), '0');
  return {
    digits: number,
    digit,
    freeField: `9${agreement}${number}${digit}0${wallet}`,
    printed: `${number}-${digit}`,
    inFile: `${zeros(5)}  ${number}${digit}`,
  };
}

function readNumber(_: AccountAtBank, text: string): ReadNumber | null {
  if (text.length !== NUMBER + 1) return null;
  return { sequence: Number(text.slice(0, NUMBER)), yearOfCentury: null, digit: text.slice(NUMBER) };
}

function identities({ branch, account, agreement }: AccountAtBank): Identities {
  return {
    header: [
      { columns: [33, 36], what: 'branch', value: branch },
      { columns: [38, 46], what: 'account', value: account },
      { columns: [53, 61], what: 'beneficiary code', value: agreement },
    ],
    batch: [
      { columns: [34, 42], what: 'beneficiary code', value: agreement },
      { columns: [54, 57], what: 'branch', value: branch },
      { columns: [59, 67], what: 'account', value: account },
    ],
    title: [
      { columns: [18, 21], what: 'branch', value: branch },
      { columns: [23, 31], what: 'account', value: account },
    ],
  };
}

function accountDigitOf(branch: string, account: string): string {
  const sum = Array.from(`${branch}00${account}`).reduce(
    (total, figure, index) => total + ((Number(figure) * (ACCOUNT_WEIGHTS[index] ?? 0)) % 10),
    0,
  );
  return String((10 - (sum % 10)) % 10);
}

function typeOf(document: string): string {
  return document.length === 14 ? '2' : '1';
}
