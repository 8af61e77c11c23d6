import { afterAll, beforeAll, expect, it } from 'vitest';
import { forgetRequestedChange } from '../../../src/gateway/alignment/requested-change.ts';
import type { Payment } from '../../../src/gateway/payments/payment.ts';
import { addDays, endOfSaoPauloDay, rollToBusinessDay } from '../../../src/ground/brazil/calendar.rules.ts';
import { expectError, invalid, saoPauloDay } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { createPayment, openCompany, readPayment, sandbox, type TestCompany } from '../../support/money.ts';

let gateway: TestGateway;
let owner: TestCompany;
beforeAll(async () => {
  gateway = await startTestGateway();
  owner = await openCompany(gateway);
});
afterAll(() => gateway.close());

const boleto = (terms: Record<string, unknown> = {}) =>
  createPayment(gateway, owner, 10_000, { payment: { type: 'invoice', installments: 1, ...terms } });
const move = (id: number, due_date: unknown, session = owner.session) =>
  gateway.call('PATCH', `/transactions/${id}/boleto`, { body: { due_date }, token: session });

it('a pending boleto gets another due date, and another slip', async () => {
  const id = await boleto({ fine: { percent: 100 }, payable_days_after_due: 5 });
  const before = await readPayment(gateway, owner, id);
  const day = saoPauloDay(20);
  const answer = await move(id, day);
  expect(answer).toMatchObject({ status: 200, body: { success: true, transaction: { id, due_date: day } } });
  const after = await readPayment(gateway, owner, id);
  const last = addDays(rollToBusinessDay(day), 5);
  expect(after).toMatchObject({
    due_date: day,
    last_payable_date: last,
    expires_at: endOfSaoPauloDay(last).toISOString(),
    requested_change: null,
    status: 1,
  });
  expect(after.boleto_barcode).toMatch(/^\d{44}$/);
  expect(after.boleto_barcode).not.toBe(before.boleto_barcode);
  const { body } = await gateway.get(`/transactions/${id}/events`, owner.session);
  expect(JSON.stringify(body)).toContain('payment.updated');
  expect((await move(id, day)).status).toBe(200);
  expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse(before.updated_at));
});

it('is told as paid where the bank knows of a payment that we do not', async () => {
  const id = await boleto();
  await sandbox(gateway, owner, id, 'pay', { notify: false });
  expectError(await move(id, saoPauloDay(9)), { status: 400, code: 'TRANSACTION_NOT_PENDING' });
  expect(await readPayment(gateway, owner, id)).toMatchObject({ status: 2, requested_change: null });
});

it('is refused for what has ended, for a PIX, for somebody else and for days that cannot be', async () => {
  const id = await boleto();
  for (const day of ['2026-02-30', saoPauloDay(-1), saoPauloDay(181)])
    expectError(await move(id, day), invalid('due_date'));
  expectError(await move(id, 5), invalid('due_date'));
  expectError(await move(id, saoPauloDay(9), gateway.otherToken), { status: 404, code: 'TRANSACTION_NOT_FOUND' });
  const discounted = await boleto({ due_date: saoPauloDay(9), discounts: [{ until: saoPauloDay(8), amount: 1 }] });
  expectError(await move(discounted, saoPauloDay(7)), invalid('due_date'));
  const pix = await createPayment(gateway, owner, 10_000);
  expectError(await move(pix, saoPauloDay(9)), invalid('id'));
  await sandbox(gateway, owner, id, 'pay');
  expectError(await move(id, saoPauloDay(9)), { status: 400, code: 'TRANSACTION_NOT_PENDING' });
});

it('whose answer is lost is believed once the bank is asked', async () => {
  const id = await boleto();
  const day = saoPauloDay(30);
  await gateway.acquirer('POST', '/control/faults', { operation: 'cancel', kind: 'timeout_after_accepting' });
  expectError(await move(id, day), { status: 503, code: 'ACQUIRER_UNAVAILABLE' });
  expect(await readPayment(gateway, owner, id)).toMatchObject({
    requested_change: { kind: 'due_date', due_date: day, requested_at: expect.any(String) },
  });
  expect(await readPayment(gateway, owner, id, '?payment_type=BILLET')).toMatchObject({
    due_date: day,
    requested_change: null,
  });
});

it('a refusal ends the change that was refused, and no cancellation that was asked for meanwhile', async () => {
  const id = await boleto();
  const waiting = { kind: 'cancel', requestedAt: new Date().toISOString() };
  const { deps } = gateway.vintem;
  await deps.db.query('UPDATE payments SET requested_change = $2 WHERE id = $1', [id, JSON.stringify(waiting)]);
  const payment = { id } as Payment;
  await forgetRequestedChange(deps, payment, { kind: 'due_date', dueDate: saoPauloDay(20) });
  expect(await readPayment(gateway, owner, id)).toMatchObject({ requested_change: { kind: 'cancel' } });
  await forgetRequestedChange(deps, payment, { kind: 'cancel' });
  expect(await readPayment(gateway, owner, id)).toMatchObject({ requested_change: null });
});
