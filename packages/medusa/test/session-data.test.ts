import { expect, it } from 'vitest';
import { chargeIn, dueDateIn, sessionDataOf } from '../src/session-data.rules.ts';

const CHARGE = {
  id: 7,
  order_number: '20261115-2EW88HNSW9',
  amount: 3990,
  payment_type: 'pix',
  expires_at: '2026-11-15T05:29:53.265Z',
  payment_url: 'https://pay.example.com/pay/x',
  pix_qr_code: '0002',
  pix_qr_code_url: 'https://pay.example.com/public/pix/x/qr.png',
};

it('keeps what a storefront shows, and takes the payer out of what it sent', () => {
  const sent = { payer: { document: '52998224725' }, transaction_id: 1 };
  const stored = JSON.parse(JSON.stringify({ ...sent, ...sessionDataOf('payses_1', CHARGE) }));
  const { id, ...shown } = CHARGE;
  expect(stored).toEqual({
    ...shown,
    transaction_id: id,
    session_id: 'payses_1',
    boleto_url: null,
    boleto_barcode: null,
    boleto_digitable_line: null,
    due_date: null,
  });
  expect(chargeIn(stored)).toEqual({ transactionId: 7, sessionId: 'payses_1' });
});

it.each([
  undefined,
  {},
  { transaction_id: 7 },
  { session_id: 'payses_1' },
  { transaction_id: '7', session_id: 'payses_1' },
])('finds no charge in %j', (data) => {
  expect(chargeIn(data)).toBeUndefined();
});

it.each([
  // Three hours behind UTC: it is still the day before there.
  ['2026-11-15T02:59:59Z', 0, '2026-11-14'],
  ['2026-11-15T03:00:00Z', 0, '2026-11-15'],
  ['2026-12-30T12:00:00Z', 3, '2027-01-02'],
])('at %s and in %i days a boleto is due on %s', (now, days, due) => {
  expect(dueDateIn(days, Date.parse(now))).toBe(due);
});
