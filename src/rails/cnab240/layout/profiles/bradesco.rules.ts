import { mod11Complement } from '../../../../ground/brazil/boleto.rules.ts';
import type { AccountAtBank } from '../account.rules.ts';
import { FEBRABAN_KINDS, FEBRABAN_LATER_KINDS } from '../movement-kinds.rules.ts';
import type { NumberInput, OurNumber, Profile, ReadNumber } from '../profile.rules.ts';
import { digits, type Field } from '../record.rules.ts';
import { FEBRABAN_ALREADY_THERE, FEBRABAN_REFUSALS } from '../refusals.rules.ts';
import {
  digitsUpTo,
  digitWarning,
  identitiesWithAgreement,
  STANDARD_LIMITS,
  STANDARD_TITLE,
  writtenDigit,
} from './febraban.rules.ts';

const NUMBER = 11;
const SIMPLE = { fileCode: '1' };
const UNREGISTERED = { refused: 'is without registration, which banks no longer take' };

export const bradesco: Profile = {
  bankCode: '237',
  bankCodeDigit: '2',
  bankName: 'Bradesco',
  fileVersion: '084',
  batchVersion: '042',
  paymentPlace: 'Pagável preferencialmente na rede Bradesco ou Bradesco Expresso',
  wallets: { '03': SIMPLE, '04': SIMPLE, '09': SIMPLE, '19': SIMPLE, '06': UNREGISTERED, '16': UNREGISTERED },
  account: {
    agreement: digitsUpTo(20),
    accountDigits: 7,
    needsBranchDigit: true,
    needsAccountDigit: true,
  },
  limits: STANDARD_LIMITS,
  remessa: {
    header: (account) => agreementFields(account, 33),
    batchHeader: (account) => agreementFields(account, 34),
  },
  retorno: {
    columns: STANDARD_TITLE,
    kinds: { ...FEBRABAN_KINDS, ...FEBRABAN_LATER_KINDS },
    refusals: FEBRABAN_REFUSALS,
    alreadyThere: FEBRABAN_ALREADY_THERE,
    identities: identitiesWithAgreement,
    readNumber,
  },
  sequenceDigits: () => NUMBER,
  numberOf,
  printedBeneficiary: ({ branch, branchDigit, account, accountDigit }) =>
    `${branch}-${branchDigit} / ${digits(account, 7)}-${accountDigit}`,
  warnings: ({ branch, branchDigit, account, accountDigit }) => [
    ...digitWarning('branch_digit', branchDigit, writtenDigit(mod11Complement(branch, 5), 'P')),
    ...digitWarning('account_digit', accountDigit, writtenDigit(mod11Complement(digits(account, 7), 7), 'P')),
  ],
};

function numberOf({ branch, account, wallet }: AccountAtBank, { sequence }: NumberInput): OurNumber {
  const number = digits(sequence, NUMBER);
  const digit = writtenDigit(mod11Complement(wallet + number, 7), 'P');
  return {
    digits: number,
    digit,
    freeField: `${branch}${wallet}${number}${digits(account, 7)}0`,
    printed: `${wallet}/${number}-${digit}`,
    inFile: `${digits(wallet, 3)}00000${number}${digit}`,
  };
}

function readNumber({ wallet }: AccountAtBank, text: string): ReadNumber | null {
  if (text.length !== 20 || !text.startsWith(`${digits(wallet, 3)}00000`)) return null;
  return { sequence: Number(text.slice(8, 19)), yearOfCentury: null, digit: text.slice(19) };
}

function agreementFields({ agreement }: AccountAtBank, from: number): Field[] {
  return [[from, from + 19, digits(agreement, 20)]];
}
