import { mod11Complement } from '../../../../ground/brazil/boleto.rules.ts';
import type { AccountAtBank } from '../account.rules.ts';
import { FEBRABAN_KINDS, FEBRABAN_LATER_KINDS } from '../movement-kinds.rules.ts';
import type { NumberInput, OurNumber, Profile, ReadNumber } from '../profile.rules.ts';
import { digits } from '../record.rules.ts';
import { FEBRABAN_ALREADY_THERE, FEBRABAN_REFUSALS } from '../refusals.rules.ts';
import { identitiesWithAgreement, STANDARD_LIMITS, STANDARD_TITLE, writtenDigit } from './febraban.rules.ts';

const NUMBER = 11;

export const btg: Profile = {
  bankCode: '208',
  bankCodeDigit: '1',
  bankName: 'BTG Pactual',
  fileVersion: '083',
  batchVersion: '060',
  wallets: { '01': { fileCode: '1' } },
  account: {
    agreement: { pattern: /^[0-9A-Z]{1,20}$/, says: 'at most 20 digits or capitals' },
    accountDigits: 7,
    needsBranchDigit: false,
    needsAccountDigit: true,
  },
  limits: STANDARD_LIMITS,
  remessa: {},
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
  printedBeneficiary: ({ branch, account }) => `${branch}/${account}`,
};

/**
 * The bank's paper says that the digit is the remainder; its own example and its printed slip only fit 11 less the
 * remainder. The barcode carries the number without it.
 */
function numberOf({ branch, account, wallet }: AccountAtBank, { sequence }: NumberInput): OurNumber {
  const number = digits(sequence, NUMBER);
  const digit = writtenDigit(mod11Complement(wallet + number, 7), 'P');
  return {
    digits: number,
    digit,
    freeField: `${branch}${wallet}${number}${digits(account, 7)}0`,
    printed: `${digits(wallet, 3)}/${sequence}-${digit}`,
    inFile: (number + digit).padStart(20, '0'),
  };
}

function readNumber(_: AccountAtBank, text: string): ReadNumber | null {
  const match = /^0*?(\d{11})(.)$/.exec(text.padStart(NUMBER + 1, '0'));
  if (!match) return null;
  return { sequence: Number(match[1]), yearOfCentury: null, digit: match[2] ?? '' };
}
