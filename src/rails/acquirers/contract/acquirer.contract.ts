import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ChargeAtAcquirer } from '../acquirer.ts';
import { describeFaultContract } from './acquirer-faults.contract.ts';
import {
  type AcquirerHarness,
  AMOUNT_CENTS,
  charge,
  chargeNew,
  chargePaid,
  found,
  invoiceOf,
  isRefused,
  orderFor,
  orderOf,
  refundsOf,
  unheardOf,
} from './acquirer-harness.contract.ts';
import { describeNotificationContract } from './acquirer-notifications.contract.ts';
import { describePayoutContract } from './acquirer-payouts.contract.ts';

/** What every adapter must do, whoever the acquirer is. */
export function describeAcquirerContract(name: string, makeHarness: () => Promise<AcquirerHarness>): void {
  describe(`${name} as an acquirer`, () => {
    let harness: AcquirerHarness;
    const current = () => harness;

    beforeAll(async () => {
      harness = await makeHarness();
    });
    beforeEach(() => harness.forgetFaults());
    afterAll(() => harness?.close());

    describeCharges(current);
    describeQueriesAndCancels(current);
    describeRefunds(current);
    describePayoutContract(current);
    describeFaultContract(current);
    describeNotificationContract(current);
  });
}

function describeCharges(current: () => AcquirerHarness): void {
  describe('charge', () => {
    test('a PIX charge is accepted with a code to pay', async (context) => {
      if (!current().acquirer.charges.pix) context.skip();
      const order = orderOf(current().newReference());
      const result = await charge(current().acquirer, order);
      expect(result).toMatchObject({
        outcome: 'accepted',
        charge: {
          reference: order.reference,
          amountCents: AMOUNT_CENTS,
          paidAt: null,
          refundedAmountCents: 0,
          instrument: { boleto: null },
        },
      });
      if (result.outcome !== 'accepted') return;
      expect(['WAITING_PAYMENT', 'WAITING_CONFIRMATION']).toContain(result.charge.status);
      expect(result.charge.instrument.pixQrCode).toMatch(/^000201/);
      expect(result.charge.transactionId).not.toBe('');
      expect(result.charge.payer?.document ?? '').not.toContain('52998224725');
    });

    test('an invoice is accepted with a barcode and its line', async (context) => {
      if (!current().acquirer.charges.invoice || current().isSlipPix) context.skip();
      const result = await charge(current().acquirer, invoiceOf(current().newReference()));
      expect(result).toMatchObject({
        outcome: 'accepted',
        charge: {
          instrument: {
            boleto: { barcode: expect.stringMatching(/^\d{44}$/), digitableLine: expect.stringMatching(/^\d{47}$/) },
          },
        },
      });
      // Some banks print a code on the slip.
      if (result.outcome === 'accepted') expect(result.charge.instrument.pixQrCode ?? '000201').toMatch(/^000201/);
    });

    test('a PIX on a slip is accepted with a code to pay and its due date', async (context) => {
      if (!current().isSlipPix) context.skip();
      const order = invoiceOf(current().newReference());
      expect(await charge(current().acquirer, order)).toMatchObject({
        outcome: 'accepted',
        charge: {
          reference: order.reference,
          status: 'WAITING_PAYMENT',
          amountCents: AMOUNT_CENTS,
          dueDate: order.dueDate,
          instrument: { pixQrCode: expect.stringMatching(/^000201/), boleto: null },
        },
      });
    });

    test('a repeat gives the same charge, also when many come at once', async () => {
      const order = orderFor(current(), current().newReference());
      const results = await Promise.all(Array.from({ length: 20 }, () => charge(current().acquirer, order)));
      const issued = results.map((result) => (result.outcome === 'accepted' ? result.charge : result));
      expect(new Set(issued.map((one) => JSON.stringify(one))).size).toBe(1);
      expect(await found(current(), order.reference)).toEqual(issued[0]);
    });

    test('the same reference for another amount changes nothing and is not believed', async () => {
      const { reference } = await chargeNew(current());
      const result = await charge(
        current().acquirer,
        orderFor(current(), reference, { amountCents: AMOUNT_CENTS + 1, isRepeat: true }),
      );
      expect(result.outcome).not.toBe('accepted');
      expect((await found(current(), reference)).amountCents).toBe(AMOUNT_CENTS);
    });

    test('a refusal is a refusal, and stays one when repeated', async () => {
      const order = current().refused(orderFor(current(), current().newReference()));
      for (const _ of ['first', 'repeat']) {
        const result = await charge(current().acquirer, order);
        expect(result).toMatchObject({ outcome: 'refused', reason: expect.stringMatching(/./) });
      }
    });
  });
}

