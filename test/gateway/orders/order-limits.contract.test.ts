import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError, expectNothingStored, invalid, withValue } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { boletoBody, orderBody, orderOf } from '../../support/orders.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

const order = (body: unknown) => gateway.post('/payments/order', body);
const MAX_MONEY_CENTS = 9_999_999_999;
const MAX_BODY_BYTES = 256 * 1024;

const longText = (path: string) => (length: number) => withValue(boletoBody(), path, 'á'.repeat(length));
const email = (length: number) =>
  withValue(orderBody(), 'customer.email', `${'a'.repeat(length - '@example.com'.length)}@example.com`);
const items = (count: number) =>
  orderBody({
    items: Array(count).fill({ name: 'Item', quantity: 1, price: 100 }),
    subtotal: count * 100,
    total: count * 100 + 2000,
  });
const quantity = (count: number) =>
  orderBody({ items: [{ name: 'Parafuso', quantity: count, price: 1 }], subtotal: count, total: count + 2000 });
const shippingPrice = (price: number) =>
  orderBody({
    items: [{ name: 'Brinde', quantity: 1, price: 0 }],
    subtotal: 0,
    shipping: { name: 'Frete', price },
    total: price,
  });
const totalAbove = (extra: number) =>
  orderBody({
    items: [{ name: 'Navio', quantity: 1, price: MAX_MONEY_CENTS - 5 }],
    subtotal: MAX_MONEY_CENTS - 5,
    shipping: { name: 'Frete', price: 5 + extra },
    total: MAX_MONEY_CENTS + extra,
  });
const pairs = (count: number) =>
  orderBody({ metadata: Object.fromEntries(Array.from({ length: count }, (_, index) => [`chave ${index}`, 'valor'])) });
const metadataKey = (length: number) => orderBody({ metadata: { ['ç'.repeat(length)]: 'valor' } });
const metadataValue = (length: number) => orderBody({ metadata: { chave: 'ç'.repeat(length) } });

interface Limit {
  what: string;
  field: string;
  body: (size: number) => unknown;
  fits: number;
  over: number;
}

const LIMITS: Limit[] = [
  { what: 'items', field: 'items', body: items, fits: 100, over: 101 },
  { what: 'at least one item', field: 'items', body: items, fits: 1, over: 0 },
  { what: 'length of a customer name', field: 'customer.name', body: longText('customer.name'), fits: 120, over: 121 },
  { what: 'length of an external id', field: 'external_id', body: longText('external_id'), fits: 64, over: 65 },
  { what: 'length of a shipping name', field: 'shipping.name', body: longText('shipping.name'), fits: 120, over: 121 },
  { what: 'length of an e-mail', field: 'customer.email', body: email, fits: 254, over: 255 },
  { what: 'length of an item name', field: 'items[0].name', body: longText('items[0].name'), fits: 200, over: 201 },
  {
    what: 'length of line_1',
    field: 'customer.address.line_1',
    body: longText('customer.address.line_1'),
    fits: 200,
    over: 201,
  },
  {
    what: 'length of line_2',
    field: 'customer.address.line_2',
    body: longText('customer.address.line_2'),
    fits: 200,
    over: 201,
  },
  { what: 'quantity', field: 'items[0].quantity', body: quantity, fits: 999_999, over: 1_000_000 },
  { what: 'smallest quantity', field: 'items[0].quantity', body: quantity, fits: 1, over: 0 },
  {
    what: 'price of an item',
    field: 'items[0].price',
    body: (price) => orderOf(price),
    fits: MAX_MONEY_CENTS,
    over: MAX_MONEY_CENTS + 1,
  },
  {
    what: 'price of shipping',
    field: 'shipping.price',
    body: shippingPrice,
    fits: MAX_MONEY_CENTS,
    over: MAX_MONEY_CENTS + 1,
  },
  { what: 'total beyond its limit by', field: 'total', body: totalAbove, fits: 0, over: 1 },
  { what: 'pairs of metadata', field: 'metadata', body: pairs, fits: 20, over: 21 },
  { what: 'length of a metadata key', field: 'metadata', body: metadataKey, fits: 40, over: 41 },
  { what: 'length of a metadata value', field: 'metadata.chave', body: metadataValue, fits: 500, over: 501 },
];

