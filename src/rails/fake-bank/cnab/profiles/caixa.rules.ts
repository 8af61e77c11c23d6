import type { CnabAccount } from '../account.rules.ts';
import { modulo11 } from '../digits.rules.ts';
import { SEGMENT_P, SEGMENT_T, SEGMENT_U } from '../records/febraban.rules.ts';
import { bend } from '../records/layout.rules.ts';
import { type CnabProfile, checkedNumber, FEBRABAN, FEBRABAN_CODES, type Values } from './profile.rules.ts';

/** Registered, and issued by the beneficiary. */
const KIND = '14';
/** A beneficiary of seven figures also fills the first of the zeros. */
const BENEFICIARY_WIDTH = 7;

const titleAccount = ({ branch, branchDigit, agreement }: CnabAccount): Values => ({
  branch,
  branchDigit,
  account: agreement.padEnd(BENEFICIARY_WIDTH, '0'),
});

export const CAIXA: CnabProfile = {
  ...FEBRABAN,
  name: 'caixa',
  bank: '104',
  bankName: 'CAIXA ECONOMICA FEDERAL',
  versions: [['101', '060']],
  returnVersions: ['101', '060'],
  segmentP: bend(
    SEGMENT_P,
    `
    24-30 account num
    31-37 zeros
    38-40 zeros
    41-42 =${KIND}
    43-57 number num
    60 documentKind =2
    63-73 document text
    74-77 blank
    101-106 zeros
    230-239 zeros
  `,
  ),
  segmentT: bend(
    SEGMENT_T,
    `
    24-30 account num
    31-36 zeros
    37-38 blank
    39 zeros
    40-41 =${KIND}
    42-56 number num
    57 numberDigit text
    59-69 document text
    70-73 blank
    133 zeros
    134-148 zeros
    189-198 blank
  `,
  ),
  segmentU: bend(
    SEGMENT_U,
    `
    154-157 zeros
    158-165 creditDay text
  `,
  ),
  needsPayerAlways: true,
  codes: { ...FEBRABAN_CODES, takenBack: '44', paidOnline: '46', onlineTakenBack: '47' },
  fee: { habit: 'apart', cents: 125 },
  paidMotives: ['02', '01', '01'],
  receiving: { bank: '0', branch: '1086', digit: '0' },
  checked: ['branch'],
  titleAccount,
  readNumber: (p) => checkedNumber(p.text('number'), '', ''),
  writeNumber: ({ number }) => ({ number, numberDigit: modulo11(KIND + number) }),
};