function describeQueriesAndCancels(current: () => AcquirerHarness): void {
  describe('query and cancel', () => {
    test('what was never charged is not found', async () => {
      const reference = current().newReference();
      expect(await current().acquirer.query(unheardOf(reference))).toEqual({ outcome: 'not_found' });
      expect(await current().acquirer.cancel(unheardOf(reference))).toEqual({ outcome: 'not_found' });
    });

    test('a payment shows with its time and its history', async () => {
      const { reference, transactionId } = await chargePaid(current());
      const paid = await found(current(), reference);
      expect(paid).toMatchObject({ reference, transactionId, status: 'PAID', refundedAmountCents: 0 });
      expect(paid.paidAt).toBeInstanceOf(Date);
      expect(paid.history.at(-1)?.status).toBe('PAID');
    });

    test('an unpaid charge is cancelled, twice alike', async () => {
      const { reference } = await chargeNew(current());
      for (const _ of ['first', 'repeat']) {
        expect(await current().acquirer.cancel(unheardOf(reference))).toMatchObject({
          outcome: 'found',
          charge: { reference, status: 'CANCELLED' },
        });
      }
      expect((await found(current(), reference)).status).toBe('CANCELLED');
    });

    test('a paid charge stays paid when cancelled', async () => {
      const paid = await chargePaid(current());
      expect(await current().acquirer.cancel(paid)).toMatchObject({
        outcome: 'found',
        charge: { reference: paid.reference, status: 'PAID' },
      });
    });

    test('it answers a ping', async () => {
      expect(await current().acquirer.ping()).toBe(true);
      expect(await current().unreachable.ping()).toBe(false);
    });
  });
}

function describeRefunds(current: () => AcquirerHarness): void {
  describe('refund', () => {
    const refund = (charge: ChargeAtAcquirer, reference: string, amountCents: number, isRepeat = false) =>
      refundsOf(current().acquirer).send({ reference, charge, amountCents, description: null, isRepeat });
    const query = (charge: ChargeAtAcquirer, reference: string) =>
      refundsOf(current().acquirer).query({ reference, charge });

    beforeEach((context) => {
      if (!current().acquirer.refunds) context.skip();
    });

    test('parts of it, then the rest', async () => {
      const charge = await chargePaid(current());
      const first = current().newReference();
      const done = await refund(charge, first, 345);
      expect(done).toMatchObject({
        outcome: 'found',
        refund: { reference: first, status: 'REFUNDED', amountCents: 345, reason: null },
      });
      if (done.outcome === 'found') expect(done.refund.refundedAt).toBeInstanceOf(Date);
      expect(await query(charge, first)).toEqual(done);
      expect(await found(current(), charge.reference)).toMatchObject({ status: 'PAID', refundedAmountCents: 345 });
      await refund(charge, current().newReference(), 12_000);
      expect(await found(current(), charge.reference)).toMatchObject({
        status: 'REFUNDED',
        refundedAmountCents: AMOUNT_CENTS,
      });
    });

    test('a repeat never refunds twice, also when many come at once', async () => {
      const charge = await chargePaid(current());
      const refundReference = current().newReference();
      const results = await Promise.all(Array.from({ length: 10 }, () => refund(charge, refundReference, 1_000)));
      expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
      expect(results[0]).toMatchObject({ outcome: 'found', refund: { status: 'REFUNDED' } });
      expect((await found(current(), charge.reference)).refundedAmountCents).toBe(1_000);
    });

    test('more than is left is refused with a reason, however concurrent', async () => {
      const charge = await chargePaid(current());
      const results = await Promise.all(
        Array.from({ length: 9 }, () => refund(charge, current().newReference(), 4_000)),
      );
      const refunds = results.flatMap((result) => (result.outcome === 'found' ? [result.refund] : []));
      expect(refunds.filter(({ status }) => status === 'REFUNDED')).toHaveLength(3);
      expect(results.filter(isRefused)).toHaveLength(6);
      expect(await found(current(), charge.reference)).toMatchObject({ status: 'PAID', refundedAmountCents: 12_000 });
    });

    test('what nobody paid is refused', async () => {
      const charge = await chargeNew(current());
      expect(isRefused(await refund(charge, current().newReference(), 1))).toBe(true);
    });

    test('what is refused and not known is rejected at first, and unknown when it is a repeat', async () => {
      const unknown = unheardOf(current().newReference());
      const reference = current().newReference();
      expect(await refund(unknown, reference, 1)).toMatchObject({ outcome: 'rejected', reason: expect.any(String) });
      expect(await refund(unknown, reference, 1, true)).toMatchObject({ outcome: 'unknown', because: 'answered' });
    });

    test('unknown references are not found', async () => {
      const unknown = unheardOf(current().newReference());
      expect(await query(unknown, current().newReference())).toEqual({ outcome: 'not_found' });
    });

    test.each(['REFUNDED', 'REFUSED'] as const)('one that takes its time ends %s', async (end) => {
      const charge = await chargePaid(current());
      const refundReference = current().newReference();
      await current().misbehave('refund', 'processing');
      expect(await refund(charge, refundReference, AMOUNT_CENTS)).toMatchObject({
        outcome: 'found',
        refund: { status: 'PROCESSING' },
      });
      expect(isRefused(await refund(charge, current().newReference(), 1))).toBe(true);
      await current().settleRefund(refundReference, end);
      expect(await query(charge, refundReference)).toMatchObject({ outcome: 'found', refund: { status: end } });
      expect((await found(current(), charge.reference)).refundedAmountCents).toBe(
        end === 'REFUNDED' ? AMOUNT_CENTS : 0,
      );
    });
  });
}
