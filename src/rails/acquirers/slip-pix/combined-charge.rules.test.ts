import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AcquirerCharge, AcquirerStatus, QueryResult } from '../acquirer.ts';
import { type BothAnswers, combinedResult } from './combined-charge.rules.ts';

const REFERENCE = 'f'.repeat(32);
const AMOUNT = 15_000;
const UNKNOWN: QueryResult = { outcome: 'unknown', reason: 'silent' };
const ABSENT: QueryResult = { outcome: 'not_found' };

const charge = (changes: Partial<AcquirerCharge> = {}): AcquirerCharge => ({
  ...{ reference: REFERENCE, transactionId: 'a-1', endToEndId: null, status: 'WAITING_PAYMENT', amountCents: AMOUNT },
  ...{ provider: 'bank', history: [], payer: null, paidAt: null, refundedAmountCents: 0 },
  instrument: { pixQrCode: null, boleto: null },
  ...changes,
});
const slip = (status: AcquirerStatus, changes: Partial<AcquirerCharge> = {}): QueryResult => ({
  outcome: 'found',
  charge: charge({ status, ...changes }),
});
const E2E = `E${'1'.repeat(31)}`;
const pix = (status: AcquirerStatus, changes: Partial<AcquirerCharge> = {}): QueryResult => {
  const { amountCents = AMOUNT, refundedAmountCents = 0 } = changes;
  const isPaid = status === 'PAID' || status === 'REFUNDED';
  const payments = isPaid ? [{ endToEndId: E2E, amountCents, refundedAmountCents }] : [];
  const instrument = { pixQrCode: '000201', boleto: null };
  return {
    outcome: 'found',
    charge: charge({ status, endToEndId: isPaid ? E2E : null, payments, instrument, ...changes }),
  };
};

function combined(changes: Partial<BothAnswers>): AcquirerCharge {
  const result = combinedResult({ ...BOTH, ...changes });
  if (result.outcome !== 'found') throw new Error(JSON.stringify(result));
  return result.charge;
}
const BOTH: BothAnswers = {
  ...{ slip: slip('WAITING_PAYMENT'), pix: pix('WAITING_PAYMENT') },
  ...{ slipAcquirer: 'slips', pixAcquirer: 'codes', paidBy: null },
};
const MORNING = new Date('2026-11-18T03:00:00Z');
const NOON = new Date('2026-11-18T15:00:00Z');

