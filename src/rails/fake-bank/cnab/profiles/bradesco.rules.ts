import { modulo11WithP } from '../digits.rules.ts';
import { SEGMENT_P, SEGMENT_T } from '../records/febraban.rules.ts';
import { bend } from '../records/layout.rules.ts';
import { type CnabProfile, checkedNumber, FEBRABAN, figures } from './profile.rules.ts';

const OUR_NUMBER = `
  38-40 wallet num
  41-45 zeros
  46-56 number num
  57 numberDigit text
`;

export const BRADESCO: CnabProfile = {
  ...FEBRABAN,
  name: 'bradesco',
  bank: '237',
  bankName: 'BANCO BRADESCO S.A.',
  versions: [['084', '042']],
  returnVersions: ['084', '042'],
  segmentP: bend(SEGMENT_P, OUR_NUMBER),
  segmentT: bend(SEGMENT_T, OUR_NUMBER),
  fee: { habit: 'apart', cents: 190 },
  checked: ['branch', 'account', 'agreement'],
  hasWallet: (p, { wallet }) => FEBRABAN.hasWallet(p) && Number(p.text('wallet')) === Number(wallet),
  readNumber(p, { wallet }) {
    const number = p.text('number');
    return checkedNumber(number, p.text('numberDigit'), modulo11WithP(figures(wallet, 2) + number));
  },
  writeNumber: ({ number, digit }, { wallet }) => ({ wallet, number, numberDigit: digit }),
};
