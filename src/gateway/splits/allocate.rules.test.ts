import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { feeOf } from '../../ground/money/basis-points.ts';
import { allocate, type Share } from './allocate.rules.ts';
import type { Participant } from './participants.rules.ts';
import { OWNER, participant, splits } from './split-samples.contract.ts';

const OTHER = { companyId: 4, merchantId: 3, companyName: 'Entregador' };
const SISTER = { companyId: 2, merchantId: 1, companyName: 'Filial' };
const SELF = { companyId: 1, merchantId: 1, companyName: 'Loja' };

const split = (totalCents: number, feeCents: number, participants: Participant[]) =>
  allocate({ totalCents, feeCents, owner: OWNER, participants });

/** company: share − fee = net */
const told = (shares: Share[]) =>
  shares.map(
    (share) =>
      `${share.companyName} ${share.merchantType}: ${share.shareCents} - ${share.feeCents} = ${share.netCents}`,
  );

describe('worked examples, 100,00 by PIX at 1 %', () => {
  const primary = { merchantType: 'PRIMARY', amountSplit: 0 } as const;
  const EXAMPLES: [string, Participant[], string[]][] = [
    ['alone', [], ['Loja PRIMARY: 10000 - 100 = 9900']],
    ['30 % gross', [participant()], ['Loja PRIMARY: 7000 - 100 = 6900', 'Parceiro SECONDARY: 3000 - 0 = 3000']],
    [
      '30 % net',
      [participant({ discountGrossAmount: false })],
      ['Loja PRIMARY: 7030 - 100 = 6930', 'Parceiro SECONDARY: 2970 - 0 = 2970'],
    ],
    [
      'fixed 25,00',
      [participant({ type: 'FIXED', amountSplit: 2_500 })],
      ['Loja PRIMARY: 7500 - 100 = 7400', 'Parceiro SECONDARY: 2500 - 0 = 2500'],
    ],
    [
      'partner bears the fee',
      [participant({ chargeFee: true })],
      ['Loja PRIMARY: 7000 - 0 = 7000', 'Parceiro SECONDARY: 3000 - 100 = 2900'],
    ],
    [
      'the owner listed as PRIMARY has no second row',
      [participant(), participant({ ...SELF, ...primary })],
      ['Parceiro SECONDARY: 3000 - 0 = 3000', 'Loja PRIMARY: 7000 - 100 = 6900'],
    ],
    [
      'a stranger listed as PRIMARY: the owner pays the fee out of nothing',
      [participant(), participant({ ...OTHER, ...primary })],
      ['Loja SECONDARY: 0 - 100 = -100', 'Parceiro SECONDARY: 3000 - 0 = 3000', 'Entregador PRIMARY: 7000 - 0 = 7000'],
    ],
    [
      'a stranger listed as PRIMARY that bears the fee',
      [participant({ ...OTHER, ...primary, chargeFee: true })],
      ['Loja SECONDARY: 0 - 0 = 0', 'Entregador PRIMARY: 10000 - 100 = 9900'],
    ],
    [
      'a stranger is PRIMARY, the owner SECONDARY: its row bears the fee',
      [participant({ ...SELF }), participant({ ...OTHER, ...primary })],
      ['Loja SECONDARY: 3000 - 100 = 2900', 'Entregador PRIMARY: 7000 - 0 = 7000'],
    ],
    [
      'the owner SECONDARY without a PRIMARY has the remainder, too',
      [participant({ ...SELF, source: 'fixed' }), participant({ ...SELF, amountSplit: 1_000 })],
      ['Loja PRIMARY: 6000 - 100 = 5900', 'Loja SECONDARY: 3000 - 0 = 3000', 'Loja SECONDARY: 1000 - 0 = 1000'],
    ],
    [
      'the owner twice, SECONDARY first and PRIMARY after it: the remainder bears the fee',
      [participant({ ...SELF, source: 'fixed', path: null }), participant({ ...SELF, ...primary })],
      ['Loja SECONDARY: 3000 - 0 = 3000', 'Loja PRIMARY: 7000 - 100 = 6900'],
    ],
    [
      'hybrid of fixed 10 % and dynamic 25,00',
      [
        participant({ ...SISTER, source: 'fixed', amountSplit: 1_000 }),
        participant({ type: 'FIXED', amountSplit: 2_500 }),
      ],
      ['Loja PRIMARY: 6500 - 100 = 6400', 'Filial SECONDARY: 1000 - 0 = 1000', 'Parceiro SECONDARY: 2500 - 0 = 2500'],
    ],
    [
      'a foreign fee bearer with a share below the fee',
      [participant({ type: 'FIXED', amountSplit: 40, chargeFee: true })],
      ['Loja PRIMARY: 9960 - 60 = 9900', 'Parceiro SECONDARY: 40 - 40 = 0'],
    ],
    [
      'a sister company with a share below the fee bears all of it',
      [participant({ ...SISTER, type: 'FIXED', amountSplit: 40, chargeFee: true })],
      ['Loja PRIMARY: 9960 - 0 = 9960', 'Filial SECONDARY: 40 - 100 = -60'],
    ],
  ];

  test.each(EXAMPLES)('%s', (_name, participants, expected) => {
    expect(told(split(10_000, feeOf(10_000, { fixedCents: 0, basisPoints: 100 }), participants))).toEqual(expected);
  });

  test('33,33 % of 100,01', () => {
    const shares = split(10_001, feeOf(10_001, { fixedCents: 0, basisPoints: 100 }), [
      participant({ amountSplit: 3_333 }),
    ]);
    expect(told(shares)).toEqual(['Loja PRIMARY: 6668 - 100 = 6568', 'Parceiro SECONDARY: 3333 - 0 = 3333']);
  });
});

