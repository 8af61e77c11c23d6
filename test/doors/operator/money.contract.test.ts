import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFileBank } from '../../support/cnab240/file-bank.ts';
import { expectError, invalid } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { type OperatorCall, openConsoleAsAdmin } from '../../support/operator-calls.ts';
import { orderBody } from '../../support/orders.ts';

let gateway: TestGateway;
let call: OperatorCall;
beforeAll(async () => {
  // Nothing in the background seals a day.
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
  call = await openConsoleAsAdmin(gateway);
});
afterAll(() => gateway.close());

const order = async () => (await gateway.post('/payments/order', orderBody())).body.transaction;

async function pay(id: number): Promise<void> {
  await gateway.post(`/sandbox/transactions/${id}/pay`, {});
  await gateway.get(`/transactions/${id}?payment_type=PIX`);
}

/** Paid after it was cancelled. */
async function makeDivergence(): Promise<{ id: number; payment: number; company: number }> {
  const { id: payment, company_id: company } = await order();
  await gateway.post(`/transactions/${payment}/cancel`, {});
  await pay(payment);
  const { data } = (await gateway.get(`/divergences?transaction_id=${payment}`)).body;
  return { id: data[0].id, payment, company };
}

describe('a payment', () => {
  it('is seen as its merchant sees it, with its check, its journal and why it is pending', async () => {
    const { id, order_number } = await order();
    const pending = (await call('GET', `/payments/${id}`)).body;
    expect(pending).toMatchObject({
      merchant: { name: 'Demo' },
      acquirer: 'sandbox',
      transaction: {
        id,
        order_number,
        status_payment_name: 'PENDING',
        customer: { name: 'M*** d*** S***', email: 'm***@e***.com', document: '***.982.247-**' },
        metadata: null,
      },
      check: { done: 0, trouble: null },
      why_pending: { reason: 'WAITING_FOR_PAYMENT' },
      journal: [],
    });
    await pay(id);
    const paid = (await call('GET', `/payments/${id}`)).body;
    expect(paid).toMatchObject({ transaction: { status_payment_name: 'APPROVED' }, why_pending: null });
    expect(paid.journal.length).toBeGreaterThan(1);
    expect(paid.journal.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(0);
    expect(paid.events.map(({ event }: { event: string }) => event)).toContain('payment.approved');
    expectError(await call('GET', '/payments/987654'), { status: 404, code: 'TRANSACTION_NOT_FOUND' });
    expectError(await call('POST', `/payments/${id}/reveal`, { reason: 'x' }), invalid('reason'));
  });

  it('is found by what names it', async () => {
    const { id, order_number } = await order();
    const found = async (q: string) =>
      (await call('GET', `/payments?q=${encodeURIComponent(q)}`)).body.data.map((one: { id: number }) => one.id);
    expect(await found(String(id))).toEqual([id]);
    expect(await found(order_number)).toEqual([id]);
    expect(await found('no such thing')).toEqual([]);
    expect(await found('')).toEqual([]);
  });
});

describe('divergences', () => {
  it('of all merchants are listed and resolved', async () => {
    const { id, payment } = await makeDivergence();
    const { body } = await call('GET', '/divergences?resolved=false');
    expect(body.data).toContainEqual(
      expect.objectContaining({ id, transaction_id: payment, merchant_id: expect.any(Number) }),
    );
    expect((await call('GET', '/divergences?merchant_id=987654')).body.total).toBe(0);
    expect((await call('GET', '/home')).body.open.divergences).toBeGreaterThan(0);
    expectError(await call('POST', `/divergences/${id}/resolve`, {}), invalid('resolution'));
    const resolved = await call('POST', `/divergences/${id}/resolve`, { resolution: 'devolvido por fora' });
    expect(resolved.body).toMatchObject({ id, resolution: 'devolvido por fora' });
    expectError(await call('POST', '/divergences/987654/resolve', { resolution: 'x' }), {
      status: 404,
      code: 'DIVERGENCE_NOT_FOUND',
    });
  });

  it('are booked once, by whoever is named', async () => {
    const { id, company } = await makeDivergence();
    const booking = { from: 'acquirer', to: `company:${company}`, reason: 'pago depois de cancelado' };
    expectError(await call('POST', `/divergences/${id}/book`, { ...booking, to: 'somebody' }), invalid('to'));
    const { status, body } = await call('POST', `/divergences/${id}/book`, booking);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, booked_amount: 10_000 });
    const listed = (await call('GET', '/divergences')).body.data.find((one: { id: number }) => one.id === id);
    expect(listed).toMatchObject({ booked_by: 'Operação Demo', booking_reason: booking.reason });
    expectError(await call('POST', `/divergences/${id}/book`, booking), { status: 400, code: 'VALIDATION_ERROR' });
  });
});

