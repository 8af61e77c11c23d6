import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  expectError,
  expectNothingStored,
  invalid,
  saoPauloDay,
  withoutValue,
  withValue,
} from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { boletoBody, orderBody, orderOf } from '../../support/orders.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

const order = (body: unknown) => gateway.post('/payments/order', body);
const orderRaw = (rawBody: string) => gateway.call('POST', '/payments/order', { token: gateway.token, rawBody });

/** An order with every field of the interface and of the additions in it. */
const fullOrder = () => ({
  ...withValue(boletoBody(), 'customer.ip', '203.0.113.9'),
  payment_link_id: 'link-1',
  external_id: 'P-1',
  payment: { type: 'invoice', installments: 1, due_date: saoPauloDay(5) },
  metadata: { pedido: 'A-1' },
});

const REQUIRED = [
  'access_token',
  'customer',
  'customer.name',
  'customer.email',
  'customer.document',
  'customer.phone',
  'customer.phone.country_code',
  'customer.phone.area_code',
  'customer.phone.number',
  'items',
  'items[0].name',
  'items[0].quantity',
  'items[0].price',
  'payment',
  'payment.type',
  'payment.installments',
  'shipping',
  'shipping.name',
  'shipping.price',
  'subtotal',
  'total',
];

const OPTIONAL = [
  'payment_link_id',
  'external_id',
  'customer.ip',
  'customer.address',
  'customer.address.line_1',
  'customer.address.line_2',
  'customer.address.zip_code',
  'customer.address.city',
  'customer.address.state',
  'customer.address.country',
  'payment.due_date',
  'metadata',
];

const OBJECTS = ['customer', 'customer.phone', 'customer.address', 'payment', 'shipping', 'metadata'];
const NUMBERS = ['items[0].quantity', 'items[0].price', 'payment.installments', 'shipping.price', 'subtotal', 'total'];

/** Values that are never right for the field. Those that JSON.stringify cannot write are given as raw JSON. */
function wrongValues(path: string): string[] {
  if (OBJECTS.includes(path)) return ['"text"', '5', 'true', '[]', '[{}]'];
  if (path === 'items') return ['"text"', '5', 'true', '{}', '[]', '[5]', '["text"]', '[[]]', '[null]'];
  if (NUMBERS.includes(path)) {
    const wrong = ['"10000"', '"1"', '"NaN"', '"Infinity"', '"1e3"', '""', 'true', 'false', '[]', '[1]', '{}'];
    return [...wrong, '1.5', '10000.01', '-1', '-0.5', '1e21', '-1e21', '1e400', '-1e400', '9007199254740993'];
  }
  return ['5', '0', '1.5', '1e400', 'true', 'false', '[]', '["text"]', '{}', '{"a":1}'];
}

/** The body with raw JSON at that place. */
const rawWith = (path: string, json: string) =>
  JSON.stringify(withValue(fullOrder(), path, '@here@')).replace('"@here@"', () => json);

