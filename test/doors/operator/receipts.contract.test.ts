import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectCleanBooks } from '../../support/audit.ts';
import { expectError, invalid } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { createPayment, openCompany, readPayment } from '../../support/money.ts';
import { type OperatorCall, openConsoleAsAdmin } from '../../support/operator-calls.ts';
import { addReceipt } from '../../support/operator-money.ts';

let gateway: TestGateway;
let call: OperatorCall;
beforeAll(async () => {
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
  call = await openConsoleAsAdmin(gateway);
});
afterAll(() => gateway.close());

const loggedOf = (id: number) =>
  gateway.database.db.query<{ action: string; merchant_id: number; details: object }>(
    "SELECT action, merchant_id, actor_kind, details FROM audit_log WHERE object_kind = 'receipt' AND object_id = $1",
    [String(id)],
  );

describe('money that is none of ours', () => {
  it('is listed by pages, open or all, by bank and day', async () => {
    const ids = [await addReceipt(gateway, 100), await addReceipt(gateway, 200), await addReceipt(gateway, 300, 'efi')];
    const { body } = await call('GET', '/receipts?open=true&limit=2');
    expect(body).toMatchObject({ total: 3, lastPage: 2, data: [{ id: ids[2], amount: 300 }, { id: ids[1] }] });
    expect((await call('GET', '/receipts?acquirer=efi')).body.data).toMatchObject([{ id: ids[2], state: 'OPEN' }]);
    const { day } = body.data[0];
    expect((await call('GET', `/receipts?day=${day}`)).body.total).toBe(3);
    expect((await call('GET', '/receipts?day=2020-01-01')).body).toMatchObject({ total: 0, data: [] });
    expect((await call('GET', '/receipts?open=false')).body.total).toBe(0);
    expectError(await call('GET', '/receipts?day=x'), invalid('day'));
    expectError(await call('GET', '/receipts?open=maybe'), invalid('open'));
    expectError(await call('GET', '/receipts/987654'), { status: 404, code: 'RECEIPT_NOT_FOUND' });
    expect((await call('GET', `/receipts/${ids[0]}`)).body).toMatchObject({
      id: ids[0],
      line: null,
      named: [],
      bookings: [],
      bound: null,
      closed: null,
    });
  });

  it('pays a transaction of its bank and amount, once', async () => {
    const shop = await openCompany(gateway);
    const payment = await createPayment(gateway, shop, 1_234);
    const id = await addReceipt(gateway, 1_234);
    const reason = 'comprovante do pagador';
    const bind = (body: object) => call('POST', `/receipts/${id}/bind`, body);
    expectError(await bind({ transaction_id: payment }), invalid('reason'));
    expectError(await bind({ transaction_id: 987_654, reason }), { status: 404, code: 'TRANSACTION_NOT_FOUND' });
    const other = await createPayment(gateway, shop, 1_235);
    expectError(await bind({ transaction_id: other, reason }), { status: 400, code: 'VALIDATION_ERROR' });
    expect((await bind({ transaction_id: payment, reason })).body).toMatchObject({
      state: 'BOUND',
      transaction_id: payment,
      bound: { by: 'Operação Demo', reason },
    });
    expect(await readPayment(gateway, shop, payment)).toMatchObject({ status: 2 });
    expectError(await bind({ transaction_id: payment, reason }), { status: 400, code: 'VALIDATION_ERROR' });
    expect(await loggedOf(id)).toMatchObject([
      {
        action: 'receipt.bound',
        actor_kind: 'operator',
        details: { transaction_id: payment, status: 'APPROVED', status_before: 'PENDING', reason },
      },
    ]);
    await expectCleanBooks(gateway.database.db);
  });

  it('goes into the books, to a company or the platform, and the log keeps both sides', async () => {
    const shop = await openCompany(gateway);
    const id = await addReceipt(gateway, 777);
    const reason = 'venda antiga';
    const book = (body: object) => call('POST', `/receipts/${id}/book`, { reason, ...body });
    expectError(await book({ from: 'platform', to: `company:${shop.id}` }), invalid('to'));
    expectError(await book({ from: 'acquirer', to: 'acquirer' }), invalid('to'));
    expectError(await book({ from: 'acquirer', to: 'nobody' }), invalid('to'));
    expectError(await book({ from: 'acquirer', to: 'company:987654' }), { status: 404, code: 'COMPANY_NOT_FOUND' });
    expectError(await book({ from: 'platform', to: 'acquirer' }), { status: 400, code: 'VALIDATION_ERROR' });
    expect((await book({ from: 'acquirer', to: `company:${shop.id}` })).body).toMatchObject({
      state: 'BOOKED',
      booked_amount: 777,
      bookings: [{ amount: 777, company_id: shop.id, by: 'Operação Demo', reason }],
    });
    expectError(await book({ from: 'acquirer', to: 'platform' }), { status: 400, code: 'VALIDATION_ERROR' });
    // The bank gave it back: what was booked is taken out again, from whom it was given to.
    await gateway.database.db.query('UPDATE unknown_receipts SET refunded_cents = 777 WHERE id = $1', [id]);
    expect((await call('GET', `/receipts/${id}`)).body.state).toBe('OPEN');
    const undone = await book({ from: `company:${shop.id}`, to: 'acquirer' });
    expect(undone.body).toMatchObject({ state: 'GIVEN_BACK', booked_amount: 0, bookings: [{}, { amount: -777 }] });
    expect(await loggedOf(id)).toMatchObject([
      { action: 'receipt.booked', details: { booked: 777, booked_before: 0, company_id: shop.id } },
      { action: 'receipt.booked', details: { booked: 0, booked_before: 777 } },
    ]);
    await expectCleanBooks(gateway.database.db);
  });

  it('is closed with what was done elsewhere, and nothing can be done with it then', async () => {
    const id = await addReceipt(gateway, 50);
    const close = () => call('POST', `/receipts/${id}/close`, { reason: 'do outro sistema da conta' });
    expect((await close()).body).toMatchObject({ state: 'CLOSED', closed: { reason: 'do outro sistema da conta' } });
    expectError(await close(), { status: 400, code: 'VALIDATION_ERROR' });
    expectError(await call('POST', '/receipts/987654/close', { reason: 'nada' }), {
      status: 404,
      code: 'RECEIPT_NOT_FOUND',
    });
    // No merchant's: it stands in the log of the installation.
    expect(await loggedOf(id)).toMatchObject([{ action: 'receipt.closed', merchant_id: 0 }]);
    const log = (await call('GET', '/audit-log')).body.data;
    expect(log[0]).toMatchObject({ action: 'receipt.closed', details: { amount: 50 } });
  });
});
