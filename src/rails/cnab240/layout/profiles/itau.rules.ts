import { mod10 } from '../../../../ground/brazil/boleto.rules.ts';
import type { AccountAtBank } from '../account.rules.ts';
import { all, range } from '../movement-kinds.rules.ts';
import type { NumberInput, OurNumber, Profile, ReadNumber, Wallet } from '../profile.rules.ts';
import { blank, digits, type Field, zeros } from '../record.rules.ts';
import { ITAU_ALREADY_THERE, ITAU_REFUSALS } from '../refusals.rules.ts';
import { daysUntilWriteOff } from '../terms.rules.ts';
import { digitWarning, STANDARD_LIMITS, STANDARD_TITLE, standardIdentities } from './febraban.rules.ts';

const NUMBER = 8;
const OWN_NUMBERS = ['109', '110', '111', '138'];
/** Their digit is over wallet and number alone: two notes of the bank differ on 145 and 146, so both are here. */
const DIGIT_WITHOUT_ACCOUNT = ['126', '131', '145', '146', '168'];
const NUMBERED_BY_THE_BANK = ['104', '105', '112', '113', '147', '166', '212'];
/** The number of the document is part of the free field. */
const FIFTEEN_DIGITS = ['106', '107', '122', '142', '143', '195', '196', '198'];

const wallets = (names: readonly string[], wallet: Wallet) => Object.fromEntries(names.map((name) => [name, wallet]));

export const itau: Profile = {
  bankCode: '341',
  bankCodeDigit: '7',
  bankName: 'Itaú',
  fileVersion: '040',
  batchVersion: '030',
  wallets: {
    ...wallets([...OWN_NUMBERS, ...DIGIT_WITHOUT_ACCOUNT], { fileCode: '0' }),
    ...wallets(NUMBERED_BY_THE_BANK, { refused: 'is numbered by the bank: no slip could be drawn before it answers' }),
    ...wallets([...FIFTEEN_DIGITS, '175'], { refused: 'is without registration, which banks no longer take' }),
    '150': { refused: 'is in dollars' },
  },
  account: { accountDigits: 5, needsBranchDigit: false, needsAccountDigit: true },
  limits: {
    ...STANDARD_LIMITS,
    daysAfterDue: 99,
    takesDiscountPercents: false,
    takesMonthlyInterest: false,
    largestDiscountPercent: 90,
    documentNumberLength: 10,
    payerNameLength: 30,
  },
  remessa: {
    codeOfNoInterest: '0',
    header: (account) => [[33, 52, blank(20)], ...accountFields(account, 53)],
    batchHeader: (account) => [[34, 53, blank(20)], ...accountFields(account, 54)],
    p: (account, title) => [
      ...accountFields(account, 18),
      [58, 62, zeros(5)],
      [106, 106, '0'],
      // A trade bill (duplicata mercantil), by Itaú's own list.
      [107, 108, '01'],
      [118, 118, '0'],
      [142, 142, '0'],
      [224, 224, '1'],
      [225, 226, digits(Math.max(1, daysUntilWriteOff(title)), 2)],
      [227, 239, zeros(13)],
    ],
  },
  retorno: {
    columns: { ...STANDARD_TITLE, document: [59, 68], motives: [214, 221] },
    kinds: {
      '02': 'registered',
      '03': 'rejected',
      // At the counter or by the notary: money either way.
      ...all('paid', '06', '08'),
      // 10 is written off because it was paid, 32 because it was protested.
      ...all('written_off', '09', '10', '32'),
      '14': 'due_date_changed',
      ...all('instruction_refused', '15', '16', '17', '18', '60'),
      ...all('fee', ...range(26, 30), ...range(33, 46), '48', ...range(51, 56), '61', '62', ...range(80, 93)),
      ...all(
        'information',
        '04',
        '05',
        '11',
        '12',
        '13',
        '19',
        '20',
        '21',
        '23',
        '24',
        '25',
        '57',
        ...range(74, 79),
        '94',
      ),
    },
    refusals: ITAU_REFUSALS,
    alreadyThere: ITAU_ALREADY_THERE,
    refusedChanges: { '15': 'cancel', '17': 'due_date' },
    tellsOnlyCredit: true,
    totalsAreOfTheWallet: true,
    identities: standardIdentities,
    readNumber,
  },
  sequenceDigits: () => NUMBER,
  numberOf,
  printedBeneficiary: ({ branch, account, accountDigit }) => `${branch}/${digits(account, 5)}-${accountDigit}`,
  warnings: ({ branch, account, accountDigit }) =>
    digitWarning('account_digit', accountDigit, mod10(branch + digits(account, 5))),
};

function numberOf(at: AccountAtBank, { sequence, yourNumber = '' }: NumberInput): OurNumber {
  const { branch, account, accountDigit, wallet, client } = at;
  const number = digits(sequence, NUMBER);
  const base = DIGIT_WITHOUT_ACCOUNT.includes(wallet) ? '' : branch + digits(account, 5);
  const digit = mod10(base + wallet + number);
  const long = wallet + number + yourNumber + client;
  return {
    digits: number,
    digit,
    freeField: FIFTEEN_DIGITS.includes(wallet)
      ? `${long}${mod10(long)}0`
      : `${wallet}${number}${digit}${branch}${digits(account, 5)}${accountDigit}000`,
    printed: `${wallet}/${number}-${digit}`,
    inFile: `${wallet}${number}${digit}${blank(8)}`,
  };
}

function readNumber({ wallet }: AccountAtBank, text: string): ReadNumber | null {
  if (text.length !== 12 || !text.startsWith(wallet)) return null;
  return { sequence: Number(text.slice(3, 11)), yearOfCentury: null, digit: text.slice(11) };
}

/** Branch without digit, account of five, and the digit of both in the column that others leave blank. */
function accountFields({ branch, account, accountDigit }: AccountAtBank, from: number): Field[] {
  return [[from, from + 19, `0${branch} ${zeros(7)}${digits(account, 5)} ${accountDigit}`]];
}
