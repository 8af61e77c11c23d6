import { describe, expect, it } from 'vitest';
import { eventually, setAcquirerStatus } from '../../support/contract.ts';
import {
  BOLETO,
  createPaid,
  createPayment,
  expectRefunded,
  order,
  readPayment,
  refundPix,
  reverse,
  sandbox,
} from '../../support/money.ts';
import { logOf, pause, QUIET_MS, testHook, untilReceived } from '../webhooks/hooks.ts';
import { useShop } from '../webhooks/shop.ts';
import { added, verified } from '../webhooks/verified-events.ts';

const shop = useShop();

describe('in the quiet case each event arrives once', () => {
  it('created, approved, refunded in part and in whole, failed: exact fields, signed, rising sequence', async () => {
    const { company, hook } = await shop.openBranch();
    const paid_at = new Date(Date.now() - 3_600_000).toISOString();
    const paidId = await createPaid(shop, company, 10_000, {}, { paid_at });
    const first = await refundPix(shop, company, paidId, 30);
    const second = await refundPix(shop, company, paidId, 70);
    for (const answer of [first, second]) expectRefunded(answer);
    const failedId = await createPayment(shop, company, 2_000);
    await sandbox(shop, company, failedId, 'fail');
    const boletoId = await createPaid(shop, company, 3_000, BOLETO);
    expectRefunded(await reverse(shop, company, boletoId));
    const paid = await readPayment(shop, company, paidId);
    const failed = await readPayment(shop, company, failedId);
    const boleto = await readPayment(shop, company, boletoId);

    await untilReceived(hook.receiver, 9);
    await pause(QUIET_MS);
    const fields = (payment: typeof paid) => ({
      transaction_id: payment.id,
      order_number: payment.order_number,
      amount: payment.amount,
      payment_type: payment.payment_type,
    });
    const refunded = { event: 'payment.refunded', status: 'REFUNDED', refund_id: expect.any(Number) };
    expect(verified(hook)).toEqual([
      { event: 'payment.created', ...fields(paid), status: 'PENDING', ...added(company, 1) },
      { event: 'payment.approved', ...fields(paid), status: 'APPROVED', paid_at, ...added(company, 2) },
      {
        ...refunded,
        transaction_id: paidId,
        refund_id: first.body.refund.id,
        refund_amount: 3_000,
        total_refunded_amount: 3_000,
        refunded_at: first.body.transaction.refunded_at,
        ...added(company, 3),
      },
      {
        ...refunded,
        transaction_id: paidId,
        refund_id: second.body.refund.id,
        refund_amount: 7_000,
        total_refunded_amount: 10_000,
        refunded_at: second.body.transaction.refunded_at,
        ...added(company, 4),
      },
      { event: 'payment.created', ...fields(failed), status: 'PENDING', ...added(company, 1) },
      { event: 'payment.failed', ...fields(failed), status: 'FAILED', ...added(company, 2) },
      { event: 'payment.created', ...fields(boleto), status: 'PENDING', ...added(company, 1) },
      {
        event: 'payment.approved',
        ...fields(boleto),
        status: 'APPROVED',
        paid_at: boleto.paid_at,
        ...added(company, 2),
      },
      {
        ...refunded,
        transaction_id: boletoId,
        refund_amount: 3_000,
        total_refunded_amount: 3_000,
        refunded_at: boleto.refunded_at,
        ...added(company, 3),
      },
    ]);
    expect(new Set(verified(hook).map(({ id }) => id)).size).toBe(9);
    await eventually(async () => {
      for (const { status, attempts } of await logOf(shop, hook.id)) {
        expect({ status, attempts }).toMatchObject({ status: 'DELIVERED', attempts: [{ status_code: 200 }] });
      }
    });
  });

  it('webhook.test belongs to the endpoint', async () => {
    const { company, hook } = await shop.openBranch();
    await testHook(shop, hook.id);
    await untilReceived(hook.receiver, 1);
    await pause(QUIET_MS);
    const { sequence: _, ...rest } = added(company, 0);
    expect(verified(hook)).toEqual([{ event: 'webhook.test', webhook_id: hook.id, sequence: null, ...rest }]);
  });

  it('an order that the acquirer refuses is created, then failed', async () => {
    const { company, hook } = await shop.openBranch();
    expect(
      (await shop.acquirer('POST', '/control/faults', { operation: 'charge', kind: 'refuse', times: 1 })).status,
    ).toBe(201);
    expect(await order(shop, company, 1_000)).toMatchObject({ status: 200, body: { success: false } });
    await untilReceived(hook.receiver, 2);
    expect(verified(hook).map(({ event, sequence }) => [event, sequence])).toEqual([
      ['payment.created', 1],
      ['payment.failed', 2],
    ]);
  });

  it('a payment found refunded by synchronisation is told as refunded only', async () => {
    const { company, hook } = await shop.openBranch();
    const id = await createPayment(shop, company, 4_000);
    await setAcquirerStatus(shop, id, 'REFUNDED');
    const payment = await readPayment(shop, company, id, '?payment_type=PIX');
    expect(payment.status).toBe(4);
    await untilReceived(hook.receiver, 2);
    await pause(QUIET_MS);
    expect(verified(hook)).toEqual([
      expect.objectContaining({ event: 'payment.created', sequence: 1 }),
      {
        event: 'payment.refunded',
        transaction_id: id,
        status: 'REFUNDED',
        refund_amount: 4_000,
        total_refunded_amount: 4_000,
        refunded_at: payment.refunded_at,
        refund_id: expect.any(Number),
        ...added(company, 2),
      },
    ]);
  });

  it('asking again about what is final tells nothing new', async () => {
    const { company, hook } = await shop.openBranch();
    const id = await createPaid(shop, company, 1_000);
    for (let turn = 0; turn < 3; turn++) await readPayment(shop, company, id, '?payment_type=PIX');
    await sandbox(shop, company, id, 'pay');
    await untilReceived(hook.receiver, 2);
    await pause(QUIET_MS);
    expect(verified(hook).map(({ event }) => event)).toEqual(['payment.created', 'payment.approved']);
  });
});
