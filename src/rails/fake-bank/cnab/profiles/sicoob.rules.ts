import { sicoobDigit } from '../digits.rules.ts';
import { SEGMENT_P, SEGMENT_T, SEGMENT_U } from '../records/febraban.rules.ts';
import { bend } from '../records/layout.rules.ts';
import { type CnabProfile, checkedNumber, FEBRABAN, figures } from './profile.rules.ts';

const FORM_A4 = '4';
const NUMBER_WIDTH = 7;
const OUR_NUMBER = `
  38-46 number num
  47 numberDigit num
  48-49 instalment =01
  50-51 modality num
  52 form =${FORM_A4}
  53-57 blank
`;

export const SICOOB: CnabProfile = {
  ...FEBRABAN,
  name: 'sicoob',
  bank: '756',
  bankName: 'SICOOB',
  versions: [['081', '040']],
  returnVersions: ['081', '044'],
  segmentP: bend(
    SEGMENT_P,
    `
    ${OUR_NUMBER}
    59 zeros
    60 blank
    224 writeOffCode zeros
    225-227 writeOffDays blank
  `,
  ),
  segmentT: bend(SEGMENT_T, OUR_NUMBER),
  segmentU: bend(
    SEGMENT_U,
    `
    158-165 zeros
    211-213 =756
    214-233 zeros
  `,
  ),
  fee: { habit: 'apart', cents: 170 },
  paidMotives: ['03'],
  receiving: { bank: '756', branch: '4277', digit: '3' },
  hasWallet: (p, { wallet }) => FEBRABAN.hasWallet(p) && Number(p.text('modality')) === Number(wallet),
  readNumber(p, { branch, agreement }) {
    const number = String(Number(p.text('number'))).padStart(NUMBER_WIDTH, '0');
    const base = figures(branch, 4) + figures(agreement, 10);
    return number.length > NUMBER_WIDTH
      ? null
      : checkedNumber(number, p.text('numberDigit'), sicoobDigit(base + number));
  },
  writeNumber: ({ number, digit }, { wallet }) => ({ number, numberDigit: digit, modality: wallet }),
  writeMotives: (motives) => motives.join('').padStart(10, '0'),
};
