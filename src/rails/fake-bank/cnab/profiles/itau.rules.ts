import { modulo10 } from '../digits.rules.ts';
import { SEGMENT_P, SEGMENT_T } from '../records/febraban.rules.ts';
import { bend } from '../records/layout.rules.ts';
import {
  type CnabProfile,
  checkedNumber,
  FEBRABAN,
  FEBRABAN_CODES,
  FEBRABAN_MOTIVES,
  figures,
} from './profile.rules.ts';

const ACCOUNT_AND_NUMBER = `
  18 zeros
  19-22 branch num
  23 blank
  24-30 zeros
  31-35 account num
  36 blank
  37 accountDigit num
  38-40 wallet num
  41-48 number num
  49 numberDigit num
  50-57 blank
`;

/** Their digit is of wallet and number alone. */
const WALLETS_WITHOUT_ACCOUNT: readonly string[] = ['126', '131', '145', '146', '150', '168'];

export const ITAU: CnabProfile = {
  ...FEBRABAN,
  name: 'itau',
  bank: '341',
  bankName: 'BANCO ITAU S.A.',
  versions: [['040', '030']],
  returnVersions: ['040', '030'],
  segmentP: bend(
    SEGMENT_P,
    `
    ${ACCOUNT_AND_NUMBER}
    58 walletCode zeros
    59-62 zeros
    63-72 document text
    73-77 blank
    118 interestCode zeros
    142 discountCode zeros
    225-226 writeOffDays num
    227 zeros
    228-229 currency zeros
    230-239 zeros
  `,
  ),
  segmentT: bend(
    SEGMENT_T,
    `
    ${ACCOUNT_AND_NUMBER}
    58 zeros
    59-68 document text
    69-73 blank
    131-132 zeros
    149-178 payerName text
    179-188 blank
    214-221 motives text
    222-223 channel text
  `,
  ),
  // A table of its own: 17 is a refused change here, and money after a write-off is simply money.
  codes: {
    ...FEBRABAN_CODES,
    paidAfterWriteOff: '06',
    writeOffRefused: '15',
    instructionRefused: '16',
    dueDateRefused: '17',
    fee: '26',
  },
  motives: {
    ...FEBRABAN_MOTIVES,
    instruction: '01',
    account: '31',
    number: '42',
    numberRepeated: '14',
    wallet: '22',
    dueDate: '05',
    dueBeforeIssue: '05',
    amount: '07',
    payerName: '08',
    payerDocument: '37',
    payerAddress: '10',
    zip: '11',
    state: '04',
    unknownTitle: '21',
    settledTitle: '22',
  },
  fee: { habit: 'from the credit', cents: 250 },
  paidMotives: [],
  paidChannel: 'B1',
  registeredMotives: [],
  feeMotives: [],
  receiving: { bank: '0', branch: '988', digit: '0' },
  hasWallet: (p, { wallet }) => p.text('wallet') === wallet,
  readNumber(p, { branch, account, wallet }) {
    const number = p.text('number');
    const base = WALLETS_WITHOUT_ACCOUNT.includes(wallet) ? '' : figures(branch, 4) + figures(account, 5);
    return checkedNumber(number, p.text('numberDigit'), modulo10(base + wallet + number));
  },
  writeNumber: ({ number, digit }, { wallet }) => ({ wallet, number, numberDigit: digit }),
  writeMotives: (motives) => motives.slice(0, 4).join('').padEnd(8, '0'),
};
