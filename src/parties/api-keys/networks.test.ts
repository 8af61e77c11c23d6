import { describe, expect, it } from 'vitest';
import { isWithin, type Network, parseNetwork, readNetworks } from './networks.ts';

const networks = (...texts: string[]) => texts.map((text) => parseNetwork(text) as Network);

describe('the addresses that a key is accepted from', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7', true],
    ['203.0.113.7', '203.0.113.8', false],
    ['203.0.113.0/24', '203.0.113.200', true],
    ['203.0.113.0/24', '203.0.114.1', false],
    ['203.0.113.77/24', '203.0.113.200', true],
    ['0.0.0.0/0', '203.0.113.1', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['2001:db8::/32', '2001:db8:ffff::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['2001:db8::1', '2001:0db8:0:0::0001', true],
    // A listener for both families, and proxies that write the port.
    ['203.0.113.7', '::ffff:203.0.113.7', true],
    ['::ffff:203.0.113.7', '203.0.113.7', true],
    ['203.0.113.0/24', '203.0.113.9:51234', true],
    ['2001:db8::/32', '[2001:db8::1]:443', true],
    // What a header may hold.
    ['0.0.0.0/0', 'unknown', false],
    ['0.0.0.0/0', '', false],
    ['::/0', 'x'.repeat(5_000), false],
  ])('%s and a caller from %s: %s', (network, caller, isIn) => {
    expect(isWithin(networks(network), caller)).toBe(isIn);
  });

  it('are those of any in the list', () => {
    const two = networks('203.0.113.0/24', '2001:db8::/32');
    expect(['203.0.113.1', '2001:db8::1', '198.51.100.1'].map((caller) => isWithin(two, caller))).toEqual([
      true,
      true,
      false,
    ]);
    expect(isWithin([], '203.0.113.1')).toBe(false);
  });

  it.each([
    '',
    'localhost',
    '203.0.113',
    '0177.0.0.1',
    '203.0.113.7/',
    '203.0.113.7/33',
    '203.0.113.7/-1',
    '203.0.113.7/1/2',
    '203.0.113.7/ 8',
    '2001:db8::/129',
    'fe80::1%eth0',
    '::ffff:203.0.113.0/120',
    '*',
  ])('cannot be %j', (text) => {
    expect(parseNetwork(text)).toBeNull();
    expect(() => readNetworks(['203.0.113.7', text])).toThrow('addresses[1]');
  });

  it('are kept as they were written', () => {
    expect(readNetworks([' 203.0.113.0/24 ', '2001:DB8::/32'])).toEqual(['203.0.113.0/24', '2001:DB8::/32']);
  });
});
