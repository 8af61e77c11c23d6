import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isBusinessDay, rollToBusinessDay } from '../../../src/ground/brazil/calendar.rules.ts';
import { eventually, expectError, ISO_UTC, referenceOf, saoPauloDay, withValue } from '../../support/contract.ts';
import { type ApiAnswer, startTestGateway, type TestGateway } from '../../support/gateway.ts';
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
afterEach(() => gateway.acquirer('DELETE', '/control/faults'));

const order = (body: unknown = orderBody()) => gateway.post('/payments/order', body);
const details = async (id: number) => (await gateway.get(`/transactions/${id}`)).body;
const fault = (operation: string, kind: string, more: object = {}) =>
  gateway.acquirer('POST', '/control/faults', { operation, kind, ...more });
const advance = (seconds: number) => gateway.post('/sandbox/clock', { advance_seconds: seconds });

const COMMON = {
  id: expect.any(Number),
  order_number: expect.stringMatching(/\S/),
  status: 'PENDING',
  amount: 10_000,
  created_at: expect.stringMatching(ISO_UTC),
  expires_at: expect.stringMatching(ISO_UTC),
  refunded_amount: 0,
  company_id: expect.any(Number),
};

describe('', () => {
  it('a PIX payment starts PENDING, with its code and the address of its picture', async () => {
    const answer = await order();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.body).toMatchObject({
      success: true,
      transaction: {
        ...COMMON,
        payment_type: 'pix',
        pix_qr_code: expect.stringMatching(/^000201.*6304[0-9A-F]{4}$/),
        pix_qr_code_url: expect.stringMatching(/^http:\/\/localhost:\d+\/\S+$/),
      },
    });
    for (const field of ['boleto_url', 'boleto_barcode', 'boleto_digitable_line'])
      expect(answer.body.transaction).not.toHaveProperty(field);
    expect(Number.isSafeInteger(answer.body.transaction.id)).toBe(true);
  });

  it('a boleto starts PENDING, with its document, barcode and line', async () => {
    const answer = await order(boletoBody());
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      success: true,
      transaction: {
        ...COMMON,
        payment_type: 'invoice',
        boleto_url: expect.stringMatching(/^http:\/\/localhost:\d+\/\S+$/),
        boleto_barcode: expect.stringMatching(/^\d{44}$/),
        boleto_digitable_line: expect.stringMatching(/^\d{47}$/),
      },
    });
    for (const field of ['pix_qr_code', 'pix_qr_code_url']) expect(answer.body.transaction).not.toHaveProperty(field);
    // The last ten digits of the barcode's first part are the amount.
    expect(answer.body.transaction.boleto_barcode.slice(9, 19)).toBe('0000010000');
  });

  it('is created now, and a PIX code lives 30 minutes', async () => {
    const started = Date.now();
    const { created_at, expires_at } = (await order()).body.transaction;
    expect(Date.parse(created_at)).toBeGreaterThanOrEqual(started);
    expect(Date.parse(created_at)).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(30 * 60_000);
  });

  it('lets a boleto expire with the São Paulo day of its due date, rolled to a business day', async () => {
    const days = Array.from({ length: 181 }, (_, offset) => saoPauloDay(offset));
    const isWeekday = (day: string) => ![0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay());
    const holiday = days.find((day) => isWeekday(day) && !isBusinessDay(day)) as string;
    const dueDates = [...days.slice(0, 8), holiday, days.at(-1) as string];
    const answers = await Promise.all(
      dueDates.map((due_date) => order(orderBody({ payment: { type: 'invoice', installments: 1, due_date } }))),
    );
    for (const [index, { body }] of answers.entries()) {
      const due = dueDates[index] as string;
      const endOfDay = Date.parse(`${rollToBusinessDay(due)}T23:59:59.999-03:00`);
      expect(body.transaction.due_date).toBe(due);
      expect(Math.abs(Date.parse(body.transaction.expires_at) - endOfDay), due).toBeLessThanOrEqual(1000);
    }
  });

  it('gives every order its own id and number, also when many come at once for one customer', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => order(n % 2 ? orderBody() : boletoBody())));
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(200));
    const transactions = answers.map(({ body }) => body.transaction);
    for (const field of ['id', 'order_number', 'pix_qr_code_url', 'boleto_url', 'boleto_barcode']) {
      const values = transactions.map((transaction) => transaction[field]).filter((value) => value !== undefined);
      expect(new Set(values).size, field).toBe(values.length);
    }
    expect((await gateway.get('/customers?document=52998224725')).body.total).toBe(1);
  });

  it('gives payment_link_id back as sent', async () => {
    const { id } = (await order(orderBody({ payment_link_id: 'pl_não_é_nosso' }))).body.transaction;
    expect((await details(id)).payment_link_id).toBe('pl_não_é_nosso');
  });

  it('gives external_id back as sent, to as many orders as have it', async () => {
    const headers = { 'idempotency-key': 'external' };
    for (const token of [gateway.token, gateway.token]) {
      const body = orderBody({ external_id: 'Pedido nº 1042/A' });
      const { transaction } = (await gateway.call('POST', '/payments/order', { token, body, headers })).body;
      expect(transaction.external_id).toBe('Pedido nº 1042/A');
      expect((await details(transaction.id)).external_id).toBe('Pedido nº 1042/A');
    }
    expect((await order(orderBody({ external_id: 'Pedido nº 1042/A' }))).body.success).toBe(true);
    expect((await order(orderBody())).body.transaction.external_id).toBeNull();
  });
});