describe('', () => {
  it('takes an order with every field, and one with the required fields only', async () => {
    expect(await order(fullOrder())).toMatchObject({ status: 200, body: { success: true } });
    const bare = OPTIONAL.reduce((body, path) => withoutValue(body, path), orderBody());
    expect(await order(bare)).toMatchObject({ status: 200, body: { success: true } });
  });

  it.each(REQUIRED)('names %s when it is missing or null, and stores nothing', (path) =>
    expectNothingStored(gateway, async () => {
      expectError(await order(withoutValue(fullOrder(), path)), invalid(path));
      expectError(await order(withValue(fullOrder(), path, null)), invalid(path));
      expect((await order(withoutValue(fullOrder(), path))).body.error).toBe(`${path} is required`);
    }),
  );

  it.each(OPTIONAL)('takes null for the optional %s as left out', async (path) => {
    expect(await order(withValue(fullOrder(), path, null))).toMatchObject({ status: 200, body: { success: true } });
  });

  it.each([...REQUIRED, ...OPTIONAL])('[coercion] refuses other types for %s by name, and stores nothing', (path) =>
    expectNothingStored(gateway, async () => {
      const values = wrongValues(path);
      const answers = await Promise.all(values.map((json) => orderRaw(rawWith(path, json))));
      for (const [index, answer] of answers.entries()) {
        expect(answer.status, `${path}: ${values[index]}`).toBe(400);
        expectError(answer, { status: 400, code: answer.body.code });
        expect(answer.body, `${path}: ${values[index]}`).toMatchObject({
          code: 'VALIDATION_ERROR',
          field: expect.stringContaining(path),
          error: expect.stringContaining(path),
        });
      }
    }),
  );

  it('names the item at fault among several', async () => {
    const items = [...orderBody().items, { name: 'Boné', quantity: 1, price: '5' }];
    expectError(await order(orderBody({ items })), invalid('items[1].price'));
    expectError(
      await order(orderBody({ items: [...orderBody().items, { quantity: 1, price: 5 }] })),
      invalid('items[1].name'),
    );
  });

  it.each([
    'access_token',
    'customer.name',
    'customer.email',
    'customer.document',
    'customer.phone.country_code',
    'customer.phone.area_code',
    'customer.phone.number',
    'items[0].name',
    'payment.type',
    'shipping.name',
  ])('refuses an empty %s by name', async (path) => {
    expectError(await order(withValue(fullOrder(), path, '')), invalid(path));
  });

  it.each([
    ['customer.email', ['maria', 'maria@', '@example.com', 'a b@example.com', 'a@b@c.com']],
    ['customer.phone.country_code', ['+55', 'BR', '5 5']],
    ['customer.phone.area_code', ['(11)', 'xx']],
    ['customer.phone.number', ['call me', '1', '9'.repeat(40)]],
    ['customer.address.zip_code', ['01310-100', 'abc']],
    ['customer.address.state', ['São Paulo', 'ZZ']],
    ['customer.address.country', ['Brasil', '55']],
  ])('refuses an ill-formed %s by name', async (path, values) => {
    for (const value of values) expectError(await order(withValue(fullOrder(), path, value)), invalid(path));
  });

  it('[unknown fields] ignores what it does not know, at every level', async () => {
    const body = withValue(
      withValue(orderBody({ note: 'x', total_cents: 5 }), 'customer.vip', true),
      'items[0].sku',
      7,
    );
    const answer = await order(withValue(withValue(body, 'payment.card', {}), 'shipping.days', [1]));
    expect(answer).toMatchObject({ status: 200, body: { success: true, transaction: { amount: 10_000 } } });
    const { body: details } = await gateway.get(`/transactions/${answer.body.transaction.id}`);
    expect(details.items).toEqual(orderBody().items);
    expect(details.shipping).toEqual(orderBody().shipping);
  });

  it.each([
    'split_participants',
    'SplitParticipants',
    'splitparticipants',
    'SPLIT_PARTICIPANTS',
    'split_Participants',
    '_splitParticipants',
    'splitParticipants_',
    's_p_l_i_t_participants',
  ])('[unknown fields] refuses %s, a split that would silently not happen', (key) =>
    expectNothingStored(gateway, async () => {
      expectError(await order(orderBody({ [key]: [] })), invalid(key));
      expectError(await order(orderBody({ [key]: 'x' })), invalid(key));
    }),
  );
});

describe('the minimum', () => {
  const BELOW = { status: 400, code: 'AMOUNT_BELOW_MINIMUM', field: 'total' };

  it.each([0, 1, 100, 499])('refuses %i cents', (cents) =>
    expectNothingStored(gateway, async () => {
      expectError(await order(orderOf(cents)), BELOW);
      expectError(await order(orderOf(cents, { payment: { type: 'invoice', installments: 1 } })), BELOW);
    }),
  );

  it.each([500, 501])('takes %i cents', async (cents) => {
    expect(await order(orderOf(cents))).toMatchObject({
      status: 200,
      body: { success: true, transaction: { amount: cents } },
    });
  });

  it('judges the whole, shipping included', async () => {
    const item = { name: 'Adesivo', quantity: 1, price: 100 };
    const body = orderBody({ items: [item], subtotal: 100, shipping: { name: 'Carta', price: 400 }, total: 500 });
    expect(await order(body)).toMatchObject({ status: 200, body: { transaction: { amount: 500 } } });
  });
});

describe('', () => {
  const mismatch = (field: string) => ({ status: 400, code: 'TOTAL_MISMATCH', field });
  it.each([
    ['a subtotal one cent above its items', { subtotal: 8001, total: 10_001 }, 'subtotal'],
    ['a subtotal one cent below its items', { subtotal: 7999, total: 9999 }, 'subtotal'],
    ['a subtotal that forgets the quantity', { subtotal: 4000, total: 6000 }, 'subtotal'],
    ['a total one cent above', { total: 10_001 }, 'total'],
    ['a total one cent below', { total: 9999 }, 'total'],
    ['a total without the shipping', { total: 8000 }, 'total'],
    [
      'items whose sum goes beyond exact numbers',
      { items: Array(100).fill({ name: 'x', quantity: 999_999, price: 9_999_999_999 }) },
      'subtotal',
    ],
  ])('refuses %s', (_, changes, field) =>
    expectNothingStored(gateway, async () => expectError(await order(orderBody(changes)), mismatch(field))),
  );

  it('adds up several items', async () => {
    const items = [1, 2, 3].map((quantity) => ({ name: `Item ${quantity}`, quantity, price: 333 }));
    expect((await order(orderBody({ items, subtotal: 1998, total: 3998 }))).body.transaction.amount).toBe(3998);
  });
});
