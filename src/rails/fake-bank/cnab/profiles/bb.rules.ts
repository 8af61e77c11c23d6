import type { CnabAccount } from '../account.rules.ts';
import { modulo11WithX } from '../digits.rules.ts';
import { BATCH_HEADER, FILE_HEADER, SEGMENT_P, SEGMENT_T } from '../records/febraban.rules.ts';
import { bend } from '../records/layout.rules.ts';
import type { Row } from '../records/row.rules.ts';
import {
  type CnabProfile,
  checkedNumber,
  FEBRABAN,
  FEBRABAN_CODES,
  febrabanAccount,
  figures,
} from './profile.rules.ts';

/** Banco do Brasil calls wallet 17 by 7, the simple wallets 11 and 12 by 1. */
const WALLET_CODES: Readonly<Record<string, string>> = { '17': '7', '11': '1', '12': '1' };
const LONG_AGREEMENT = 7;

const header = (account: CnabAccount) => ({
  ...febrabanAccount(account),
  agreement: account.agreement,
  wallet: account.wallet,
  variation: account.variation,
});

export const BB: CnabProfile = {
  ...FEBRABAN,
  name: 'bb',
  bank: '001',
  bankName: 'BANCO DO BRASIL S.A.',
  versions: [
    ['083', '042'],
    ['084', '043'],
  ],
  returnVersions: ['084', '043'],
  fileHeader: bend(
    FILE_HEADER,
    `
    33-41 agreement num
    42-45 =0014
    46-47 wallet num
    48-50 variation num
    51-52 blank
  `,
  ),
  batchHeader: bend(
    BATCH_HEADER,
    `
    34-42 agreement num
    43-46 =0014
    47-48 wallet num
    49-51 variation num
    52-53 blank
  `,
  ),
  segmentP: bend(SEGMENT_P, '59-62 any'),
  segmentT: bend(
    SEGMENT_T,
    `
    59-73 blank
    133 zeros
    134-148 zeros
    149-188 blank
    224-225 wallet num
    226-228 variation num
    229-240 agreement text
  `,
  ),
  // A cheque that came back takes the money with it.
  codes: { ...FEBRABAN_CODES, takenBack: '44' },
  fee: { habit: 'from the credit', cents: 120 },
  checked: ['branch', 'account', 'agreement', 'wallet', 'variation'],
  header,
  batchHeaderOf: header,
  hasWallet: (p: Row, { wallet }) => p.text('walletCode') === (WALLET_CODES[wallet] ?? p.text('walletCode')),
  readNumber(p, { agreement }) {
    const text = p.text('ourNumber');
    if (!text.startsWith(agreement)) return null;
    if (agreement.length >= LONG_AGREEMENT) return /^\d{17}$/.test(text) ? checkedNumber(text, '', '') : null;
    const [number, digit] = [text.slice(0, 11), text.slice(11)];
    return /^\d{11}$/.test(number) ? checkedNumber(number, digit, modulo11WithX(number)) : null;
  },
  writeNumber: ({ number, digit }) => ({ ourNumber: number + digit }),
  moreOfT: ({ wallet, variation, agreement }) => ({
    wallet: figures(wallet, 2),
    variation: figures(variation, 3),
    agreement,
  }),
};
