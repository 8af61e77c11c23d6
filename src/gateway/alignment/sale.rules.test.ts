import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Payment } from '../payments/payment.ts';
import type { AcquirerAnswer } from './answer.rules.ts';
import { aboutSale } from './sale.rules.ts';

const paymentOf = (endToEndId: string | null) => ({ acquirer_data: { endToEndId } }) as Payment;
const answerOf = (payments: AcquirerAnswer['payments']): AcquirerAnswer => ({
  status: 'PAID',
  amountCents: payments.reduce((sum, { amountCents }) => sum + amountCents, 0),
  refundedCents: payments.reduce((sum, { refundedAmountCents }) => sum + refundedAmountCents, 0),
  paidAt: null,
  received: null,
  boleto: {},
  isExpired: false,
  data: null,
  absentSince: null,
  payments,
  medReturns: payments.map(({ endToEndId, refundedAmountCents }) => ({
    id: `D${endToEndId}`,
    endToEndId,
    amountCents: refundedAmountCents,
    nature: 'MED_FRAUDE',
    returnedAt: null,
  })),
});

const received = fc.uniqueArray(
  fc
    .record({ endToEndId: fc.string({ minLength: 1 }), amountCents: fc.nat(10_000), part: fc.nat(100) })
    .map(({ endToEndId, amountCents, part }) => ({
      endToEndId,
      amountCents,
      refundedAmountCents: Math.floor((amountCents * part) / 100),
    })),
  { minLength: 1, maxLength: 5, selector: ({ endToEndId }) => endToEndId },
);

it('what is held stays as it is, and only returns of the sale are returns of it', () => {
  fc.assert(
    fc.property(received, fc.nat(), (payments, pick) => {
      const sale = payments[pick % payments.length] as (typeof payments)[number];
      const whole = answerOf(payments);
      const { answer, returnedDuplicateCents } = aboutSale(paymentOf(sale.endToEndId), whole);
      expect(answer.amountCents - answer.refundedCents).toBe(whole.amountCents - whole.refundedCents);
      expect(answer.refundedCents).toBe(sale.refundedAmountCents);
      expect(returnedDuplicateCents).toBe(whole.refundedCents - sale.refundedAmountCents);
      expect(answer.medReturns.map(({ endToEndId }) => endToEndId)).toEqual([sale.endToEndId]);
    }),
  );
});

it('where the bank no longer lists the payment that we know, the oldest is the sale', () => {
  const payments = [
    { endToEndId: 'E1', amountCents: 100, refundedAmountCents: 30 },
    { endToEndId: 'E2', amountCents: 100, refundedAmountCents: 100 },
  ];
  for (const known of ['E9', null])
    expect(aboutSale(paymentOf(known), answerOf(payments))).toMatchObject({
      answer: { amountCents: 100, refundedCents: 30 },
      returnedDuplicateCents: 100,
    });
});
