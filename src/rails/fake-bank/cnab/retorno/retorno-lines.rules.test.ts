import { expect, it } from 'vitest';
import { type CnabAccount, INVENTED_ACCOUNTS, type ProfileName } from '../account.rules.ts';
import { PROFILES } from '../profiles/profiles.rules.ts';
import type { Movement, TitleOnPaper } from '../title.rules.ts';
import { retornoLines } from './retorno-lines.rules.ts';

/** Lines of the shape that banks really write, with invented names, documents and numbers. */

const LINES: Record<string, readonly string[]> = {
  bb: [
    [
      '0010001300001T 060123430000001234567 12345670000000005   7               3011202',
      '6000000000040000237009880pay_01J9                 090000000000000000            ',
      '                            000000000000000000000012004        170191234567     ',
    ].join(''),
    [
      '0010001300002U 06000000000000000000000000000000000000000000000000000000000000000',
      '0000000400000000000000398800000000000000000000000000000003011202601122026       ',
      '     000000000000000                              000                           ',
    ].join(''),
  ],
  itau: [
    [
      '3410001300001T 0601234 000000056789 7109002233502        0PED-000042     3011202',
      '6000000000060000000009880pay_01J9                 001000052998224725FULANO DE TA',
      'L                           000000000000000000000025000000000B1                 ',
    ].join(''),
    [
      '3410001300002U 06000000000000000000000000000000000000000000000000000000000000000',
      '0000000597500000000000597500000000000000000000000000000000112202601122026       ',
      '     000000000000000                              000                           ',
    ].join(''),
  ],
  santander: [
    [
      '0330001300001T 06123450123456789        00000000045611PED-000042     30112026000',
      '00000027171610422500pay_01J9                 001000052998224725FULANO DE TAL    ',
      '                       01234567890000000000003240400000000                      ',
    ].join(''),
    [
      '0330001300002U 06000000000000000000000000000000000000000000000000000000000000000',
      '00000027171600000000027171600000000000000000000000000000030112026011220260000000',
      '00000000000000000000                              000                           ',
    ].join(''),
  ],
  caixa: [
    [
      '1040001300001T 060182541234560000000  0140000000000000065142             3011202',
      '600000000005000000001086042                       090000000000000000FULANO DE TA',
      'L                                     000000000000125020101                     ',
    ].join(''),
    [
      '1040001300002U 06000000000000550000000000000000000000000000000000000000000000000',
      '00000005055000000000005055000000000000000000000000000000001122026021220260000021',
      '22026000000000000000                              000                           ',
    ].join(''),
  ],
  sicoob: [
    [
      '7560001300001T 060427730000000064985 000000004001014     1PED-000042     3011202',
      '6000000000030000756042773pay_01J9                 091000052998224725FULANO DE TA',
      'L                           00000000000000000000001700000000003                 ',
    ].join(''),
    [
      '7560001300002U 06000000000000000000000000000000000000000000000000000000000000000',
      '0000000300000000000000300000000000000000000000000000000003011202601122026    000',
      '00000000000000000000                              75600000000000000000000       ',
    ].join(''),
  ],
  sicredi: [
    [
      '7480001300001T 0200156 0000000853054 262000033           1PED-000042     3011202',
      '6000000000040000000      pay_01J9                 091000052998224725FULANO DE TA',
      'L                           0000000000000000000000000A4                         ',
    ].join(''),
    [
      '7480001300002U 02000000000000000000000000000000000000000000000000000000000000000',
      '00000000000000000000000000000000000000000000000000000000016112026               ',
      '     000000000000000                              00000000000000000000000       ',
    ].join(''),
  ],
  btg: [
    [
      '2080001300001T 060005000000003886853 000000000000000638041PED-000042     3011202',
      '6000000000020000208000500pay_01J9                 091000052998224725FULANO DE TA',
      'L                           00000000000000000000000000000000000                 ',
    ].join(''),
    [
      '2080001300002U 06000000000000000000000000000000000000000000000000000000000000000',
      '00000002000000000000002000000000000000000000000000000000030112026011220260000301',
      '12026000000000000000                              000                           ',
    ].join(''),
  ],
};

const TITLE: TitleOnPaper = {
  number: '',
  digit: '',
  walletCode: '1',
  document: 'PED-000042',
  reference: 'pay_01J9',
  dueDate: '2026-11-30',
  amountCents: 40_000,
  payer: { type: '1', document: '52998224725', name: 'FULANO DE TAL' },
};
const PAID: Movement = {
  code: '06',
  title: TITLE,
  motives: [],
  isMoney: true,
  day: '2026-11-30',
  creditDay: '2026-12-01',
  feeCents: 0,
  chargesCents: 0,
  discountCents: 0,
  abatementCents: 0,
  paidCents: 40_000,
  creditedCents: 40_000,
  fromClosing: 0,
};

interface Case {
  account?: Partial<CnabAccount>;
  title: Partial<TitleOnPaper>;
  movement: Partial<Movement>;
}

const CASES: Partial<Record<ProfileName, Case>> = {
  bb: {
    account: { accountDigit: '7' },
    title: { number: '12345670000000005', walletCode: '7' },
    movement: { motives: ['04'], feeCents: 120, creditedCents: 39_880 },
  },
  itau: {
    title: { number: '00223350', digit: '2', amountCents: 60_000 },
    movement: { day: '2026-12-01', feeCents: 250, paidCents: 60_000, creditedCents: 59_750 },
  },
  santander: {
    account: { account: '12345678', accountDigit: '9' },
    title: { number: '000000000456', digit: '1', amountCents: 271_716 },
    movement: { motives: ['04'], feeCents: 324, paidCents: 271_716, creditedCents: 271_716 },
  },
  caixa: {
    title: { number: '000000000000006', document: '42', reference: '42', amountCents: 50_000 },
    movement: {
      ...{ motives: ['02', '01', '01'], day: '2026-12-01', creditDay: '2026-12-02', feeCents: 125 },
      ...{ chargesCents: 550, paidCents: 50_550, creditedCents: 50_550 },
    },
  },
  sicoob: {
    title: { number: '0000004', digit: '0', amountCents: 30_000 },
    movement: { motives: ['03'], feeCents: 170, paidCents: 30_000, creditedCents: 30_000 },
  },
  sicredi: {
    title: { number: '26200003', digit: '3' },
    movement: {
      ...{ code: '02', isMoney: false, motives: ['A4'], day: '2026-11-16', creditDay: null },
      ...{ paidCents: 0, creditedCents: 0 },
    },
  },
  btg: {
    title: { number: '00000006380', digit: '4', amountCents: 20_000 },
    movement: { paidCents: 20_000, creditedCents: 20_000 },
  },
};

it.each(Object.entries(CASES))('%s writes T and U as the bank does', (name, { account = {}, title, movement }) => {
  const profile = { ...PROFILES[name as ProfileName], returnBatch: '0001' };
  const movements = [{ ...PAID, ...movement, title: { ...TITLE, ...title } }];
  const at = new Date('2026-11-30T20:00:00-03:00');
  const customer = { ...INVENTED_ACCOUNTS[name as ProfileName], ...account };
  const lines = retornoLines({ fileNumber: 1, at, movements }, profile, customer);
  expect(lines.slice(2, 4)).toEqual(LINES[name]);
});
