import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Hook, openHook } from '../../news/webhooks/hooks.ts';
import { eventually, expectError, ISO_UTC } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import {
  advance,
  BOLETO,
  createPaid,
  createPayment,
  expectRefunded,
  ONE_PERCENT,
  openCompany,
  order,
  participant,
  readPayment,
  refundPix,
  sandbox,
  type TestCompany,
} from '../../support/money.ts';

interface ListedEvent {
  event: string;
  sequence: number;
  deliveries: { status: string; resend: boolean }[];
}
interface ListedEntry {
  company_id: number;
  kind: string;
  amount: number;
}

let gateway: TestGateway;
let shop: TestCompany;
let hook: Hook;
beforeAll(async () => {
  gateway = await startTestGateway();
  shop = await openCompany(gateway, { pix: ONE_PERCENT });
  hook = await openHook(gateway, { company_id: shop.id });
});
afterAll(async () => {
  await hook.receiver.close();
  await gateway.close();
});

describe('GET /transactions/{id}/events', () => {
  it('lists what was told, newest first, and to whom', async () => {
    const id = await createPaid(gateway, shop, 10_000);
    expectRefunded(await refundPix(gateway, shop, id, 1));
    const list = () => gateway.get(`/transactions/${id}/events`);
    await eventually(async () =>
      expect((await list()).body.data.map((event: ListedEvent) => event.deliveries[0]?.status)).toEqual(
        Array(3).fill('DELIVERED'),
      ),
    );
    const { body } = await list();
    expect(body).toMatchObject({ total: 3, page: 1, lastPage: 1, itemsPerPage: 10 });
    expect(body.data.map(({ event, sequence }: ListedEvent) => [event, sequence])).toEqual([
      ['payment.refunded', 3],
      ['payment.approved', 2],
      ['payment.created', 1],
    ]);
    const { deliveries, ...told } = body.data[1];
    // The feed waits for transactions that are still running, also those of other databases of the server.
    await eventually(async () => expect((await gateway.get('/events?limit=100')).body.data).toContainEqual(told));
    expect(deliveries).toEqual([
      {
        id: expect.any(Number),
        webhook_id: hook.id,
        url: hook.receiver.url,
        status: 'DELIVERED',
        resend: false,
        attempts: 1,
        last_status_code: 200,
        last_duration_ms: expect.any(Number),
      },
    ]);
  });

  it('has pages, and both directions', async () => {
    const id = await createPaid(gateway, shop, 10_000);
    const events = async (query: string) => {
      const { body } = await gateway.get(`/transactions/${id}/events?${query}`);
      return [body.data.map(({ event }: ListedEvent) => event), body.total, body.lastPage];
    };
    expect(await events('direction=ASC&limit=1')).toEqual([['payment.created'], 2, 2]);
    expect(await events('direction=ASC&limit=1&page=2')).toEqual([['payment.approved'], 2, 2]);
    expect(await events('page=7')).toEqual([[], 2, 1]);
  });

  it('shows what was sent again', async () => {
    const id = await createPayment(gateway, shop, 10_000);
    expect((await gateway.post(`/webhooks/${id}/retry`)).status).toBe(202);
    const { data } = (await gateway.get(`/transactions/${id}/events`)).body;
    expect(data[0].deliveries.map(({ resend }: ListedEvent['deliveries'][number]) => resend)).toEqual([true, false]);
  });
});

describe('GET /transactions/{id}/entries', () => {
  it('lists the entries of one’s own companies, as the statement does', async () => {
    const sister = await openCompany(gateway);
    const partner = await openCompany(gateway, { of: 'partner' });
    const id = await createPaid(gateway, shop, 10_000, {
      splitParticipants: [participant(sister, { amountSplit: 1000 }), participant(partner, { amountSplit: 2000 })],
    });
    expectRefunded(await refundPix(gateway, shop, id, 10));
    const { body } = await gateway.get(`/transactions/${id}/entries?limit=100`);
    expect(body).toMatchObject({ page: 1, lastPage: 1, itemsPerPage: 100 });
    expect(body.total).toBe(body.data.length);
    expect(new Set(body.data.map(({ company_id }: ListedEntry) => company_id))).toEqual(new Set([shop.id, sister.id]));
    for (const company of [shop, sister]) {
      const statement = (await gateway.get(`/companies/${company.id}/statement?limit=100`)).body.data;
      const own = body.data
        .filter(({ company_id }: ListedEntry) => company_id === company.id)
        .map(({ company_id, ...row }: ListedEntry) => row);
      expect(own.length).toBeGreaterThan(1);
      expect(statement).toEqual(expect.arrayContaining(own));
    }
    expect(body.data.map(({ kind, amount }: ListedEntry) => [kind, amount])).toEqual(
      expect.arrayContaining([
        ['share', 7000],
        ['fee', -100],
        ['share', 1000],
        ['refund', -700],
        ['fee_returned', 10],
        ['refund', -100],
      ]),
    );
    const second = (await gateway.get(`/transactions/${id}/entries?limit=1&page=2`)).body;
    expect(second).toMatchObject({ data: [body.data[1]], total: body.total, lastPage: body.total });
  });

  it('is empty until the payment is paid', async () => {
    const id = await createPayment(gateway, shop, 10_000);
    expect((await gateway.get(`/transactions/${id}/entries`)).body).toEqual({
      data: [],
      total: 0,
      page: 1,
      lastPage: 1,
      itemsPerPage: 10,
    });
  });
});

