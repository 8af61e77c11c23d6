import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError, expectNothingStored, invalid, withValue } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { orderBody } from '../../support/orders.ts';

/**
 * [creating a payment: text that a person will see] No control, direction-changing or tag characters, wherever
 * text comes in.
 */

const HIDDEN = ['a\u001b[31mb', 'a\u0007b', 'a\u202eb', 'a\u2066b', 'a\u{e0061}b', 'a\u0085b'];
const LINE_BREAKS = ['a\tb', 'a\nb', 'a\r\nb', 'a\u2028b'];
const EVERY_SCRIPT = 'João 王小明 محمد क्‍ष 👩‍👧 🇧🇷';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

const order = (path: string, value: unknown) => gateway.post('/payments/order', withValue(orderBody(), path, value));

describe('an order', () => {
  const LINES = [
    'customer.name',
    'customer.address.line_1',
    'customer.address.line_2',
    'customer.address.city',
    'items[0].name',
    'shipping.name',
    'payment_link_id',
    'external_id',
  ];

  it.each(LINES)('%s is one line of visible text', async (path) => {
    await expectNothingStored(gateway, async () => {
      for (const text of [...HIDDEN, ...LINE_BREAKS]) expectError(await order(path, text), invalid(path));
    });
    expect(await order(path, EVERY_SCRIPT)).toMatchObject({ status: 200, body: { success: true } });
  });

  it('metadata is visible text in keys and values, and may have line breaks', async () => {
    await expectNothingStored(gateway, async () => {
      for (const text of HIDDEN) {
        expectError(await order('metadata', { nota: text }), invalid('metadata.nota'));
        expectError(await order('metadata', { [text]: 'nota' }), invalid('metadata'));
      }
    });
    expect((await order('metadata', { [EVERY_SCRIPT]: LINE_BREAKS.join('') })).status).toBe(200);
  });

  it('customer.email is an address and nothing else', async () => {
    await expectNothingStored(gateway, async () => {
      for (const email of [
        '"><svg/onload=alert(1)>@x',
        'a b@x',
        "a'@x",
        '<a@x>',
        'a@x@y',
        'a\u202e@x',
        'a\u001b@x',
        'a@x\n',
        'x,a@x',
      ]) {
        expectError(await order('customer.email', email), invalid('customer.email'));
      }
    });
    for (const email of ['maria.silva+loja@sub.exemplo.com.br', 'josé@exemplo.com']) {
      expect((await order('customer.email', email)).status).toBe(200);
    }
  });
});

describe('descriptions take line breaks and nothing else that cannot be seen', () => {
  const refusedFor = async (path: string, field: string, body: object) => {
    for (const text of HIDDEN) expectError(await gateway.post(path, { ...body, [field]: text }), invalid(field));
  };

  it.each([
    ['/payments/pix/refund', 'description'],
    ['/payments/reversal', 'reason'],
  ])('%s: %s', async (path, field) => {
    await refusedFor(path, field, { transaction_id: 1 });
    const answer = await gateway.post(path, {
      transaction_id: 999_999,
      [field]: [EVERY_SCRIPT, ...LINE_BREAKS].join(''),
    });
    expectError(answer, { status: 404, code: 'TRANSACTION_NOT_FOUND' });
  });

  it('/webhooks: description, when it is made and when it is changed', async () => {
    const url = 'https://200.160.2.3/hook';
    await refusedFor('/webhooks', 'description', { url });
    const made = await gateway.post('/webhooks', { url, description: LINE_BREAKS.join('') });
    expect(made.status).toBe(201);
    const change = (description: string | null) =>
      gateway.call('PATCH', `/webhooks/${made.body.id}`, { token: gateway.token, body: { description } });
    for (const text of HIDDEN) expectError(await change(text), invalid('description'));
    expect((await change(EVERY_SCRIPT)).body.description).toBe(EVERY_SCRIPT);
  });

  it('/divergences: resolution', async () => {
    await refusedFor('/divergences/1/resolve', 'resolution', {});
    const answer = await gateway.post('/divergences/999999/resolve', { resolution: LINE_BREAKS.join('') });
    expectError(answer, { status: 404, code: 'DIVERGENCE_NOT_FOUND' });
  });
});
