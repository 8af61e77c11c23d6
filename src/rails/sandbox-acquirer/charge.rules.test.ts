import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Charge,
  CONTROL_ACTIONS,
  isPaid,
  NO_PARTS,
  reasonToRefuseRefund,
  stateAfterCancelRequest,
  stateAfterControl,
  stateAfterRefund,
} from './charge.rules.ts';

const NOW = new Date('2026-11-15T12:00:00Z');
const PAID_NOW = { paidAt: NOW, amountCents: null };

function newCharge(amountCents: number): Charge {
  return {
    reference: 'r',
    transactionId: 't',
    paymentType: 'pix',
    amountCents,
    dueDate: null,
    terms: null,
    status: 'WAITING_PAYMENT',
    refusalReason: null,
    payerName: 'p',
    payerDocument: '*',
    pixQrCode: 'q',
    boleto: null,
    history: [],
    receivedCents: 0,
    ...NO_PARTS,
    refundedCents: 0,
    createdAt: NOW,
    paidAt: null,
  };
}

const event = fc.oneof(
  fc.constantFrom(...CONTROL_ACTIONS).map((action) => ({ kind: 'control' as const, action })),
  fc.constant({ kind: 'cancel' as const }),
  fc.integer({ min: 1, max: 1_500 }).map((cents) => ({ kind: 'refund' as const, cents })),
);

describe('the charge', () => {
  test('holds money exactly while it is paid, whatever happens in whatever order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), fc.array(event, { maxLength: 30 }), (amountCents, events) => {
        let charge = newCharge(amountCents);
        for (const happening of events) {
          const wasPaid = isPaid(charge);
          if (happening.kind === 'control')
            charge = { ...charge, ...stateAfterControl(charge, happening.action, NOW, PAID_NOW) };
          if (happening.kind === 'cancel') charge = { ...charge, ...stateAfterCancelRequest(charge) };
          if (happening.kind === 'cancel' && wasPaid) expect(charge.status).toBe('PAID');
          if (happening.kind === 'refund' && reasonToRefuseRefund(charge, happening.cents, 0) === null) {
            charge = { ...charge, ...stateAfterRefund(charge, happening.cents) };
          }
          const heldCents = charge.receivedCents - charge.refundedCents;
          expect(heldCents > 0).toBe(isPaid(charge));
          expect(heldCents).toBeLessThanOrEqual(amountCents);
          expect(charge.refundedCents).toBeGreaterThanOrEqual(0);
          expect(charge.paidAt === null).toBe(!isPaid(charge) && charge.status !== 'REFUNDED');
        }
      }),
    );
  });

  test('keeps back what refunds in processing were promised', () => {
    const paid = { ...newCharge(100), status: 'PAID' as const, receivedCents: 100 };
    expect(reasonToRefuseRefund(paid, 60, 40)).toBeNull();
    expect(reasonToRefuseRefund(paid, 61, 40)).toContain('60');
  });
});
