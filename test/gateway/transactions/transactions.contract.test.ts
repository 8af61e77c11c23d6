import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError, ISO_UTC, invalid, referenceOf, setAcquirerStatus, withValue } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { boletoBody, orderBody } from '../../support/orders.ts';

let gateway: TestGateway;
/** Does not wait long for the acquirer, where the answer is to stay out. */
let impatient: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
  impatient = await startTestGateway({ VINTEM_ROLE: 'api' }, gateway.database, { acquirerTimeoutMs: 3_000 });
});
afterAll(async () => {
  await impatient.close();
  await gateway.close();
});

async function create(body: unknown = orderBody()): Promise<number> {
  const answer = await gateway.post('/payments/order', body);
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  return answer.body.transaction.id;
}
const details = async (id: number, query = '', from = gateway) => {
  const answer = await from.get(`/transactions/${id}${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
};
const sync = (id: number, type = 'PIX') => details(id, `?payment_type=${type}`);
const divergencesOf = (id: number) =>
  gateway.database.db.query<{
    kind: string;
    acquirer_status: string;
    acquirer_amount_cents: number;
    resolved_at: Date | null;
  }>('SELECT kind, acquirer_status, acquirer_amount_cents, resolved_at FROM divergences WHERE payment_id = $1', [id]);

/** Half of the time for which the acquirer holds a question. */
const BOUNDED = { concurrent: true, timeout: 60_000 };

/** When the sandbox acquirer says that it was paid. */
async function paidAtAcquirer(id: number): Promise<number | undefined> {
  const [charge] = await gateway.database.db.query<{ paid_at: Date }>(
    'SELECT paid_at FROM sandbox_acquirer.charges WHERE reference = $1',
    [await referenceOf(gateway, id)],
  );
  return charge?.paid_at.getTime();
}

describe('the local record', () => {
  const COMMON = {
    order_number: expect.stringMatching(/\S/),
    status: 1,
    status_payment_name: 'PENDING',
    amount: 10_000,
    installments: 1,
    customer: {
      id: expect.any(Number),
      name: 'Maria da Silva',
      email: 'maria@example.com',
      document: '52998224725',
      phone: '+55 (11) 98765-4321',
    },
    items: [{ name: 'Camiseta', quantity: 2, price: 4000 }],
    shipping: { name: 'Sedex', price: 2000 },
    created_at: expect.stringMatching(ISO_UTC),
    updated_at: expect.stringMatching(ISO_UTC),
    paid_at: null,
    refunded_at: null,
    acquirer_status: null,
    expires_at: expect.stringMatching(ISO_UTC),
    refunded_amount: 0,
    company_id: expect.any(Number),
    metadata: {},
    payment_link_id: null,
    external_id: null,
    failure_reason: null,
    retried_by: null,
  };

  it('of a PIX payment: every documented field, null where it has no value', async () => {
    const { transaction } = (await gateway.post('/payments/order', orderBody())).body;
    const read = await details(transaction.id);
    expect(read).toMatchObject({
      ...COMMON,
      id: transaction.id,
      order_number: transaction.order_number,
      payment_type: 'pix',
      pix_qr_code: transaction.pix_qr_code,
      pix_qr_code_url: transaction.pix_qr_code_url,
      boleto_url: null,
      boleto_barcode: null,
      boleto_digitable_line: null,
      created_at: transaction.created_at,
    });
  });

  it('of a boleto: every documented field, null where it has no value', async () => {
    const { transaction } = (await gateway.post('/payments/order', boletoBody({ metadata: { pedido: '7' } }))).body;
    expect(await details(transaction.id)).toMatchObject({
      ...COMMON,
      id: transaction.id,
      payment_type: 'invoice',
      pix_qr_code: null,
      pix_qr_code_url: null,
      boleto_url: transaction.boleto_url,
      boleto_barcode: transaction.boleto_barcode,
      boleto_digitable_line: transaction.boleto_digitable_line,
      due_date: transaction.due_date,
      expires_at: transaction.expires_at,
      metadata: { pedido: '7' },
    });
  });

  it.each([
    [{ country_code: '55', area_code: '11', number: '987654321' }, '+55 (11) 98765-4321'],
    [{ country_code: '55', area_code: '11', number: '33334444' }, '+55 (11) 3333-4444'],
    [{ country_code: '351', area_code: '21', number: '1234567' }, '+351 (21) 123-4567'],
  ])('writes the phone as one text', async (phone, text) => {
    expect((await details(await create(withValue(orderBody(), 'customer.phone', phone)))).customer.phone).toBe(text);
  });

  it('is what stands here, whatever the acquirer holds, unless a synchronisation is asked for', async () => {
    const id = await create();
    await setAcquirerStatus(gateway, id, 'PAID');
    for (let reading = 0; reading < 3; reading++)
      expect(await details(id)).toMatchObject({ status: 1, acquirer_status: null });
  });
});

describe('the acquirer’s status', () => {
  it.each([
    ['PIX', orderBody()],
    ['BILLET', boletoBody()],
  ])('%s adds it in the documented shape, the payer’s document masked', async (type, body) => {
    const id = await create(body);
    await gateway.post(`/sandbox/transactions/${id}/pay`, { notify: false });
    const { acquirer_status } = await sync(id, type);
    expect(acquirer_status).toEqual({
      id: expect.stringMatching(/\S/),
      operation: { status: 'PAID', value: 10_000, provider: expect.stringMatching(/\S/) },
      history: [
        { status: 'WAITING_PAYMENT', createdAt: expect.stringMatching(ISO_UTC) },
        { status: 'PAID', createdAt: expect.stringMatching(ISO_UTC) },
      ],
      payer: { fullName: 'Maria da Silva', document: '***.982.247-**' },
    });
    const [row] = await gateway.database.db.query<{ id: string }>(
      "SELECT response_data_subacquirer_integration ->> 'transactionId' AS id FROM payments WHERE id = $1",
      [id],
    );
    expect(acquirer_status.id).toBe(row?.id);
    // Only that query returns it.
    expect(await details(id)).toMatchObject({ status: 2, acquirer_status: null });
  });

  it.each([
    ['WAITING_CONFIRMATION', 1, 'PENDING'],
    ['WAITING_PAYMENT', 1, 'PENDING'],
    ['PAID', 2, 'APPROVED'],
    ['APPROVED', 2, 'APPROVED'],
    ['FAILED', 3, 'FAILED'],
    ['CANCELLED', 3, 'FAILED'],
    ['REFUNDED', 4, 'REFUNDED'],
  ])('[mapping] %s is %i %s', async (acquirerStatus, status, name) => {
    for (const [type, body] of [
      ['PIX', orderBody()],
      ['BILLET', boletoBody()],
    ] as const) {
      const id = await create(body);
      const before = await details(id);
      await setAcquirerStatus(gateway, id, acquirerStatus);
      const synced = await sync(id, type);
      expect(synced).toMatchObject({
        status,
        status_payment_name: name,
        acquirer_status: { operation: { status: acquirerStatus } },
      });
      // It is stored: a plain read and the list show the same.
      expect(await details(id)).toEqual({ ...synced, acquirer_status: null });
      expect((await gateway.get('/transactions?limit=1')).body.data).toMatchObject([{ id, status }]);
      if (status === 2) expect(Date.parse(synced.paid_at)).toBe(await paidAtAcquirer(id));
      if (status === 1) expect(synced).toEqual({ ...before, acquirer_status: expect.anything() });
      if (status === 3) expect(synced).toMatchObject({ paid_at: null, refunded_at: null, refunded_amount: 0 });
      if (status === 4) {
        expect(synced).toMatchObject({ refunded_at: expect.stringMatching(ISO_UTC), refunded_amount: 10_000 });
        expect(synced.paid_at).toEqual(expect.stringMatching(ISO_UTC));
      }
      expect(await divergencesOf(id)).toEqual([]);
    }
  });

  it('sets paid_at to when the acquirer was paid', async () => {
    const id = await create();
    await gateway.post(`/sandbox/transactions/${id}/pay`, { paid_at: '2026-03-04T05:06:07.000Z', notify: false });
    expect((await sync(id)).paid_at).toBe('2026-03-04T05:06:07.000Z');
  });

  it('sets paid_at to now where the acquirer does not tell', async () => {
    const id = await create();
    await setAcquirerStatus(gateway, id, 'APPROVED');
    await gateway.database.db.query('UPDATE sandbox_acquirer.charges SET paid_at = NULL WHERE reference = $1', [
      await referenceOf(gateway, id),
    ]);
    const askedAt = Date.now();
    const { paid_at } = await sync(id);
    expect(Date.parse(paid_at)).toBeGreaterThanOrEqual(askedAt);
    expect(Date.parse(paid_at)).toBeLessThanOrEqual(Date.now());
  });

  it('follows the mapping when another value was paid, and records the difference once', async () => {
    const id = await create();
    await setAcquirerStatus(gateway, id, 'PAID');
    await gateway.database.db.query(
      'UPDATE sandbox_acquirer.charges SET amount_cents = 9000, received_cents = 9000 WHERE reference = $1',
      [await referenceOf(gateway, id)],
    );
    for (let reading = 0; reading < 2; reading++) {
      expect(await sync(id)).toMatchObject({
        status: 2,
        amount: 10_000,
        acquirer_status: { operation: { value: 9000 } },
      });
    }
    expect(await divergencesOf(id)).toEqual([
      { kind: 'AMOUNT_MISMATCH', acquirer_status: 'PAID', acquirer_amount_cents: 9000, resolved_at: null },
    ]);
  });

  it('moves once when many ask at the same time', async () => {
    const id = await create();
    await gateway.post(`/sandbox/transactions/${id}/pay`, { notify: false });
    const reads = await Promise.all(Array.from({ length: 20 }, () => sync(id)));
    expect(new Set(reads.map(({ status, paid_at, updated_at }) => `${status} ${paid_at} ${updated_at}`)).size).toBe(1);
    expect(reads[0]?.status).toBe(2);
  });
});

describe('synchronisation never changes', () => {
  const ALL = ['WAITING_CONFIRMATION', 'WAITING_PAYMENT', 'PAID', 'APPROVED', 'FAILED', 'CANCELLED', 'REFUNDED'];
  it.each([
    ['PAID', 2],
    ['CANCELLED', 3],
    ['REFUNDED', 4],
  ])('a final status: after %s it stays %i whatever the acquirer says later', async (first, status) => {
    const id = await create();
    await setAcquirerStatus(gateway, id, first);
    const settled = await sync(id);
    expect(settled.status).toBe(status);
    for (const later of ALL) {
      await setAcquirerStatus(gateway, id, later);
      const again = await sync(id);
      // What could be paid although it is over here is cancelled in the background, perhaps before this look.
      const seen = status === 3 ? [later, 'CANCELLED'] : [later];
      expect(seen).toContain(again.acquirer_status.operation.status);
      expect({ ...again, acquirer_status: null }).toEqual({ ...settled, acquirer_status: null });
    }
  });

  it.each([
    ['no answer of the acquirer is stored', 'NULL'],
    ['the stored answer has no transactionId', "response_data_subacquirer_integration - 'transactionId'"],
  ])('anything when the transactionId is missing: %s', async (_, value) => {
    const id = await create();
    await setAcquirerStatus(gateway, id, 'PAID');
    await gateway.database.db.query(
      `UPDATE payments SET response_data_subacquirer_integration = ${value} WHERE id = $1`,
      [id],
    );
    expect(await sync(id)).toMatchObject({
      id,
      status: 1,
      status_payment_name: 'PENDING',
      paid_at: null,
      acquirer_status: null,
    });
  });

  it.each([
    'error_500',
    'garbage',
    'huge_body',
    'connection_reset',
    'timeout_before_accepting',
    'timeout_after_accepting',
    'slow_drip',
  ])('anything when the acquirer fails: %s gives local data, in bounded time', BOUNDED, async (kind) => {
    const id = await create();
    await setAcquirerStatus(gateway, id, 'PAID');
    const reference = await referenceOf(gateway, id);
    await gateway.acquirer('POST', '/control/faults', { operation: 'query', kind, reference });
    const local = await details(id, '?payment_type=PIX', impatient);
    expect(local).toMatchObject({ id, status: 1, paid_at: null, acquirer_status: null });
    // The next question is answered.
    expect(await sync(id)).toMatchObject({ status: 2 });
  });

  it('anything when the acquirer does not know the charge', async () => {
    const id = await create();
    await gateway.database.db.query('DELETE FROM sandbox_acquirer.charges WHERE reference = $1', [
      await referenceOf(gateway, id),
    ]);
    expect(await sync(id)).toMatchObject({ status: 1, acquirer_status: null });
  });
});

describe('[reads: payment_type]', () => {
  it.each([
    ['PIX payment', 'BILLET', orderBody()],
    ['PIX payment', 'CREDIT_CARD', orderBody()],
    ['boleto', 'PIX', boletoBody()],
    ['boleto', 'CREDIT_CARD', boletoBody()],
  ])('of a %s, %s cannot be answered by the acquirer: local data', async (_, type, body) => {
    const id = await create(body);
    await setAcquirerStatus(gateway, id, 'PAID');
    expect(await sync(id, type)).toMatchObject({ id, status: 1, acquirer_status: null });
  });

  it.each([
    'pix',
    'invoice',
    'BOLETO',
    'DEBIT_CARD',
    'PIX%20',
    '',
    'null',
    'toString',
    'PIX%00',
    'PIX&payment_type=PIX',
  ])('refuses %j by name, for any id', async (type) => {
    const id = await create();
    expectError(await gateway.get(`/transactions/${id}?payment_type=${type}`), invalid('payment_type'));
    expectError(await gateway.get(`/transactions/999999?payment_type=${type}`), invalid('payment_type'));
  });
});

describe('', () => {
  it.each(['999999', '9007199254740991', '9007199254740993', '99999999999999999999', '9'.repeat(200)])(
    'there is no transaction %s',
    async (id) => {
      for (const query of ['', '?payment_type=PIX']) {
        const answer = await gateway.get(`/transactions/${id}${query}`);
        expectError(answer, { status: 404, code: 'TRANSACTION_NOT_FOUND' });
        expect(answer.body).toMatchObject({ statusCode: 404, message: expect.any(String) });
      }
    },
  );

  it.each([
    ...['0', '-1', '1.5', '1e3', '0x1', 'abc', '%00', '1%00', '%20', '1%20', '+1', 'NaN'],
    ...['null', 'undefined', '%D9%A1', "1'--", '1;2', '1,2'],
  ])('%s is no id: 400', async (id) => expectError(await gateway.get(`/transactions/${id}`), invalid('id')));

  it('an id of 300 digits is none either', async () => {
    expectError(await gateway.get(`/transactions/${'9'.repeat(300)}`), { status: 400, code: 'VALIDATION_ERROR' });
  });
});
