import { modulo11 } from '../digits.rules.ts';
import { SEGMENT_P, SEGMENT_T, SEGMENT_U } from '../records/febraban.rules.ts';
import { bend } from '../records/layout.rules.ts';
import { type CnabProfile, checkedNumber, FEBRABAN, FEBRABAN_CODES, figures } from './profile.rules.ts';

const OUR_NUMBER = `
  38-45 number num
  46 numberDigit num
  47-57 blank
`;

export const SICREDI: CnabProfile = {
  ...FEBRABAN,
  name: 'sicredi',
  bank: '748',
  bankName: 'SICREDI',
  versions: [['081', '040']],
  returnVersions: ['081', '040'],
  segmentP: bend(
    SEGMENT_P,
    `
    23 branchDigit blank
    ${OUR_NUMBER}
    224 writeOffCode =1
    225-227 writeOffDays =060
  `,
  ),
  segmentT: bend(
    SEGMENT_T,
    `
    23 blank
    ${OUR_NUMBER}
    100-104 blank
    105 blank
  `,
  ),
  segmentU: bend(SEGMENT_U, '214-233 zeros'),
  codes: { ...FEBRABAN_CODES, writeOffRefused: '36' },
  noDate: '        ',
  fee: { habit: 'in a line of its own', cents: 150 },
  registeredMotives: ['A4'],
  receiving: { bank: '0', branch: '', digit: '' },
  header: ({ branch, agreement, account, accountDigit }) => ({ agreement, branch, account, accountDigit }),
  batchHeaderOf: ({ branch, agreement, account, accountDigit }) => ({ agreement, branch, account, accountDigit }),
  titleAccount: ({ branch, account, accountDigit }) => ({ branch, account, accountDigit }),
  readNumber(p, { branch, post, agreement }) {
    const number = p.text('number');
    // A post with letters counts as 00.
    const postFigures = /^\d+$/.test(post) ? figures(post, 2) : '00';
    const expected = modulo11(figures(branch, 4) + postFigures + figures(agreement, 5) + number);
    return checkedNumber(number, p.text('numberDigit'), expected);
  },
  writeNumber: ({ number, digit }) => ({ number, numberDigit: digit }),
};