describe('banks and books', () => {
  it('banks show how they do, and nothing of how they are reached', async () => {
    await order();
    const { data } = (await call('GET', '/acquirers')).body;
    expect(data).toEqual([
      expect.objectContaining({
        name: 'sandbox',
        kind: null,
        is_usable: true,
        answers: true,
        open_circuits: [],
        certificate: null,
        calls: expect.objectContaining({ unanswered: 0 }),
      }),
    ]);
  });

  it('audits, seals and the audit log are listed', async () => {
    await gateway.database.db.query(
      `INSERT INTO audit_runs (night, started_at, leased_until, finished_at, checks_held, findings)
       VALUES ('2026-11-17', now(), now(), now(), 40, 0)`,
    );
    expect((await call('GET', '/audits')).body.data).toEqual([
      expect.objectContaining({ night: '2026-11-17', checks_held: 40, broken_check: null, findings: 0 }),
    ]);
    await gateway.database.db.query(
      "INSERT INTO seals (number, day, made_at, previous_hash, hash) VALUES (1, '2026-11-16', now(), '', 'ab')",
    );
    expect((await call('GET', '/seals')).body.data).toEqual([
      { number: 1, day: '2026-11-16', made_at: expect.any(String), previous_hash: '', hash: 'ab' },
    ]);
    const { body } = await call('GET', '/audit-log');
    expect(body.data[0]).toMatchObject({
      action: 'login.succeeded',
      actor: { kind: 'operator', name: 'Operação Demo' },
    });
  });

  it('home counts what was ordered and received today', async () => {
    const fresh = await startTestGateway();
    try {
      const asked = await openConsoleAsAdmin(fresh);
      const { id } = (await fresh.post('/payments/order', orderBody())).body.transaction;
      await fresh.post(`/sandbox/transactions/${id}/pay`, {});
      await fresh.get(`/transactions/${id}?payment_type=PIX`);
      const { body } = await asked('GET', '/home');
      expect(body.acquirers).toEqual([
        expect.objectContaining({
          acquirer: 'sandbox',
          today: {
            ...{ ordered: 1, ordered_amount: 10_000, received: 1, received_amount: 10_000, fees: 100 },
            ...{ refunded_amount: 0, paid_out_amount: 0 },
          },
          last_24h: { payments: 1, approved: 1, failed: 0, pending: 0, approval_rate: 1 },
        }),
      ]);
    } finally {
      await fresh.close();
    }
  });
});

// Last: its bank joins those that are listed above.
describe('a payment whose bank cannot be asked', () => {
  it('is seen without the word of its bank', async () => {
    const files = await openFileBank(gateway);
    const { db } = gateway.database;
    try {
      const id = await files.sell();
      await db.query('ALTER TABLE cnab_titles RENAME TO cnab_titles_away');
      const seen = await call('GET', `/payments/${id}`);
      expect([seen.status, seen.body.transaction?.acquirer_status]).toEqual([200, null]);
      await db.query('ALTER TABLE cnab_titles_away RENAME TO cnab_titles');
      expect((await call('GET', `/payments/${id}`)).body.transaction.acquirer_status).not.toBeNull();
    } finally {
      await db.query('ALTER TABLE IF EXISTS cnab_titles_away RENAME TO cnab_titles');
      await files.close();
    }
  });
});
