import { mod11Complement } from '../../../../ground/brazil/boleto.rules.ts';
import type { AccountAtBank } from '../account.rules.ts';
import { all, FEBRABAN_KINDS } from '../movement-kinds.rules.ts';
import type { NumberInput, OurNumber, Profile, ReadNumber } from '../profile.rules.ts';
import { blank, digits, type Field } from '../record.rules.ts';
import { FEBRABAN_ALREADY_THERE, FEBRABAN_REFUSALS } from '../refusals.rules.ts';
import {
  digitWarning,
  identitiesWithAgreement,
  STANDARD_LIMITS,
  STANDARD_TITLE,
  writtenDigit,
} from './febraban.rules.ts';

const LONG_NUMBER = 17;
const SHORT_NUMBER = 11;
const LAST_SHORT_SEQUENCE_OF_SIX = 99_999;
const UNREGISTERED = { refused: 'is without registration, which banks no longer take' };
const BOUND = { refused: 'is not simple billing' };

/** Weights 9 to 2 from the right, the remainder itself: that is 11 less the sum by weights 2 to 9. */
const digitOf = (text: string) => writtenDigit(mod11Complement(text), 'X');

export const bb: Profile = {
  bankCode: '001',
  bankCodeDigit: '9',
  bankName: 'Banco do Brasil',
  fileVersion: '084',
  batchVersion: '043',
  wallets: {
    '11': { fileCode: '1' },
    '12': { fileCode: '1' },
    '17': { fileCode: '7' },
    '16': UNREGISTERED,
    '18': UNREGISTERED,
    '31': BOUND,
    '51': BOUND,
  },
  account: {
    agreement: { pattern: /^(\d{4}|\d{6,8})$/, says: '4, 6, 7 or 8 digits' },
    accountDigits: 8,
    needsBranchDigit: true,
    needsAccountDigit: true,
    extras: { variation: { pattern: /^\d{3}$/, says: '3 digits', fallback: '019' } },
  },
  // Its paper reads one discount, 37 characters of a name, and text without signs.
  limits: { ...STANDARD_LIMITS, discounts: 1, payerNameLength: 37, takesPunctuation: false },
  remessa: {
    header: (account) => agreementFields(account, 33),
    batchHeader: (account) => agreementFields(account, 34),
    // How long it can be paid after the due date is set at the branch, for the whole wallet.
    p: () => [
      [224, 224, '0'],
      [225, 227, '000'],
    ],
    batchTrailer: [[24, 115, blank(92)]],
  },
  retorno: {
    columns: STANDARD_TITLE,
    // Paid with a bounced cheque; paid with one that is not cleared yet.
    kinds: { ...FEBRABAN_KINDS, ...all('taken_back', '44'), ...all('information', '50') },
    refusals: FEBRABAN_REFUSALS,
    alreadyThere: FEBRABAN_ALREADY_THERE,
    identities: (account) => identitiesWithAgreement(account, 41),
    readNumber,
  },
  sequenceDigits: ({ agreement }) => lengthOf(agreement) - agreement.length,
  numberOf,
  printedBeneficiary: ({ branch, branchDigit, account, accountDigit }) =>
    `${branch}-${branchDigit} / ${digits(account, 8)}-${accountDigit}`,
  warnings: ({ branch, branchDigit, account, accountDigit }) => [
    ...digitWarning('branch_digit', branchDigit, digitOf(branch)),
    ...digitWarning('account_digit', accountDigit, digitOf(digits(account, 8))),
  ],
};

function lengthOf(agreement: string): number {
  return agreement.length >= 7 ? LONG_NUMBER : SHORT_NUMBER;
}

function numberOf({ agreement, branch, account, wallet }: AccountAtBank, { sequence }: NumberInput): OurNumber {
  const length = lengthOf(agreement);
  if (length === LONG_NUMBER) {
    const number = agreement + digits(sequence, length - agreement.length);
    return withoutDigit(number, `000000${number}${wallet}`);
  }
  // Wallets without registration had seventeen digits of their own beside an agreement of six.
  if (agreement.length === 6 && sequence > LAST_SHORT_SEQUENCE_OF_SIX) {
    const number = digits(sequence, LONG_NUMBER);
    return withoutDigit(number, `${agreement}${number}21`);
  }
  const number = agreement + digits(sequence, length - agreement.length);
  const digit = digitOf(number);
  return {
    digits: number,
    digit,
    freeField: number + branch + digits(account, 8) + wallet,
    printed: `${number}-${digit}`,
    inFile: (number + digit).padEnd(20),
  };
}

function withoutDigit(number: string, freeField: string): OurNumber {
  return { digits: number, digit: null, freeField, printed: number, inFile: number.padEnd(20) };
}

function readNumber({ agreement }: AccountAtBank, text: string): ReadNumber | null {
  const length = lengthOf(agreement);
  const hasDigit = length === SHORT_NUMBER;
  if (text.length !== length + (hasDigit ? 1 : 0) || !text.startsWith(agreement)) return null;
  return {
    sequence: Number(text.slice(agreement.length, length)),
    yearOfCentury: null,
    digit: hasDigit ? text.slice(length) : null,
  };
}

function agreementFields({ agreement, wallet, variation }: AccountAtBank, from: number): Field[] {
  return [[from, from + 19, `${digits(agreement, 9)}0014${wallet}${variation}  `]];
}