it.each(['events', 'entries'])('GET /transactions/{id}/%s needs a login and an id that exists', async (what) => {
  expectError(await gateway.get(`/transactions/999999999/${what}`), { status: 404, code: 'TRANSACTION_NOT_FOUND' });
  expectError(await gateway.get(`/transactions/x/${what}`), { status: 400, code: 'VALIDATION_ERROR', field: 'id' });
  expectError(await gateway.call('GET', `/transactions/1/${what}`, {}), { status: 401, code: 'UNAUTHORIZED' });
});

describe('why a payment failed', () => {
  const reasonOf = async (id: number) => {
    const { failure_reason, status } = await readPayment(gateway, shop, id);
    return [status, failure_reason];
  };

  it.each([
    ['fail', 'REFUSED'],
    ['cancel', 'CANCELLED'],
    ['expire', 'EXPIRED'],
  ] as const)('the bank says %s: %s', async (action, reason) => {
    const id = await createPayment(gateway, shop, 10_000);
    expect(await reasonOf(id)).toEqual([1, null]);
    await sandbox(gateway, shop, id, action);
    expect(await reasonOf(id)).toEqual([3, reason]);
    const { data } = (await gateway.get('/transactions?status=3&limit=1')).body;
    expect(data[0]).toMatchObject({ id, failure_reason: reason, paid_at: null });
  });

  it('the merchant cancels', async () => {
    const id = await createPayment(gateway, shop, 10_000, BOLETO);
    expect((await gateway.post(`/transactions/${id}/cancel`)).status).toBe(200);
    expect(await reasonOf(id)).toEqual([3, 'CANCELLED']);
  });

  it('the acquirer takes no charge', async () => {
    const customer = { ...orderCustomer(), email: 'recusado@vintem.dev' };
    const answer = await order(gateway, shop, 10_000, { customer });
    expect(answer.body).toMatchObject({ success: false, transaction: { status: 'FAILED' } });
    expect(await reasonOf(answer.body.transaction.id)).toEqual([3, 'REFUSED']);
  });

  it('its time is over, and the safety net cancels it', async () => {
    const id = await createPayment(gateway, shop, 10_000);
    await advance(gateway, 33 * 60);
    await eventually(async () => expect(await reasonOf(id)).toEqual([3, 'EXPIRED']));
  });

  it('is null for what did not fail', async () => {
    const id = await createPaid(gateway, shop, 10_000);
    expect(await reasonOf(id)).toEqual([2, null]);
    const { data } = (await gateway.get('/transactions?limit=1')).body;
    expect(data[0]).toMatchObject({ id, failure_reason: null, paid_at: expect.stringMatching(ISO_UTC) });
  });
});

function orderCustomer() {
  return {
    name: 'Maria da Silva',
    document: '52998224725',
    phone: { country_code: '55', area_code: '11', number: '987654321' },
  };
}

it('a payment names the latest one that tried it again', async () => {
  const first = await createPayment(gateway, shop, 10_000);
  expect(await readPayment(gateway, shop, first)).toMatchObject({ retried_by: null });
  await sandbox(gateway, shop, first, 'fail');
  const retry = async () => (await gateway.post(`/transactions/${first}/retry`)).body.transaction.id;
  const second = await retry();
  expect(await readPayment(gateway, shop, first)).toMatchObject({ retried_by: second });
  expect(await readPayment(gateway, shop, second)).toMatchObject({ retry_of: first, retried_by: null });
  await sandbox(gateway, shop, second, 'fail');
  const third = await retry();
  expect(await readPayment(gateway, shop, first)).toMatchObject({ retried_by: third });
});
