import { expect, it } from 'vitest';
import { useOf } from './in-use.rules.ts';

const NOW = new Date('2026-11-17T12:00:00Z');
const gateway = { name: 'vintem', database: 'shop' };

it('is in use while a gateway is connected, on whichever database of the server', () => {
  expect(useOf({ gateways: [gateway], newestPaymentAt: null }, NOW)).toBe(
    'a gateway is connected to it (vintem on shop)',
  );
  const two = [gateway, { name: 'vintem-orders', database: 'shop' }];
  expect(useOf({ gateways: two, newestPaymentAt: NOW }, NOW)).toBe(
    'a gateway is connected to it (vintem on shop and 1 more)',
  );
});

it.each([
  ['2026-11-17T12:00:00Z', true],
  ['2026-11-16T12:00:00.001Z', true],
  ['2026-11-16T12:00:00Z', false],
  ['2030-01-01T00:00:00Z', true],
])('a payment of %s: in use %s', (at, isInUse) => {
  const use = useOf({ gateways: [], newestPaymentAt: new Date(at) }, NOW);
  expect(use !== null).toBe(isInUse);
});

it('is not in use where nobody is connected and nobody ever paid', () => {
  expect(useOf({ gateways: [], newestPaymentAt: null }, NOW)).toBeNull();
});
