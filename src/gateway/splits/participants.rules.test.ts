import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError, type ErrorCode } from '../../ground/errors.ts';
import {
  checkFixedParticipants,
  checkParticipants,
  type ListedParticipant,
  type Participant,
  refuseMisspeltSplit,
  refuseUnnamed,
} from './participants.rules.ts';
import { asListed, participant, splits } from './split-samples.contract.ts';

const listed = (changes: Partial<Participant> = {}): ListedParticipant => asListed(participant(changes));
const second = (changes: Partial<Participant> = {}) =>
  listed({ companyId: 4, merchantId: 3, path: 'splitParticipants[1]', ...changes });
const unknown = (changes: Partial<Participant> = {}): ListedParticipant => ({ ...listed(changes), company: null });

function refusalOf(run: () => unknown): ApiError | null {
  try {
    run();
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** One row per check, in the order of the checks; each list breaks later checks, too. */
const REFUSALS: [ErrorCode, string | undefined, ListedParticipant[]][] = [
  [
    'VALIDATION_ERROR',
    'splitParticipants[1].amountSplit',
    [
      unknown({ chargeFee: true, merchantType: 'PRIMARY' }),
      second({ amountSplit: 0.5, chargeFee: true, merchantType: 'PRIMARY' }),
    ],
  ],
  [
    'SPLIT_MULTIPLE_FEE_BEARERS',
    'splitParticipants[1].chargeFee',
    [
      unknown({ chargeFee: true, merchantType: 'PRIMARY' }),
      second({ chargeFee: true, merchantType: 'PRIMARY', amountSplit: 9_000 }),
    ],
  ],
  [
    'SPLIT_MULTIPLE_PRIMARIES',
    'splitParticipants[1].merchantType',
    [unknown({ merchantType: 'PRIMARY' }), second({ merchantType: 'PRIMARY', amountSplit: 9_000 })],
  ],
  [
    'SPLIT_PERCENTAGE_EXCEEDED',
    'splitParticipants[1].amountSplit',
    [unknown({ amountSplit: 5_000 }), second({ amountSplit: 5_001 }), unknown({ type: 'FIXED', amountSplit: 10_001 })],
  ],
  [
    'SPLIT_FIXED_EXCEEDED',
    'splitParticipants[1].amountSplit',
    [unknown({ type: 'FIXED', amountSplit: 5_000 }), second({ type: 'FIXED', amountSplit: 5_001 })],
  ],
  [
    'SPLIT_EXCEEDS_TOTAL',
    'splitParticipants[1].amountSplit',
    [unknown({ amountSplit: 5_000 }), second({ type: 'FIXED', amountSplit: 5_001 })],
  ],
  ['SPLIT_PARTICIPANT_INVALID', 'splitParticipants[0].accessToken', [unknown(), second(), second()]],
  [
    'SPLIT_DUPLICATE_PARTICIPANT',
    'splitParticipants[1].accessToken',
    [listed(), listed({ path: 'splitParticipants[1]' })],
  ],
];

describe('refusals', () => {
  test.each(REFUSALS)('%s', (code, field, participants) => {
    const refusal = refusalOf(() => checkParticipants(participants, 10_000, 100));
    expect({ code: refusal?.code, field: refusal?.context.field }).toEqual({ code, field });
  });

  test('the figures of a PRIMARY count', () => {
    const percentages = [listed({ merchantType: 'PRIMARY', amountSplit: 7_001 }), second({ amountSplit: 3_000 })];
    expect(refusalOf(() => checkParticipants(percentages, 10_000, 0))?.code).toBe('SPLIT_PERCENTAGE_EXCEEDED');
    const fixed = [
      listed({ merchantType: 'PRIMARY', type: 'FIXED', amountSplit: 1 }),
      second({ type: 'FIXED', amountSplit: 10_000 }),
    ];
    expect(refusalOf(() => checkParticipants(fixed, 10_000, 0))?.code).toBe('SPLIT_FIXED_EXCEEDED');
  });

  test('fixed and dynamic participants are checked together', () => {
    const both = [listed({ source: 'fixed', path: null, chargeFee: true }), second({ chargeFee: true })];
    expect(refusalOf(() => checkParticipants(both, 10_000, 100))?.code).toBe('SPLIT_MULTIPLE_FEE_BEARERS');
  });

  test('a stored participant is no field of the request', () => {
    const refusal = refusalOf(() => checkParticipants([unknown({ source: 'fixed', path: null })], 10_000, 0));
    expect(refusal?.context.field).toBeUndefined();
    expect(refusal?.message).toBe(
      'accessToken of a fixed participant of the establishment does not belong to an active establishment',
    );
  });

  test.each([-1, 0.5, Number.NaN, 2 ** 53])('%d is no figure of a split', (amountSplit) => {
    const refusal = refusalOf(() => checkParticipants([listed({ amountSplit })], 10_000, 0));
    expect(refusal?.code).toBe('VALIDATION_ERROR');
    expect(refusal?.context).toEqual({ field: 'splitParticipants[0].amountSplit' });
    expect(Object.keys(refusal?.context ?? {})).toEqual(['field']);
  });

  test('the sum is told', () => {
    const over = [listed({ type: 'FIXED', amountSplit: 8_000 }), second({ type: 'FIXED', amountSplit: 8_000 })];
    expect(refusalOf(() => checkParticipants(over, 10_000, 0))?.context.details).toEqual({
      sum: 16_000,
      maximum: 10_000,
    });
  });
});

test('limits may be reached', () => {
  const whole = [listed({ amountSplit: 5_000 }), second({ type: 'FIXED', amountSplit: 5_000 })];
  expect(checkParticipants(whole, 10_000, 100)).toHaveLength(2);
  expect(
    checkParticipants([listed({ amountSplit: 10_000 }), second({ type: 'FIXED', amountSplit: 0 })], 10_000, 0),
  ).toHaveLength(2);
});

test('a PRIMARY takes what is left, so its figure takes nothing of the total', () => {
  const split = [
    listed({ merchantType: 'PRIMARY', type: 'FIXED', amountSplit: 5_000 }),
    second({ amountSplit: 6_000 }),
  ];
  expect(checkParticipants(split, 10_000, 0)).toHaveLength(2);
});

test('the net base leaves room that the gross base does not', () => {
  const split = (discountGrossAmount: boolean) => [
    listed({ amountSplit: 5_000, discountGrossAmount }),
    second({ type: 'FIXED', amountSplit: 5_050 }),
  ];
  expect(checkParticipants(split(false), 10_000, 100)).toHaveLength(2);
  expect(refusalOf(() => checkParticipants(split(true), 10_000, 100))?.code).toBe('SPLIT_EXCEEDS_TOTAL');
});

test('one company may be a fixed and a dynamic participant at once', () => {
  expect(checkParticipants([listed({ source: 'fixed', path: null }), listed()], 10_000, 0)).toHaveLength(2);
});

test('fixed participants are checked without a total when they are stored', () => {
  expect(checkFixedParticipants([listed({ source: 'fixed', type: 'FIXED', amountSplit: 9_999_999_999 })])).toHaveLength(
    1,
  );
  const over = [listed({ source: 'fixed', amountSplit: 6_000 }), second({ source: 'fixed', amountSplit: 6_000 })];
  expect(refusalOf(() => checkFixedParticipants(over))?.code).toBe('SPLIT_PERCENTAGE_EXCEEDED');
  expect(
    refusalOf(() => checkFixedParticipants([listed({ source: 'fixed' }), listed({ source: 'fixed' })]))?.code,
  ).toBe('SPLIT_DUPLICATE_PARTICIPANT');
});

test('a split within the limits passes unchanged, and one above them does not', () => {
  fc.assert(
    fc.property(splits, fc.nat({ max: 6 }), ({ participants, totalCents, feeCents }, index) => {
      expect(checkParticipants(participants.map(asListed), totalCents, feeCents)).toEqual(participants);
      const excess = (one: Participant) => (one.type === 'FIXED' ? totalCents + 1 : 10_001);
      const spoilt = participants.map((one, at) => (at === index ? { ...one, amountSplit: excess(one) } : one));
      fc.pre(index < participants.length);
      const code = participants[index]?.type === 'FIXED' ? 'SPLIT_FIXED_EXCEEDED' : 'SPLIT_PERCENTAGE_EXCEEDED';
      expect(refusalOf(() => checkParticipants(spoilt.map(asListed), totalCents, feeCents))?.code).toBe(code);
    }),
  );
});

describe('a split under a misspelt name would send all the money to one company', () => {
  test.each([
    'splitparticipants',
    'SplitParticipants',
    'split_participants',
    '_split_participants_',
    'SPLIT_PARTICIPANTS',
  ])('%s', (key) => {
    const refusal = refusalOf(() => refuseMisspeltSplit({ total: 1, [key]: [] }));
    expect([refusal?.code, refusal?.context.field]).toEqual(['VALIDATION_ERROR', key]);
  });

  test.each(['splitParticipants', 'split', 'participants', 'split-participants', 'splitParticipant', ''])(
    '%j passes',
    (key) => {
      expect(refusalOf(() => refuseMisspeltSplit({ total: 1, [key]: [] }))).toBeNull();
    },
  );
});

test.each([
  ['a company', { company_id: 4 }, true],
  ['a token', { accessToken: 'est_x' }, true],
  ['both', { company_id: 4, accessToken: 'est_x' }, false],
  ['neither', {}, false],
])('a participant of a fixed split is named by %s', (_, named, isRight) => {
  const refused = refusalOf(() => refuseUnnamed([{ company_id: 3 }, named]));
  expect(refused && [refused.code, refused.context?.field]).toEqual(
    isRight ? null : ['VALIDATION_ERROR', 'splitParticipants[1]'],
  );
});
