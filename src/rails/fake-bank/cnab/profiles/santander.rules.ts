import { modulo11 } from '../digits.rules.ts';
import { BATCH_HEADER, FILE_HEADER, SEGMENT_P, SEGMENT_R } from '../records/febraban.rules.ts';
import { bend, layout } from '../records/layout.rules.ts';
import { type CnabProfile, checkedNumber, FEBRABAN, FEBRABAN_CODES, SEGMENT_U_WITH_ZEROS } from './profile.rules.ts';

/** Every field after the movement stands elsewhere than FEBRABAN's. */
const SEGMENT_T = layout(`
  1-3 bank num
  4-7 batch num
  8 record =3
  9-13 sequence num
  14 segment =T
  15 blank
  16-17 movement num
  18-21 branch num
  22 branchDigit text
  23-31 account num
  32 accountDigit text
  33-40 blank
  41-53 ourNumber num
  54 walletCode num
  55-69 document text
  70-77 dueDate text
  78-92 amount num
  93-95 receivingBank num
  96-99 receivingBranch num
  100 receivingDigit num
  101-125 reference text
  126-127 zeros
  128 payerType num
  129-143 payerDocument num
  144-183 payerName text
  184-193 billingAccount num
  194-208 fee num
  209-218 motives text
  219-240 blank
`);

export const SANTANDER: CnabProfile = {
  ...FEBRABAN,
  name: 'santander',
  bank: '033',
  bankName: 'BANCO SANTANDER (BRASIL) S.A.',
  versions: [['040', '030']],
  returnVersions: ['040', '030'],
  fileHeader: bend(
    FILE_HEADER,
    `
    9-16 blank
    17 documentType num
    18-32 document num
    33-47 transmissionCode num
    48-72 any
    152-157 blank
  `,
  ),
  batchHeader: bend(
    BATCH_HEADER,
    `
    34-53 blank
    54-68 transmissionCode num
    69-73 any
  `,
  ),
  returnHeaders: {
    file: bend(
      FILE_HEADER,
      `
      9-16 blank
      17 documentType num
      18-32 document num
      33-36 branch num
      37 branchDigit text
      38-46 account num
      47 accountDigit text
      48-52 blank
      53-61 agreement num
      62-72 blank
      152-157 blank
    `,
    ),
    batch: bend(
      BATCH_HEADER,
      `
      34-42 agreement num
      43-53 blank
      54-57 branch num
      58 branchDigit text
      59-67 account num
      68 accountDigit text
      69-73 blank
    `,
    ),
    values: ({ branch, branchDigit, account, accountDigit, agreement }) => ({
      ...{ branch, branchDigit: branchDigit ?? '', account, accountDigit: accountDigit ?? '', agreement },
    }),
  },
  // Two discounts: the third has no columns.
  segmentR: bend(SEGMENT_R, '42-65 any'),
  segmentP: bend(
    SEGMENT_P,
    `
    18-21 branch num
    22 branchDigit text
    23-31 account num
    32 accountDigit text
    33-42 any
    43-44 blank
    45-57 ourNumber num
    61-62 blank
    225 zeros
    226-227 writeOffDays num
    230-240 blank
  `,
  ),
  segmentT: SEGMENT_T,
  segmentU: SEGMENT_U_WITH_ZEROS,
  returnBatch: '7031',
  returnTrailerBatch: '7031',
  codes: { ...FEBRABAN_CODES, takenBack: '94' },
  fee: { habit: 'apart', cents: 324 },
  receiving: { bank: '104', branch: '2250', digit: '0' },
  checked: ['transmissionCode'],
  header: ({ transmissionCode }) => ({ transmissionCode }),
  batchHeaderOf: ({ transmissionCode }) => ({ transmissionCode }),
  readNumber(p) {
    const text = p.text('ourNumber');
    return checkedNumber(text.slice(0, -1), text.slice(-1), modulo11(text.slice(0, -1)));
  },
  writeNumber: ({ number, digit }) => ({ ourNumber: number + digit }),
  moreOfT: ({ account, accountDigit }) => ({ billingAccount: account + accountDigit }),
  writeMotives: (motives) => motives.join('').padEnd(10, '0'),
};
