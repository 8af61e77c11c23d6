import { mod11Complement } from '../../../../ground/brazil/boleto.rules.ts';
import type { AccountAtBank } from '../account.rules.ts';
import { all, FEBRABAN_KINDS } from '../movement-kinds.rules.ts';
import type { Identities, NumberInput, OurNumber, Profile, ReadNumber } from '../profile.rules.ts';
import { blank, digits } from '../record.rules.ts';
import { FEBRABAN_ALREADY_THERE, FEBRABAN_REFUSALS } from '../refusals.rules.ts';
import { STANDARD_LIMITS, STANDARD_TITLE, standardIdentities, writtenDigit } from './febraban.rules.ts';

const SEQUENCE = 5;
const NUMBER = 8;

const digitOf = (text: string) => writtenDigit(mod11Complement(text), '0');

export const sicredi: Profile = {
  bankCode: '748',
  bankCodeDigit: 'X',
  bankName: 'Sicredi',
  fileVersion: '081',
  batchVersion: '040',
  paymentPlace: 'Preferencialmente em canais eletrônicos da sua instituição financeira',
  wallets: {
    '1': { fileCode: '1' },
    '3': { refused: 'is without registration, which banks no longer take' },
  },
  account: {
    agreement: { pattern: /^\d{5}$/, says: 'the 5 digits of the beneficiary code' },
    accountDigits: 12,
    needsBranchDigit: false,
    needsAccountDigit: true,
    extras: {
      cooperative: { pattern: /^\d{4}$/, says: '4 digits', fallback: { sameAs: 'branch' } },
      post: { pattern: /^[0-9A-Z]{2}$/, says: '2 digits or capitals', fallback: null },
      byte: { pattern: /^[2-9]$/, says: 'a digit from 2 to 9', fallback: '2' },
    },
  },
  // It always writes off after 60 days, and knows a fine in percent only.
  limits: { ...STANDARD_LIMITS, daysAfterDue: 60, takesFineAmounts: false },
  remessa: {
    fineFrom: 'due-date',
    header: () => [
      [33, 52, blank(20)],
      [58, 58, ' '],
      [167, 171, '01600'],
    ],
    batchHeader: () => [
      [34, 53, blank(20)],
      [59, 59, ' '],
    ],
    p: () => [
      [23, 23, ' '],
      [224, 224, '1'],
      [225, 227, '060'],
    ],
  },
  retorno: {
    columns: STANDARD_TITLE,
    // 36: a write-off that it refused.
    kinds: { ...FEBRABAN_KINDS, ...all('instruction_refused', '36') },
    refusals: FEBRABAN_REFUSALS,
    alreadyThere: FEBRABAN_ALREADY_THERE,
    refusedChanges: { '36': 'cancel' },
    identities,
    readNumber,
  },
  numbersByYear: true,
  sequenceDigits: () => SEQUENCE,
  numberOf,
  printedBeneficiary: ({ cooperative, post, agreement }) => `${cooperative}.${post}.${agreement}`,
};

function numberOf(account: AccountAtBank, { sequence, year, amountCents }: NumberInput): OurNumber {
  const { cooperative, agreement, byte, wallet } = account;
  // A post with letters counts as none.
  const post = /^\d+$/.test(account.post) ? account.post : '00';
  const number = digits(year % 100, 2) + byte + digits(sequence, SEQUENCE);
  const digit = digitOf(cooperative + post + agreement + number);
  const hasValue = amountCents > 0 ? '1' : '0';
  const parts = `${wallet}1${number}${digit}${cooperative}${post}${agreement}${hasValue}0`;
  return {
    digits: number,
    digit,
    freeField: parts + digitOf(parts),
    printed: `${number.slice(0, 2)}/${number.slice(2)}-${digit}`,
    inFile: (number + digit).padEnd(20),
  };
}

function readNumber({ byte }: AccountAtBank, text: string): ReadNumber | null {
  if (text.length !== NUMBER + 1 || text.charAt(2) !== byte) return null;
  return {
    sequence: Number(text.slice(3, NUMBER)),
    yearOfCentury: Number(text.slice(0, 2)),
    digit: text.slice(NUMBER),
  };
}

/** Its remessa leaves the code of the beneficiary out, its retorno may carry it. */
function identities(account: AccountAtBank): Identities {
  const standard = standardIdentities(account);
  const code = { what: 'beneficiary code', value: account.agreement, mayBeEmpty: true };
  return {
    header: [{ ...code, columns: [33, 52] }, ...standard.header],
    batch: [{ ...code, columns: [34, 53] }, ...standard.batch],
    title: standard.title,
  };
}