describe('[creating: customers] one record per merchant and document', () => {
  const withCustomer = (changes: Record<string, unknown>) => {
    const body = withValue(orderBody(), 'customer.document', '39053344705');
    return { ...body, customer: { ...body.customer, ...changes } };
  };
  const customersOf = async (token?: string) => (await gateway.get('/customers?document=39053344705', token)).body.data;

  it('a later order updates the record, and each payment keeps what was ordered', async () => {
    const first = (await order(withCustomer({ name: 'João Antes', email: 'antes@example.com' }))).body.transaction;
    const [record] = await customersOf();
    expect(record).toMatchObject({ name: 'João Antes', email: 'antes@example.com', phone: '+55 (11) 98765-4321' });
    const phone = { country_code: '55', area_code: '21', number: '33334444' };
    const second = (await order(withCustomer({ name: 'João Depois', email: 'depois@example.com', phone }))).body
      .transaction;
    expect(await customersOf()).toEqual([
      { ...record, name: 'João Depois', email: 'depois@example.com', phone: '+55 (21) 3333-4444' },
    ]);
    expect((await details(first.id)).customer).toEqual({ ...record, created_at: undefined });
    expect((await details(second.id)).customer).toMatchObject({
      id: record.id,
      name: 'João Depois',
      phone: '+55 (21) 3333-4444',
    });
    const { data } = (await gateway.get(`/transactions?customer_id=${record.id}&direction=ASC`)).body;
    expect(data).toMatchObject([
      { customer_name: 'João Antes', customer_email: 'antes@example.com' },
      { customer_name: 'João Depois', customer_email: 'depois@example.com' },
    ]);
  });

  it('another merchant’s customer of the same document is another customer', async () => {
    const before = await customersOf();
    const foreign = { ...withCustomer({ name: 'João do Parceiro' }), access_token: 'est_demo_parceiro' };
    expect((await gateway.post('/payments/order', foreign, gateway.otherToken)).status).toBe(200);
    expect(await customersOf()).toEqual(before);
    expect(await customersOf(gateway.otherToken)).toMatchObject([{ name: 'João do Parceiro' }]);
  });

  it('a refused order changes nothing of the record', async () => {
    const before = await customersOf();
    expect((await order({ ...withCustomer({ name: 'Nunca' }), total: 1 })).status).toBe(400);
    expect((await order({ ...withCustomer({ name: 'Nunca' }), access_token: 'est_unknown' })).status).toBe(403);
    expect(await customersOf()).toEqual(before);
  });
});

describe('[creating: the acquirer says no] 200, success false, FAILED', () => {
  const REFUSED = { success: false, transaction: { ...COMMON, status: 'FAILED' } };
  it.each([
    ['PIX', orderBody()],
    ['boleto', boletoBody()],
  ])('to a %s, on demand', async (_, body) => {
    await fault('charge', 'refuse');
    const answer = await order(body);
    expect(answer).toMatchObject({ status: 200, body: REFUSED });
    expect(await details(answer.body.transaction.id)).toMatchObject({
      status: 3,
      status_payment_name: 'FAILED',
      paid_at: null,
      pix_qr_code: null,
      boleto_barcode: null,
    });
  });

  it.each(['recusado@vintem.dev', 'RECUSADO@vintem.dev'])('to the payer %s, always', async (email) => {
    for (const body of [orderBody(), boletoBody()]) {
      const answer = await order(withValue(body, 'customer.email', email));
      expect(answer).toMatchObject({ status: 200, body: REFUSED });
    }
  });
});

