import { describe, expect, test } from 'vitest';
import { ApiError } from '../../ground/errors.ts';
import { readOrder } from './order-shape.rules.ts';
import type { OrderBody } from './orders.schemas.ts';

const TODAY = '2026-03-05';

const order = (changes: Partial<OrderBody> = {}): OrderBody => ({
  access_token: 'est_1',
  customer: customer(),
  items: [{ name: 'Item', quantity: 2, price: 1_000 }],
  payment: { type: 'pix', installments: 1 },
  shipping: { name: 'Sedex', price: 500 },
  subtotal: 2_000,
  total: 2_500,
  ...changes,
});

const customer = (changes: Partial<OrderBody['customer']> = {}): OrderBody['customer'] => ({
  name: 'Ana',
  email: 'ana@example.com',
  document: '52998224725',
  phone: { country_code: '55', area_code: '11', number: '987654321' },
  ...changes,
});
const phone = (area_code: string, number: string, country_code = '55') => ({
  customer: customer({ phone: { country_code, area_code, number } }),
});
const invoice = (due_date: string) => ({ payment: { type: 'invoice' as const, installments: 1, due_date } });

/** The code and the field at fault; null where there is none. */
function faultOf(check: () => void): [string, string | undefined] | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof ApiError) return [error.code, error.context.field];
    throw error;
  }
}
const shapeFault = (changes: Partial<OrderBody>, documentCheck: 'shape' | 'strict' = 'shape') =>
  faultOf(() => readOrder(order(changes), { today: TODAY, documentCheck }));

describe('the shape of an order', () => {
  test('a plain order passes, checked strictly too', () => {
    expect(shapeFault({})).toBeNull();
    expect(shapeFault({}, 'strict')).toBeNull();
  });

  test('check digits count only where they are checked strictly', () => {
    const wrong = { customer: customer({ document: '52998224726' }) };
    expect(shapeFault(wrong)).toBeNull();
    expect(shapeFault(wrong, 'strict')).toEqual(['VALIDATION_ERROR', 'customer.document']);
  });

  test.each([
    ['1.2.3.4', true],
    ['255.255.255.255', true],
    ['0.0.0.0', true],
    ['2001:db8::1', true],
    ['::ffff:1.2.3.4', true],
    ['256.1.1.1', false],
    ['1.2.3', false],
    ['1.2.3.4.5', false],
    ['1.2.3.4.', false],
    [' 1.2.3.4', false],
    ['1.2.3.4 ', false],
    ['199.249.250.99', true],
    ['1.260.1.1', false],
    ['here', false],
    ['', false],
    ['2001:db8::zz', false],
    ['1:2:3:4:5:6:7:8:9', false],
  ])('the address %j: %s', (ip, isAddress) => {
    expect(shapeFault({ customer: customer({ ip }) })).toEqual(isAddress ? null : ['VALIDATION_ERROR', 'customer.ip']);
  });

  test.each([
    ['11', '98765432', null],
    ['99', '98765-4321', null],
    ['11', '9 8765 4321', null],
    ['01', '98765432', 'customer.phone.area_code'],
    ['1', '98765432', 'customer.phone.area_code'],
    ['111', '98765432', 'customer.phone.area_code'],
    ['1a', '98765432', 'customer.phone.area_code'],
    ['11', '9876543', 'customer.phone.number'],
    ['11', '9876543210', 'customer.phone.number'],
    ['11', '9876.5432', 'customer.phone.number'],
  ])('a Brazilian phone (%s) %s', (areaCode, number, field) => {
    expect(shapeFault(phone(areaCode, number))).toEqual(field === null ? null : ['VALIDATION_ERROR', field]);
  });

  test('a phone of another country is not held to Brazilian lengths', () => {
    expect(shapeFault(phone('1', '5', '351'))).toBeNull();
  });

  test.each([
    [{ zip_code: '01310100' }, true],
    [{ zip_code: '0131010' }, false],
    [{ zip_code: '013101000', country: 'BR' }, false],
    [{ zip_code: '0131', country: 'BRA' }, false],
    [{ zip_code: '90210', country: 'US' }, true],
    [{ country: 'BR' }, true],
    [{ city: 'São Paulo' }, true],
  ])('the postal code of %j: %s', (address, isRight) => {
    expect(shapeFault({ customer: customer({ address }) })).toEqual(
      isRight ? null : ['VALIDATION_ERROR', 'customer.address.zip_code'],
    );
  });

  test.each([
    ['k', true],
    ['k'.repeat(40), true],
    ['🙂'.repeat(40), true],
    ['k'.repeat(41), false],
    ['', false],
    ['k\u202e', false],
  ])('the metadata key %j: %s', (key, isRight) => {
    expect(shapeFault({ metadata: { fine: 'x', [key]: 'y' } })).toEqual(
      isRight ? null : ['VALIDATION_ERROR', 'metadata'],
    );
  });

  test.each([
    ['2026-03-05', true],
    ['2026-09-01', true],
    ['2026-03-04', false],
    ['2026-09-02', false],
    ['2026-02-30', false],
    ['2026-06-31', false],
  ])('a boleto due on %s, ordered on 5 March 2026: %s', (dueDate, isRight) => {
    expect(shapeFault(invoice(dueDate))).toEqual(isRight ? null : ['VALIDATION_ERROR', 'payment.due_date']);
  });

  test('a PIX has no due date', () => {
    expect(shapeFault({ payment: { type: 'pix', installments: 1, due_date: TODAY } })).toEqual([
      'VALIDATION_ERROR',
      'payment.due_date',
    ]);
  });
});

test('an order is what the body says, in our own words', () => {
  const address = { line_1: 'Rua A, 1', country: 'BR', unknown: 'x' };
  const read = readOrder(
    order({
      ...invoice('2026-03-06'),
      customer: customer({ address, phone: { country_code: '55', area_code: '11', number: '9 8765-4321' } }),
    }),
    { today: TODAY, documentCheck: 'strict' },
  );
  expect(read).toEqual({
    paymentType: 'invoice',
    subtotalCents: 2_000,
    totalCents: 2_500,
    customer: {
      document: '52998224725',
      name: 'Ana',
      email: 'ana@example.com',
      ip: null,
      phone: '+55 (11) 98765-4321',
      address: { line_1: 'Rua A, 1', country: 'BR' },
    },
    updatesCustomer: true,
    items: [{ name: 'Item', quantity: 2, price: 1_000 }],
    shipping: { name: 'Sedex', price: 500 },
    metadata: {},
    paymentLinkId: null,
    isByMerchant: true,
    externalId: null,
    dueDate: '2026-03-06',
    boletoTerms: null,
    retry: null,
  });
});
