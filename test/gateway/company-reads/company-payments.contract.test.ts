import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectCleanBooks } from '../../support/audit.ts';
import { expectError, expectNothingStored, invalid, withoutValue, withValue } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { ONE_PERCENT, openCompany, participant, readPayment, sandbox, type TestCompany } from '../../support/money.ts';
import { boletoBody, orderBody } from '../../support/orders.ts';

let gateway: TestGateway;
let shop: TestCompany;
let partner: TestCompany;
beforeAll(async () => {
  gateway = await startTestGateway();
  shop = await openCompany(gateway, { pix: ONE_PERCENT });
  partner = await openCompany(gateway, { of: 'partner' });
});
afterAll(() => gateway.close());

const body = (changes: Record<string, unknown> = {}) => withoutValue(orderBody(changes), 'access_token');
const pay = (sent: unknown, headers: Record<string, string> = {}, company = shop) =>
  gateway.call('POST', `/companies/${company.id}/payments`, { token: shop.session, body: sent, headers });
const orderWithToken = (changes: object) =>
  gateway.post('/payments/order', { ...orderBody(), ...changes, access_token: shop.token }, shop.session);

/** What differs between two orders of the same things. */
function alike({ transaction, ...rest }: { transaction: Record<string, unknown> }): object {
  return {
    ...rest,
    keys: Object.keys(transaction).sort(),
    amount: transaction['amount'],
    company: transaction['company_id'],
  };
}

it('answers as an order with the company’s token does, for PIX and boleto', async () => {
  for (const changes of [{}, { payment: boletoBody().payment }]) {
    const [byId, byToken] = [await pay(body(changes)), await orderWithToken(changes)];
    expect(byId.status).toBe(200);
    expect(alike(byId.body)).toEqual(alike(byToken.body));
    expect(byId.body.transaction.company_id).toBe(shop.id);
  }
});

it('is paid, divided and booked as any other', async () => {
  const splitParticipants = [participant(partner)];
  const { id } = (await pay(body({ splitParticipants }))).body.transaction;
  await sandbox(gateway, shop, id, 'pay');
  expect(await readPayment(gateway, shop, id)).toMatchObject({
    status: 2,
    split: [
      { company_id: shop.id, share: 7000, fee: 100 },
      { company_id: partner.id, share: 3000, fee: 0 },
    ],
  });
  await expectCleanBooks(gateway.database.db);
});

describe('Idempotency-Key', () => {
  it('gives the first answer again, and refuses another order or another address', async () => {
    const headers = { 'idempotency-key': 'company-1' };
    const first = await pay(body(), headers);
    await expectNothingStored(gateway, async () => {
      const again = await pay(body(), headers);
      expect(again).toMatchObject({ status: 200, body: first.body });
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      const reused = { status: 422, code: 'IDEMPOTENCY_KEY_REUSED' };
      expectError(await pay(body({ metadata: { other: 'order' } }), headers), reused);
      const other = await openCompany(gateway);
      expectError(await pay(body(), headers, other), reused);
    });
  });

  it('makes one payment of many requests at once', async () => {
    const before = await countPayments();
    const headers = { 'idempotency-key': 'company-2' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => pay(body(), headers)));
    expect(await countPayments()).toBe(before + 1);
    for (const answer of answers) expect([200, 409]).toContain(answer.status);
  });
});

async function countPayments(): Promise<number> {
  const [row] = await gateway.database.db.query<{ found: number }>('SELECT count(*) AS found FROM payments');
  return row?.found ?? 0;
}

it('is refused as an order with a token is, in the same words', async () => {
  const wrong: [string, unknown][] = [
    ['total', 9_999],
    ['total', '10000'],
    ['subtotal', 1],
    ['customer.email', 'x'],
    ['customer.document', '1'],
    ['customer.name', 'a\nb'],
    ['customer.ip', '999.1.1.1'],
    ['items', []],
    ['items[0].quantity', 0],
    ['payment.type', 'credit'],
    ['payment.installments', 2],
    ['payment.due_date', '2020-01-01'],
    ['shipping.price', -1],
    ['metadata', { 'a\u0007b': '1' }],
    ['splitParticipants', [{ ...participant(partner), accessToken: 'est_of_nobody' }]],
    ['split_participants', []],
  ];
  await expectNothingStored(gateway, async () => {
    for (const [path, value] of wrong) {
      const refused = await pay(withValue(body(), path, value));
      expect(refused.status, path).toBe(400);
      expect(refused.body).toEqual((await orderWithToken(withValue(body(), path, value))).body);
    }
    expectError(await pay(withoutValue(body(), 'customer')), invalid('customer'));
  });
});

it('ignores a token in the body: the address says whose it is', async () => {
  const { transaction } = (await pay({ ...body(), access_token: 'est_demo_loja' })).body;
  expect(transaction.company_id).toBe(shop.id);
});

it('is refused for an inactive company, and says first what is wrong with the order', async () => {
  const closed = await openCompany(gateway);
  await gateway.database.db.query(`UPDATE companies SET status = 'INACTIVE' WHERE id = $1`, [closed.id]);
  await expectNothingStored(gateway, async () => {
    expectError(await pay(body(), {}, closed), { status: 403, code: 'ACCESS_TOKEN_INVALID' });
    expectError(await pay(withValue(body(), 'customer.ip', '999.1.1.1'), {}, closed), invalid('customer.ip'));
    expectError(await pay(body({ total: 100 }), {}, { ...shop, id: 987_654_321 }), {
      status: 404,
      code: 'COMPANY_NOT_FOUND',
    });
    for (const id of ['0', 'abc', '1.5']) {
      const answer = await gateway.post(`/companies/${id}/payments`, body());
      expectError(answer, invalid('id'));
    }
  });
});
