import type { AccountAtBank } from '../account.rules.ts';
import { FEBRABAN_KINDS, FEBRABAN_LATER_KINDS } from '../movement-kinds.rules.ts';
import type { NumberInput, OurNumber, Profile, ReadNumber } from '../profile.rules.ts';
import { blank, digits } from '../record.rules.ts';
import { FEBRABAN_ALREADY_THERE, FEBRABAN_REFUSALS } from '../refusals.rules.ts';
import { digitsUpTo, STANDARD_LIMITS, STANDARD_TITLE, standardIdentities } from './febraban.rules.ts';

const NUMBER = 7;
const WEIGHTS = [3, 1, 9, 7];
const INSTALMENT = '001';

export const sicoob: Profile = {
  bankCode: '756',
  bankCodeDigit: '0',
  bankName: 'Sicoob',
  fileVersion: '081',
  batchVersion: '040',
  // What others call the wallet is the modality here.
  wallets: {
    '01': { fileCode: '1' },
    '02': { refused: 'is without registration, which banks no longer take' },
    '03': { refused: 'is not simple billing' },
    '05': { refused: 'is for payment booklets' },
  },
  account: {
    agreement: digitsUpTo(7),
    accountDigits: 12,
    needsBranchDigit: true,
    needsAccountDigit: true,
    extras: {
      cooperative: { pattern: /^\d{4}$/, says: '4 digits', fallback: { sameAs: 'branch' } },
      client: { ...digitsUpTo(7), fallback: { sameAs: 'agreement' } },
    },
  },
  limits: STANDARD_LIMITS,
  remessa: {
    codeOfNoInterest: '0',
    header: () => [
      [33, 52, blank(20)],
      [72, 72, '0'],
    ],
    batchHeader: () => [[34, 53, blank(20)]],
    p: () => [
      [59, 59, '0'],
      [60, 60, ' '],
      [224, 224, '0'],
      [225, 227, blank(3)],
    ],
  },
  retorno: {
    columns: STANDARD_TITLE,
    kinds: { ...FEBRABAN_KINDS, ...FEBRABAN_LATER_KINDS },
    refusals: FEBRABAN_REFUSALS,
    alreadyThere: FEBRABAN_ALREADY_THERE,
    identities: standardIdentities,
    readNumber,
  },
  sequenceDigits: () => NUMBER,
  numberOf,
  printedBeneficiary: ({ cooperative, client }) => `${cooperative} / ${client}`,
};

function numberOf({ cooperative, client, wallet }: AccountAtBank, { sequence }: NumberInput): OurNumber {
  const number = digits(sequence, NUMBER);
  const digit = digitOf(cooperative + digits(client, 10) + number);
  return {
    digits: number,
    digit,
    freeField: `1${cooperative}${wallet}${digits(client, 7)}${number}${digit}${INSTALMENT}`,
    printed: `${number}-${digit}`,
    // One instalment, the modality, on A4 by the beneficiary.
    inFile: `${digits(number + digit, 10)}01${wallet}4${blank(5)}`,
  };
}

/** Weights from the left. */
function digitOf(text: string): string {
  const sum = Array.from(text).reduce((total, figure, index) => total + Number(figure) * (WEIGHTS[index % 4] ?? 0), 0);
  const remainder = sum % 11;
  return String(remainder < 2 ? 0 : 11 - remainder);
}

/** Ten columns of number and digit, of which some files use the first two otherwise; then instalment and form. */
function readNumber(_: AccountAtBank, text: string): ReadNumber | null {
  if (text.length < 10) return null;
  return { sequence: Number(text.slice(2, 9)), yearOfCentury: null, digit: text.slice(9, 10) };
}
