import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Entry } from '../../books/ledger/journal.rules.ts';
import { refundSharesOf } from './refund-legs.rules.ts';

const POSTED = new Date('2026-11-16T12:00:00.000Z');
const BEFORE = new Date(POSTED.getTime() - 1);
const AFTER = new Date(POSTED.getTime() + 1);

function entry(changes: Partial<Entry>): Entry {
  return {
    account: 'company_main',
    companyId: 7,
    amountCents: -100,
    availableAt: BEFORE,
    tag: 'refund',
    position: 0,
    ...changes,
  };
}

const NOTHING = {
  amountCents: 0,
  feeReturnedCents: 0,
  availableCents: 0,
  futureCents: 0,
  retentionCents: 0,
  coveredCents: 0,
};

it.each([
  ['money that is available', { availableAt: BEFORE }, { availableCents: 100 }],
  ['money of this very instant', { availableAt: POSTED }, { availableCents: 100 }],
  ['money that settles later', { availableAt: AFTER }, { futureCents: 100 }],
  ['money held back', { availableAt: AFTER, account: 'company_retained' }, { retentionCents: 100 }],
  ['money held back until now', { availableAt: POSTED, account: 'company_retained' }, { availableCents: 100 }],
] as const)('a refund out of %s', (_, changes, source) => {
  expect(refundSharesOf([entry(changes)], POSTED)).toEqual([{ companyId: 7, ...NOTHING, amountCents: 100, ...source }]);
});

it('a fee that comes back is told apart from what goes back', () => {
  const entries = [entry({}), entry({ tag: 'fee_returned', amountCents: 3, availableAt: AFTER })];
  expect(refundSharesOf(entries, POSTED)).toEqual([
    { companyId: 7, ...NOTHING, amountCents: 100, availableCents: 100, feeReturnedCents: 3 },
  ]);
});

it('a cover stands with whom it is for, and not with the owner that pays it', () => {
  const entries = [
    entry({ companyId: 7 }),
    entry({ companyId: 9, position: 1 }),
    entry({ companyId: 7, tag: 'cover', amountCents: -40 }),
    entry({ companyId: 9, tag: 'cover', amountCents: 40, position: 1 }),
  ];
  expect(refundSharesOf(entries, POSTED)).toEqual([
    { companyId: 7, ...NOTHING, amountCents: 100, availableCents: 100 },
    { companyId: 9, ...NOTHING, amountCents: 100, availableCents: 100, coveredCents: 40 },
  ]);
});

it('what no company owns is nobody’s share', () => {
  const entries = [entry({ companyId: null, amountCents: 100, position: null }), entry({})];
  expect(refundSharesOf(entries, POSTED).map(({ companyId }) => companyId)).toEqual([7]);
});

it('each company stands once, in the order of the split, and its sources add up to what it gives back', () => {
  const legs = fc.array(
    fc.record({
      companyId: fc.integer({ min: 1, max: 4 }),
      amountCents: fc.integer({ min: -1_000, max: -1 }),
      availableAt: fc.constantFrom(BEFORE, POSTED, AFTER),
      account: fc.constantFrom('company_main' as const, 'company_retained' as const),
    }),
  );
  fc.assert(
    fc.property(legs, (changes) => {
      const shares = refundSharesOf(changes.map(entry), POSTED);
      expect(shares.map(({ companyId }) => companyId)).toEqual([...new Set(changes.map(({ companyId }) => companyId))]);
      for (const share of shares) {
        const given = changes.filter(({ companyId }) => companyId === share.companyId);
        expect(share.amountCents).toBe(given.reduce((sum, { amountCents }) => sum - amountCents, 0));
        expect(share.availableCents + share.futureCents + share.retentionCents).toBe(share.amountCents);
      }
    }),
  );
});
