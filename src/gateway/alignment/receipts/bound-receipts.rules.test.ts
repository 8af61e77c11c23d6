import fc from 'fast-check';
import { expect, it } from 'vitest';
import { differencesOf, isPaidThere, type KnownDivergence, positionThere } from '../../divergences/divergence.rules.ts';
import type { Payment } from '../../payments/payment.ts';
import { APPROVED, FAILED, PENDING } from '../../payments/status.rules.ts';
import type { AcquirerAnswer } from '../answer.rules.ts';
import { aboutSale } from '../sale.rules.ts';
import { asLastSeen, checkBinding, noCharge, withBoundReceipts } from './bound-receipts.rules.ts';
import type { UnknownReceipt } from './unknown-receipt.rules.ts';

const PAID_AT = new Date('2026-11-10T12:00:00Z');
const payment = {
  id: 832,
  status: PENDING,
  payment_type: 'pix',
  acquirer: 'banco',
  reference: 'r1',
  amount_cents: 777,
  refunded_cents: 0,
  refunding_cents: 0,
  paid_at: null,
  acquirer_data: { transactionId: 't1', endToEndId: null, provider: 'banco', pixQrCode: 'code', boleto: null },
} as Payment;
const receipt = {
  id: 12,
  acquirer: 'banco',
  end_to_end_id: 'E2',
  amount_cents: 777,
  refunded_cents: 0,
  paid_at: PAID_AT,
  closed_at: null,
  bound_payment_id: null,
  booked_cents: 0,
  credit_on: null,
} as UnknownReceipt;
const NOTHING_OF_OURS = { saleId: null, refundedCents: 0 };

it('a receipt pays what nobody had paid: status, time and id are its own', () => {
  const answer = withBoundReceipts(asLastSeen(payment, []), [receipt], NOTHING_OF_OURS);
  expect(answer).toMatchObject({ status: 'PAID', amountCents: 777, refundedCents: 0, paidAt: PAID_AT });
  expect(answer.data).toEqual({ ...payment.acquirer_data, endToEndId: 'E2' });
  expect(aboutSale(payment, answer).answer).toMatchObject({ amountCents: 777, refundedCents: 0 });
});

const TERMS = { fine: { percentHundredths: 200 }, interest: null, discounts: [], payableDaysAfterDue: 30 };
const slip = {
  ...payment,
  payment_type: 'invoice',
  amount_cents: 15_000,
  due_date: '2026-11-06',
  boleto_terms: TERMS,
} as unknown as Payment;

it('the line of a boleto pays what its terms explain, and is credited when the bank says', () => {
  const late = { ...receipt, amount_cents: 15_300, credit_on: '2026-11-12' };
  expect(() => checkBinding(late, slip)).not.toThrow();
  const told = { paidCents: 15_300, creditOn: '2026-11-12', chargesCents: null, by: 'boleto' };
  expect(withBoundReceipts(asLastSeen(slip, []), [late], NOTHING_OF_OURS).received).toMatchObject(told);
  const own = { ...noCharge(slip), received: { ...told, paidCents: 1 } } as AcquirerAnswer;
  expect(withBoundReceipts(own, [late], NOTHING_OF_OURS).received).toMatchObject({ paidCents: 1 });
});

it('a charge that the acquirer never answered for is named by its reference', () => {
  const unanswered = { ...payment, acquirer_data: null };
  const { data } = withBoundReceipts(asLastSeen(unanswered, []), [receipt], NOTHING_OF_OURS);
  expect(data).toMatchObject({ transactionId: 'r1', endToEndId: 'E2', provider: 'banco' });
});

const cents = fc.nat(10_000);
const anyReceipts = fc
  .uniqueArray(
    fc.record({ name: fc.string({ minLength: 1 }), amount: fc.integer({ min: 1, max: 10_000 }), part: fc.nat(100) }),
    {
      maxLength: 4,
      selector: ({ name }) => name,
    },
  )
  .map((rows) =>
    rows.map(({ name, amount, part }): UnknownReceipt => {
      return {
        ...receipt,
        end_to_end_id: name,
        amount_cents: amount,
        refunded_cents: Math.floor((amount * part) / 100),
      };
    }),
  );