describe('[creating: the acquirer is unreachable or silent] 503, and the payment stays PENDING', () => {
  const ACCEPTED = ['garbage', 'connection_reset', 'timeout_after_accepting', 'slow_drip', 'huge_body'];
  const NOT_ACCEPTED = ['error_500', 'timeout_before_accepting'];
  let accepted: ApiAnswer[];
  let notAccepted: ApiAnswer[];
  const answers = () => [...accepted, ...notAccepted];
  const idOf = (answer: ApiAnswer) => answer.body.details.transaction_id as number;

  /** All run at once, because five time-outs together take as long as one. */
  async function orderWithEach(kinds: string[]): Promise<ApiAnswer[]> {
    for (const kind of kinds) await fault('charge', kind);
    return Promise.all(kinds.map(() => impatient.post('/payments/order', orderBody())));
  }
  beforeAll(async () => {
    accepted = await orderWithEach(ACCEPTED);
    await gateway.acquirer('DELETE', '/control/faults');
    notAccepted = await orderWithEach(NOT_ACCEPTED);
  });

  it('answers with the transaction to look at, and when to come back', async () => {
    for (const answer of answers()) {
      expectError(answer, { status: 503, code: 'ACQUIRER_UNAVAILABLE' });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(idOf(answer)).toEqual(expect.any(Number));
      const read = await details(idOf(answer));
      expect(read).toMatchObject({
        status: 1,
        status_payment_name: 'PENDING',
        pix_qr_code: null,
        pix_qr_code_url: null,
      });
    }
  });

  it('finds out by reference: a charge that exists is completed, one that may be on its way is left alone', async () => {
    await advance(61);
    for (const answer of accepted) {
      await eventually(async () =>
        expect(await details(idOf(answer))).toMatchObject({ status: 1, pix_qr_code: expect.any(String) }),
      );
    }
    for (const answer of notAccepted)
      expect(await details(idOf(answer))).toMatchObject({ status: 1, pix_qr_code: null });
  });

  it('fails a charge that never was, once ten minutes have passed, and nothing was ever charged twice', async () => {
    await advance(11 * 60);
    for (const answer of notAccepted) {
      await eventually(async () =>
        expect(await details(idOf(answer))).toMatchObject({ status: 3, status_payment_name: 'FAILED' }),
      );
    }
    for (const answer of accepted) expect((await details(idOf(answer))).status).toBe(1);
    const charges = await gateway.database.db.query(
      'SELECT 1 FROM sandbox_acquirer.charges WHERE reference = ANY ($1)',
      [await Promise.all(answers().map((answer) => referenceOf(gateway, idOf(answer))))],
    );
    expect(charges).toHaveLength(ACCEPTED.length);
  });

  it('is paid like any other afterwards', async () => {
    const id = idOf(accepted[0] as ApiAnswer);
    await gateway.post(`/sandbox/transactions/${id}/pay`);
    expect((await details(id)).status).toBe(2);
  });
});

describe('[creating: time] an order is of the sandbox’s business time', () => {
  it('created, expiring and due counted from the moved clock', async () => {
    const now = Date.parse((await advance(40 * 86_400)).body.now);
    const pix = (await order()).body.transaction;
    expect(Date.parse(pix.created_at)).toBeGreaterThanOrEqual(now);
    expect(Date.parse(pix.created_at)).toBeLessThanOrEqual(Date.parse((await gateway.get('/sandbox/clock')).body.now));
    expect(Date.parse(pix.expires_at) - Date.parse(pix.created_at)).toBe(30 * 60_000);
    expect((await order(boletoBody())).body.transaction.due_date).toBe(saoPauloDay(3, new Date(now)));
    const past = { type: 'invoice', installments: 1, due_date: saoPauloDay(-1, new Date(now)) };
    expectError(await order(orderBody({ payment: past })), {
      status: 400,
      code: 'VALIDATION_ERROR',
      field: 'payment.due_date',
    });
  });
});