describe('[creating: limits] exactly at the limit passes, one over is refused by name', () => {
  it.each(LIMITS)('$what: $fits, not $over', async ({ field, body, fits, over }) => {
    expect(await order(body(fits))).toMatchObject({ status: 200, body: { success: true } });
    await expectNothingStored(gateway, async () => expectError(await order(body(over)), invalid(field)));
  });

  it.each(['pix', 'invoice'])('the highest amount works for %s, with a code to pay it', async (type) => {
    const answer = await order(orderOf(MAX_MONEY_CENTS, { payment: { type, installments: 1 } }));
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, transaction: { status: 'PENDING', amount: MAX_MONEY_CENTS } },
    });
    const { pix_qr_code, boleto_barcode } = answer.body.transaction;
    expect(pix_qr_code ?? boleto_barcode).toEqual(expect.any(String));
  });

  it('a body of 256 KiB, not one byte more', async () => {
    const bodyOf = (bytes: number) => {
      const empty = JSON.stringify(orderBody({ note: '' }));
      return JSON.stringify(orderBody({ note: 'x'.repeat(bytes - Buffer.byteLength(empty)) }));
    };
    const send = (rawBody: string) => gateway.call('POST', '/payments/order', { token: gateway.token, rawBody });
    expect((await send(bodyOf(MAX_BODY_BYTES))).status).toBe(200);
    await expectNothingStored(gateway, async () => {
      const refusal = await send(bodyOf(MAX_BODY_BYTES + 1));
      expectError(refusal, { status: 413, code: 'PAYLOAD_TOO_LARGE' });
      expect(refusal.body.error).toContain('256 KiB');
    });
  });

  it('a key of the caller’s own making is named in a refusal, but not in all its length', async () => {
    const refusal = await gateway.post('/payments/order', orderBody({ metadata: { ['k'.repeat(100_000)]: 1 } }));
    expect(refusal.status).toBe(400);
    expect(refusal.body.field).toMatch(/^metadata/);
    expect(JSON.stringify(refusal.body).length).toBeLessThan(1_000);
  });
});

describe('[creating: metadata]', () => {
  it.each([
    ['nothing', {}],
    ['pairs', { pedido: '42', loja: 'Centro' }],
    ['an empty value', { nota: '' }],
    [
      'names that mean something to JavaScript',
      { constructor: 'a', toString: 'b', hasOwnProperty: 'c', prototype: 'd' },
    ],
    ['marks, quotes and emoji', { 'chave "1"': "<b>'&\\</b>", '😀': '😀'.repeat(10) }],
    ['digits as a key', { 0: 'zero', 10: 'dez' }],
    ['line breaks', { 'duas\nlinhas': 'a\r\nb', '\u2028': '\u2029' }],
  ])('gives %s back as sent, in the answer and in the details', async (_, metadata) => {
    const created = await order(orderBody({ metadata }));
    expect(created.status).toBe(200);
    expect(created.body.transaction.metadata).toEqual(metadata);
    expect((await gateway.get(`/transactions/${created.body.transaction.id}`)).body.metadata).toEqual(metadata);
  });

  it.each([
    ['a number', { chave: 5 }],
    ['a truth value', { chave: true }],
    ['a list', { chave: ['x'] }],
    ['an object', { chave: { x: 'y' } }],
    ['a number under a key with a line break', { 'duas\nlinhas': 5 }],
    ['an object under a key with a line break', { 'duas\u2028linhas': { x: 1 } }],
    ['a value that is too long under a key with a line break', { 'duas\nlinhas': 'x'.repeat(501) }],
  ])('refuses %s as a value', (_, metadata) =>
    expectNothingStored(gateway, async () => {
      const answer = await order(orderBody({ metadata }));
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_ERROR', field: expect.stringMatching(/^metadata/) },
      });
    }),
  );
});
