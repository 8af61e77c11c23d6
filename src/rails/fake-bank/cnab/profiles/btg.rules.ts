import { modulo11WithP } from '../digits.rules.ts';
import { SEGMENT_U } from '../records/febraban.rules.ts';
import { bend } from '../records/layout.rules.ts';
import { type CnabProfile, checkedNumber, FEBRABAN, figures } from './profile.rules.ts';

const FIELD_WIDTH = 20;
const NUMBER_WIDTH = 11;

export const BTG: CnabProfile = {
  ...FEBRABAN,
  name: 'btg',
  bank: '208',
  bankName: 'BANCO BTG PACTUAL S.A.',
  versions: [['083', '060']],
  returnVersions: ['083', '060'],
  segmentU: bend(
    SEGMENT_U,
    `
    154-157 zeros
    158-165 day text
  `,
  ),
  fee: { habit: 'apart', cents: 0 },
  paidMotives: [],
  registeredMotives: [],
  receiving: { bank: '208', branch: '50', digit: '0' },
  readNumber(p, { wallet }) {
    const [, number, digit] = /^0*(\d{1,11})([\dP])$/.exec(p.text('ourNumber')) ?? [];
    if (number === undefined || digit === undefined) return null;
    const wide = figures(number, NUMBER_WIDTH);
    return checkedNumber(wide, digit, modulo11WithP(figures(wallet, 2) + wide));
  },
  writeNumber: ({ number, digit }) => ({ ourNumber: figures(number + digit, FIELD_WIDTH) }),
  writeMotives: (motives) => motives.join('').padEnd(10, '0'),
};
