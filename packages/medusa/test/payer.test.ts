import { expect, it } from 'vitest';
import { type KnownCustomer, PayerProblem, payerOf } from '../src/payer.rules.ts';

const PAYER = {
  name: 'Maria da Silva',
  email: 'maria@example.com',
  document: '529.982.247-25',
  phone: '(11) 98765-4321',
};
const PHONE = { country_code: '55', area_code: '11', number: '987654321' };
const KNOWN: KnownCustomer = {
  email: 'ana@example.com',
  first_name: 'Ana',
  last_name: 'Souza',
  phone: '+55 21 2345-6789',
  metadata: { document: '11.222.333/0001-81' },
  billing_address: {
    address_1: 'Rua A, 1',
    address_2: '',
    postal_code: '20000-000',
    city: 'Rio de Janeiro',
    province: 'br-rj',
    country_code: 'br',
  },
};

it('takes what the storefront sent', () => {
  expect(payerOf(PAYER, undefined)).toEqual({ ...PAYER, document: '52998224725', phone: PHONE });
});

it('takes what the shop knows of a customer, and what the storefront sent before that', () => {
  const known = {
    name: 'Ana Souza',
    email: 'ana@example.com',
    document: '11222333000181',
    phone: { country_code: '55', area_code: '21', number: '23456789' },
    address: { line_1: 'Rua A, 1', zip_code: '20000000', city: 'Rio de Janeiro', state: 'RJ', country: 'BR' },
  };
  expect(payerOf(undefined, KNOWN)).toEqual(known);
  expect(payerOf({ name: 'Bia Lima', address: { city: 'Niterói', zip_code: '24000-000' } }, KNOWN)).toEqual({
    ...known,
    name: 'Bia Lima',
    address: { city: 'Niterói', zip_code: '24000000' },
  });
});

it('leaves a province out that is no state', () => {
  const address = { ...KNOWN.billing_address, province: 'Rio de Janeiro' };
  expect(payerOf(PAYER, { ...KNOWN, billing_address: address }).address).not.toHaveProperty('state');
});

it.each([
  ['11987654321', PHONE],
  ['+55 (11) 98765-4321', PHONE],
  ['011 98765-4321', PHONE],
  // The area code of Rio Grande do Sul is the country's code, too.
  ['55 99876-5432', { country_code: '55', area_code: '55', number: '998765432' }],
  [
    { country_code: '351', area_code: '21', number: '1234567' },
    { country_code: '351', area_code: '21', number: '1234567' },
  ],
  [{ area_code: '11', number: '987654321' }, PHONE],
])('reads the phone %j', (phone, read) => {
  expect(payerOf({ ...PAYER, phone }, undefined).phone).toEqual(read);
});

it.each([
  ['name', ''],
  ['email', undefined],
  ['document', 7],
  ['phone', '98765-4321'],
  ['phone', { number: '987654321' }],
  ['phone', '+1 212 555 0100 99'],
])('says that %s is missing where it is %j', (field, value) => {
  const problem = () => payerOf({ ...PAYER, [field]: value }, undefined);
  expect(problem).toThrow(PayerProblem);
  expect(problem).toThrow(`data.payer.${field} is missing`);
});