describe('one answer of two banks', () => {
  it('waits while both wait, with the code', () => {
    expect(combined({})).toMatchObject({ status: 'WAITING_PAYMENT', instrument: { pixQrCode: '000201' } });
  });

  it('paid by one: that one has the money, and only a PIX has an id', () => {
    expect(combined({ pix: pix('PAID', { paidAt: NOON }) })).toMatchObject({
      ...{ status: 'PAID', amountCents: AMOUNT, endToEndId: E2E, paidAt: NOON },
      twoPlaces: { receivedBy: 'codes', differenceAt: 'codes', isPartial: false },
    });
    expect(combined({ slip: slip('PAID', { paidAt: MORNING }) })).toMatchObject({
      ...{ status: 'PAID', amountCents: AMOUNT, endToEndId: null },
      twoPlaces: { receivedBy: 'slips', differenceAt: 'slips', isPartial: false },
    });
  });

  it('paid by both: the first is the sale, the sum is of both, and the other holds what came besides', () => {
    const both = { slip: slip('PAID', { paidAt: MORNING }), pix: pix('PAID', { paidAt: NOON, amountCents: 15_300 }) };
    expect(combined(both)).toMatchObject({
      ...{ amountCents: 30_300, endToEndId: null, paidAt: MORNING },
      payments: [{ amountCents: AMOUNT }, { endToEndId: E2E, amountCents: 15_300 }],
      twoPlaces: { receivedBy: 'slips', differenceAt: 'codes' },
    });
    expect(combined({ ...both, paidBy: 'pix' })).toMatchObject({
      ...{ amountCents: 30_300, endToEndId: E2E, paidAt: NOON },
      twoPlaces: { receivedBy: 'codes', differenceAt: 'slips' },
    });
    // What went back already is no sale.
    const returned = pix('REFUNDED', { paidAt: MORNING, refundedAmountCents: AMOUNT });
    expect(combined({ slip: slip('PAID', { paidAt: NOON }), pix: returned })).toMatchObject({
      ...{ status: 'PAID', refundedAmountCents: AMOUNT, twoPlaces: { receivedBy: 'slips' } },
    });
  });

  it('is over only when both are', () => {
    for (const over of ['CANCELLED', 'FAILED'] as const) {
      expect(combined({ slip: slip(over) }).status).toBe('WAITING_CONFIRMATION');
      expect(combined({ slip: slip(over), pix: UNKNOWN }).status).toBe('WAITING_CONFIRMATION');
      expect(combined({ slip: slip(over), pix: pix('WAITING_CONFIRMATION') }).status).toBe('WAITING_CONFIRMATION');
      expect(combined({ slip: slip(over), pix: pix('CANCELLED') })).toMatchObject({
        ...{ status: over, instrument: { pixQrCode: null } },
      });
      expect(combined({ slip: slip(over), pix: ABSENT }).status).toBe(over);
      expect(combined({ slip: slip(over), pix: pix('PAID') }).status).toBe('PAID');
    }
    expect(combined({ pix: pix('CANCELLED') }).status).toBe('WAITING_PAYMENT');
  });

  it('a bank that was not heard hides nothing and proves nothing', () => {
    expect(combined({ slip: slip('PAID'), pix: UNKNOWN })).toMatchObject({ twoPlaces: { isPartial: true } });
    expect(combined({ slip: UNKNOWN, pix: pix('PAID') })).toMatchObject({
      ...{ status: 'PAID', twoPlaces: { receivedBy: 'codes', isPartial: true } },
    });
    expect(combinedResult({ ...BOTH, slip: UNKNOWN }).outcome).toBe('unknown');
    // Known to be paid by PIX: that the slip says nothing new is no answer.
    expect(combinedResult({ ...BOTH, pix: UNKNOWN, paidBy: 'pix' }).outcome).toBe('unknown');
    expect(combinedResult({ ...BOTH, pix: ABSENT, paidBy: 'pix' }).outcome).toBe('unknown');
  });

  it('a sale that does not show, while the other was paid, explains nothing', () => {
    expect(combined({ slip: slip('PAID'), paidBy: 'pix' })).toMatchObject({
      ...{ amountCents: AMOUNT, twoPlaces: { receivedBy: 'codes', isPartial: true } },
    });
    // Written off, and the read of the code lags: it waits, and is not over.
    expect(combined({ slip: slip('CANCELLED'), paidBy: 'pix' }).status).toBe('WAITING_PAYMENT');
  });

  it('whatever they say: no cent is lost or counted twice, and nothing that may be paid is over', () => {
    const statuses = fc.constantFrom<AcquirerStatus>(
      ...(['WAITING_CONFIRMATION', 'WAITING_PAYMENT', 'PAID', 'FAILED', 'CANCELLED', 'REFUNDED'] as const),
    );
    const cents = fc.integer({ min: 1, max: 99_999 });
    const said = (make: typeof slip) =>
      fc.oneof(
        fc.constant(UNKNOWN),
        fc.constant(ABSENT),
        fc
          .tuple(statuses, cents)
          .map(([status, amountCents]) =>
            make(status, { amountCents, refundedAmountCents: status === 'REFUNDED' ? amountCents : 0, paidAt: NOON }),
          ),
      );
    const paidCents = (result: QueryResult) =>
      result.outcome === 'found' && ['PAID', 'REFUNDED'].includes(result.charge.status) ? result.charge.amountCents : 0;
    fc.assert(
      fc.property(said(slip), said(pix), fc.constantFrom('slip' as const, 'pix' as const, null), (s, p, paidBy) => {
        const result = combinedResult({ ...BOTH, slip: s, pix: p, paidBy });
        if (result.outcome !== 'found') return;
        const total = paidCents(s) + paidCents(p);
        expect(paidCents(result)).toBe(total);
        const isOver = ['CANCELLED', 'FAILED'].includes(result.charge.status);
        const mayBePaid = (one: QueryResult) =>
          one.outcome === 'unknown' || (one.outcome === 'found' && one.charge.status.startsWith('WAITING'));
        // Of what is in the books it says that the money is gone.
        if (isOver && paidBy === null) expect([total, mayBePaid(s), mayBePaid(p)]).toEqual([0, false, false]);
        const listed = (result.charge.payments ?? []).reduce((sum, { amountCents }) => sum + amountCents, 0);
        if (result.charge.payments?.length) expect(listed).toBe(total);
      }),
    );
  });
});