test('rows carry the declared terms; the unlisted owner has none', () => {
  expect(split(10_000, 100, [participant({ discountGrossAmount: false })])).toEqual([
    {
      ...rowOf(0, 'Loja', 1),
      merchantType: 'PRIMARY',
      type: null,
      amountSplit: null,
      shareCents: 7_030,
      feeCents: 100,
      netCents: 6_930,
    },
    {
      ...rowOf(1, 'Parceiro', 3),
      merchantType: 'SECONDARY',
      type: 'PERCENTAGE',
      amountSplit: 3_000,
      shareCents: 2_970,
      feeCents: 0,
      netCents: 2_970,
    },
  ]);
});

test('the owner that receives nothing has a row of its own with a figure of zero', () => {
  const [row] = split(10_000, 100, [participant({ ...OTHER, merchantType: 'PRIMARY' })]);
  expect(row).toMatchObject({
    ...rowOf(0, 'Loja', 1),
    merchantType: 'SECONDARY',
    type: 'FIXED',
    amountSplit: 0,
    shareCents: 0,
  });
});

test.each([-1, 0.5, 10_001, Number.NaN])('a fee of %d is none', (feeCents) => {
  expect(() => split(10_000, feeCents, [])).toThrow(RangeError);
});

const rowOf = (position: number, companyName: string, companyId: number) => ({ position, companyName, companyId });

const sumOf = (shares: readonly Share[], key: 'shareCents' | 'feeCents' | 'netCents') =>
  shares.reduce((sum, share) => sum + share[key], 0);

describe('over random totals, plans and participants', () => {
  test('nothing is lost: shares add up to the total, fees to the fee, nets and fee to the total', () => {
    fc.assert(
      fc.property(splits, (input) => {
        const shares = allocate(input);
        expect(sumOf(shares, 'shareCents')).toBe(input.totalCents);
        expect(sumOf(shares, 'feeCents')).toBe(input.feeCents);
        expect(sumOf(shares, 'netCents') + input.feeCents).toBe(input.totalCents);
        for (const share of shares) {
          expect(share.shareCents).toBeGreaterThanOrEqual(0);
          expect(share.feeCents).toBeGreaterThanOrEqual(0);
          expect(share.netCents).toBe(share.shareCents - share.feeCents);
        }
      }),
    );
  });

  test('each SECONDARY has its declared share, rounded down by less than a cent', () => {
    fc.assert(
      fc.property(splits, (input) => {
        const shares = allocate(input);
        for (const [index, one] of input.participants.entries()) {
          const share = shares.find((row) => row.position === index + 1);
          expect(share?.companyId).toBe(one.companyId);
          if (one.merchantType === 'PRIMARY') continue;
          const base = one.discountGrossAmount ? input.totalCents : input.totalCents - input.feeCents;
          const exact =
            one.type === 'FIXED' ? BigInt(one.amountSplit) * 10_000n : BigInt(base) * BigInt(one.amountSplit);
          const rest = exact - BigInt(share?.shareCents ?? -1) * 10_000n;
          expect(rest >= 0n && rest < 10_000n).toBe(true);
        }
      }),
    );
  });

  test('the named bearer pays the fee, a stranger only up to its share, the owner the rest; nobody else pays any', () => {
    fc.assert(
      fc.property(splits, (input) => {
        const shares = allocate(input);
        const bearer = input.participants.findIndex((one) => one.chargeFee);
        const named = shares.find((share) => bearer >= 0 && share.position === bearer + 1);
        const foreign = input.participants[bearer]?.merchantId !== OWNER.merchantId;
        if (named) expect(named.feeCents).toBe(foreign ? Math.min(input.feeCents, named.shareCents) : input.feeCents);
        const others = shares.filter((share) => share !== named && share.companyId !== OWNER.companyId);
        expect(sumOf(others, 'feeCents')).toBe(0);
        for (const share of shares) {
          const merchantId =
            share.position === 0 ? OWNER.merchantId : input.participants[share.position - 1]?.merchantId;
          if (merchantId !== OWNER.merchantId) expect(share.netCents).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  test('exactly one row is PRIMARY, the owner is always there, and positions tell the rows apart', () => {
    fc.assert(
      fc.property(splits, (input) => {
        const shares = allocate(input);
        expect(shares.filter((share) => share.merchantType === 'PRIMARY')).toHaveLength(1);
        expect(shares.some((share) => share.companyId === OWNER.companyId)).toBe(true);
        const positions = shares.map((share) => share.position);
        expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
        expect(positions.length - input.participants.length).toBeLessThanOrEqual(1);
      }),
    );
  });
});

test('what the checks would refuse does not become shares', () => {
  expect(() => split(1_000, 0, [participant({ type: 'FIXED', amountSplit: 1_001 })])).toThrow(RangeError);
  expect(() =>
    split(1_000, 0, [participant({ merchantType: 'PRIMARY' }), participant({ merchantType: 'PRIMARY' })]),
  ).toThrow(RangeError);
  expect(() => split(1_000, 1_001, [])).toThrow(RangeError);
  expect(() => split(1_000, -1, [])).toThrow(RangeError);
});
