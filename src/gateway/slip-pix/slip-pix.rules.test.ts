import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHARGE_SETTLES_MS } from '../payments/checks/check-schedule.rules.ts';
import type { Payment } from '../payments/payment.ts';
import type { SlipPixCode } from '../payments/slip-pix-codes/slip-pix-code.rules.ts';
import { APPROVED, FAILED, PENDING } from '../payments/status.rules.ts';
import { isSurelyAbsent, LOOKS_OF_AN_HOUR, nextLookAt, stepOf } from './slip-pix.rules.ts';

const NOW = new Date('2026-11-18T12:00:00Z');
const LATER = new Date('2026-12-30T12:00:00Z');
const DATA = { transactionId: 'a-1', provider: 'BB', pixQrCode: '000201', boleto: null };

type Boleto = Parameters<typeof stepOf>[0];
const boleto = (changes: Partial<Boleto> = {}): Boleto => ({
  ...{ status: PENDING, due_date: '2026-11-28', expires_at: new Date('2026-12-29T02:59:59Z') },
  ...{ requested_change: null, acquirer_data: DATA, pix_acquirer: 'pix-bank', received_by: null },
  ...changes,
});
const code = (changes: Partial<SlipPixCode> = {}): SlipPixCode => ({
  ...{ paymentId: 1, sentAt: NOW, dueDate: '2026-11-28', isCodeOver: false, isSlipOver: false, looks: 0 },
  ...changes,
});
const CANCEL: Payment['requested_change'] = { kind: 'cancel', requestedAt: NOW.toISOString() };
const BY_PIX = { status: APPROVED, received_by: 'pix-bank' } as const;
const ENDED_UNPAID = { status: FAILED } as const;
const BY_SLIP = { status: APPROVED, received_by: 'slip-bank' } as const;

describe('what is to be done about a code', () => {
  it.each([
    ['stands', boleto(), code(), 'nothing'],
    ['is not known to the bank', boleto(), code({ dueDate: null }), 'issue'],
    ['is known there and not shown here', boleto({ acquirer_data: { ...DATA, pixQrCode: null } }), code(), 'issue'],
    ['has no slip yet', boleto({ acquirer_data: null }), code({ dueDate: null }), 'nothing'],
    ['was refused or withdrawn before', boleto(), code({ dueDate: null, isCodeOver: true }), 'nothing'],
    ['is due on another day', boleto({ due_date: '2026-12-01' }), code(), 'change'],
    ['belongs to what is cancelled', boleto({ requested_change: CANCEL }), code(), 'withdraw code'],
    ['belongs to what failed', boleto({ status: FAILED }), code(), 'withdraw code'],
    ['belongs to what was paid by slip', boleto(BY_SLIP), code(), 'withdraw code'],
    ['is gone, paid by slip', boleto(BY_SLIP), code({ isCodeOver: true }), 'nothing'],
    ['was paid', boleto(BY_PIX), code({ isCodeOver: true }), 'withdraw slip'],
    ['was paid, and its slip is gone', boleto(BY_PIX), code({ isCodeOver: true, isSlipOver: true }), 'nothing'],
  ] as const)('that %s', (_, payment, known, step) => {
    expect(stepOf(payment, known, NOW)).toBe(step);
  });

  it('past its days nobody makes one', () => {
    expect(stepOf(boleto(), code({ dueDate: null }), LATER)).toBe('nothing');
  });
});

it('a bank that does not know it is believed once nothing can be on its way', () => {
  const at = (ms: number) => new Date(NOW.getTime() + ms);
  expect(isSurelyAbsent(code(), at(CHARGE_SETTLES_MS - 1))).toBe(false);
  expect(isSurelyAbsent(code(), at(CHARGE_SETTLES_MS))).toBe(true);
});

describe('when to look again', () => {
  it('rests while all is as it should be, and ends with its payment', () => {
    expect(nextLookAt(boleto(), code(), NOW)).toBeNull();
    expect(nextLookAt(boleto(BY_SLIP), code({ isCodeOver: true }), NOW)).toBe('done');
    expect(nextLookAt(boleto({ acquirer_data: null }), code({ dueDate: null }), NOW)).toBeInstanceOf(Date);
  });

  it('whoever was looked at so often has waited for an hour, and one look before had not', () => {
    const waiting = code({ dueDate: null });
    const lookedFor = (looks: number) => {
      let at = NOW;
      for (let done = 0; done < looks - 1; done++) at = nextLookAt(boleto(), { ...waiting, looks: done }, at) as Date;
      return at.getTime() - NOW.getTime();
    };
    expect(lookedFor(LOOKS_OF_AN_HOUR)).toBeGreaterThanOrEqual(3_600_000);
    expect(lookedFor(LOOKS_OF_AN_HOUR - 1)).toBeLessThan(3_600_000);
  });

  it('as long as something can be paid that should not be, somebody looks again, at most six hours later', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.constantFrom(BY_PIX, BY_SLIP, ENDED_UNPAID), (looks, ended) => {
        const next = nextLookAt(boleto(ended), code({ looks }), NOW);
        expect(next).toBeInstanceOf(Date);
        const pauseMs = (next as Date).getTime() - NOW.getTime();
        expect([pauseMs >= 60_000, pauseMs <= 6 * 3_600_000]).toEqual([true, true]);
      }),
    );
    expect(nextLookAt(boleto(BY_SLIP), code({ looks: 40 }), LATER)).toBe('done');
  });
});