const anyAnswer = fc
  .record({
    status: fc.constantFrom('PAID', 'CANCELLED', 'WAITING_PAYMENT', 'REFUNDED'),
    amount: cents,
    part: fc.nat(100),
  })
  .map(({ status, amount, part }) => {
    const refundedCents = Math.floor((amount * part) / 100);
    return { ...noCharge(payment), status, amountCents: amount, refundedCents } as AcquirerAnswer;
  });

it('adds exactly what was received and given back, and nothing that the charge lists itself', () => {
  fc.assert(
    fc.property(anyAnswer, anyReceipts, fc.boolean(), (answer, receipts, isListed) => {
      const listed = isListed
        ? receipts.map((one) => ({
            endToEndId: one.end_to_end_id,
            amountCents: one.amount_cents,
            refundedAmountCents: 0,
          }))
        : [];
      const whole = withBoundReceipts({ ...answer, payments: listed }, receipts, NOTHING_OF_OURS);
      const sum = (field: 'amount_cents' | 'refunded_cents') =>
        isListed ? 0 : receipts.reduce((total, one) => total + one[field], 0);
      const before = positionThere(answer);
      expect(positionThere(whole)).toEqual({
        receivedCents: before.receivedCents + sum('amount_cents'),
        refundedCents: before.refundedCents + sum('refunded_cents'),
      });
      if (receipts.length > 0 && !isListed) expect(isPaidThere(whole)).toBe(true);
    }),
  );
});

it('what we gave back of a receipt is known to the bank before it lists it', () => {
  const ours = { saleId: 'E2', refundedCents: 300 };
  expect(withBoundReceipts(noCharge(payment), [receipt], ours)).toMatchObject({ status: 'PAID', refundedCents: 300 });
  const seen = { ...receipt, refunded_cents: 500 };
  expect(withBoundReceipts(noCharge(payment), [seen], ours).refundedCents).toBe(500);
  expect(withBoundReceipts(noCharge(payment), [seen], { ...ours, refundedCents: 777 }).status).toBe('REFUNDED');
});

it('how the two stood at the last look leaves the differences that are on record, and no other', () => {
  const gap = fc.integer({ min: -700, max: 700 }).filter((value) => value !== 0);
  fc.assert(
    fc.property(fc.constantFrom(APPROVED, FAILED), gap, fc.boolean(), (status, gapCents, isBooked) => {
      fc.pre(status === APPROVED || gapCents > 0);
      const kind = status === FAILED ? 'LATE_PAYMENT' : 'AMOUNT_MISMATCH';
      const known: KnownDivergence[] = [
        { id: 1, kind, gapCents, differenceCents: gapCents, isOpen: !isBooked, isBooked, isGone: false },
      ];
      const received = status === APPROVED ? payment.amount_cents : 0;
      const there = positionThere(asLastSeen({ ...payment, status }, known));
      const here = { receivedCents: received, refundedCents: 0 };
      const found = differencesOf({
        least: here,
        most: here,
        isFailedHere: status === FAILED,
        isPaidThere: true,
        there,
      });
      expect(found.map(({ differenceCents }) => differenceCents)).toEqual([gapCents]);
    }),
  );
});

it.each([
  ['closed', { closed_at: PAID_AT, reason: 'ours no more' }, {}, 'was closed before: ours no more'],
  ['bound', { bound_payment_id: 7 }, {}, 'is bound to transaction 7'],
  ['booked', { booked_cents: 777 }, {}, 'is in the books'],
  ['given back', { refunded_cents: 777 }, {}, 'was given back as a whole'],
  ['another acquirer', {}, { acquirer: 'outro' }, 'transaction 832 is of outro, receipt 12 of banco'],
  ['another amount', {}, { amount_cents: 776 }, 'transaction 832 is of 776 cents, receipt 12 of 777'],
  ['too much for its terms', { amount_cents: 15_400 }, slip, 'which its terms do not explain on the day it was paid'],
] as const)('is refused, and says why: %s', (_, ofReceipt, ofPayment, reason) => {
  expect(() => checkBinding(receipt, payment)).not.toThrow();
  expect(() => checkBinding({ ...receipt, ...ofReceipt }, { ...payment, ...ofPayment } as Payment)).toThrow(reason);
});
