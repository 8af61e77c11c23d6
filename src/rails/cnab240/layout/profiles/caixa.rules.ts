import { mod11Complement } from '../../../../ground/brazil/boleto.rules.ts';
import type { AccountAtBank } from '../account.rules.ts';
import { all, FEBRABAN_KINDS } from '../movement-kinds.rules.ts';
import type { Identities, NumberInput, OurNumber, Profile, ReadNumber } from '../profile.rules.ts';
import { code, digits, type Field, zeros } from '../record.rules.ts';
import { FEBRABAN_ALREADY_THERE, FEBRABAN_REFUSALS } from '../refusals.rules.ts';
import { daysUntilWriteOff } from '../terms.rules.ts';
import { digitWarning, STANDARD_LIMITS, STANDARD_TITLE, writtenDigit } from './febraban.rules.ts';

const SEQUENCE = 15;
const NUMBER = 17;
/** Of an account that names its operation, within the twelve digits that accounts have here. */
const OPERATION = /^0(?!000)(\d{11})$/;

const digitOf = (text: string) => writtenDigit(mod11Complement(text), '0');
const { '11': _open, '29': _statements, ...listed } = FEBRABAN_KINDS;

export const caixa: Profile = {
  bankCode: '104',
  bankCodeDigit: '0',
  bankName: 'Caixa Econômica Federal',
  fileVersion: '101',
  batchVersion: '060',
  paymentPlace: 'Preferencialmente nas casas lotéricas até o valor limite',
  wallets: {
    '14': { fileCode: '1' },
    '24': { refused: 'is without registration, which banks no longer take' },
  },
  account: {
    agreement: { pattern: /^(\d{6}|1[1-9]\d{5}|[2-9]\d{6})$/, says: 'the 6 or 7 digits of the beneficiary code' },
    accountDigits: 12,
    needsBranchDigit: false,
    needsAccountDigit: false,
  },
  limits: { ...STANDARD_LIMITS, documentNumberLength: 11 },
  remessa: {
    needsPayerAlways: true,
    hasNoReference: true,
    header: (account) => [
      [33, 52, zeros(20)],
      [59, 72, account.agreement.padEnd(14, '0')],
      [192, 211, code('REMESSA-PRODUCAO', 20)],
    ],
    batchHeader: (account) => [
      [34, 53, account.agreement.padEnd(20, '0')],
      [60, 73, account.agreement.length === 7 ? zeros(14) : account.agreement.padEnd(14, '0')],
    ],
    p: (account, title) => [
      [24, 37, account.agreement.padEnd(14, '0')],
      [60, 60, '2'],
      [62, 62, '0'],
      [106, 106, '0'],
      ...writeOff(daysUntilWriteOff(title)),
    ],
  },
  retorno: {
    // The reference that comes back is the document number once more.
    columns: { ...STANDARD_TITLE, document: [59, 69], reference: null },
    // Paid online is money like any other; what is reversed was money.
    kinds: {
      ...listed,
      ...all('paid', '46'),
      ...all('taken_back', '44', '47'),
      ...all('information', '51', '52', '53', '61'),
    },
    refusals: FEBRABAN_REFUSALS,
    alreadyThere: FEBRABAN_ALREADY_THERE,
    identities,
    readNumber,
  },
  sequenceDigits: () => SEQUENCE,
  numberOf,
  printedBeneficiary: ({ branch, agreement }) => `${branch}/${agreement}-${digitOf(agreement)}`,
  warnings,
};

function numberOf({ agreement, wallet }: AccountAtBank, { sequence }: NumberInput): OurNumber {
  const number = wallet + digits(sequence, SEQUENCE);
  const beneficiary = agreement.length === 7 ? agreement : agreement + digitOf(agreement);
  const parts = [
    beneficiary,
    number.slice(2, 5),
    number.slice(0, 1),
    number.slice(5, 8),
    number.slice(1, 2),
    number.slice(8),
  ].join('');
  const digit = digitOf(number);
  return {
    digits: number,
    digit,
    freeField: parts + digitOf(parts),
    printed: `${number}-${digit}`,
    inFile: `000${number}`,
  };
}

/** A zero or a blank stands before the seventeen digits. */
function readNumber({ wallet }: AccountAtBank, text: string): ReadNumber | null {
  const number = text.length === NUMBER + 1 ? text : text.replace(/^0+(?=\d{17}.$)/, '');
  if (number.length !== NUMBER + 1 || !number.startsWith(wallet)) return null;
  return { sequence: Number(number.slice(2, NUMBER)), yearOfCentury: null, digit: number.slice(NUMBER) };
}

/** The branch is not always told; the code of the beneficiary is. Of seven digits it takes a column more. */
function identities({ agreement }: AccountAtBank): Identities {
  const what = 'beneficiary code';
  const at = (from: number) => ({ columns: [from, from + agreement.length - 1] as const, what, value: agreement });
  // Papers name the code in the batch and with each title; not every header repeats it.
  return {
    header: [{ ...at(59), mayBeEmpty: true }],
    batch: [{ ...at(60), mayBeEmpty: true }],
    title: [at(24)],
  };
}

function writeOff(days: number): Field[] {
  // At this bank no days at all are the day after the due date.
  return [
    [224, 224, '1'],
    [225, 227, digits(days, 3)],
  ];
}

function warnings({ branch, account, accountDigit, agreement }: AccountAtBank): string[] {
  const withOperation = OPERATION.exec(account)?.[1];
  return [
    ...(withOperation ? digitWarning('account_digit', accountDigit, digitOf(branch + withOperation)) : []),
    ...(agreement.length === 7
      ? ['a beneficiary code of 7 digits may need another version of the file: try a test file first']
      : []),
  ];
}
