import { expect, it } from 'vitest';
import { addressKey } from './caller-address.rules.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s is counted as %s', (ip, key) => {
  expect(addressKey(ip)).toBe(key);
});

it('tells the neighbours of a /64 apart from everybody else only', () => {
  expect(addressKey('2001:db8:1:2::1')).toBe(addressKey('2001:db8:1:2:ffff:ffff:ffff:ffff'));
  expect(addressKey('2001:db8:1:2::1')).not.toBe(addressKey('2001:db8:1:3::1'));
  // An IPv4-compatible address is no IPv4 address: nobody routes it.
  expect(addressKey('::203.0.113.7')).toBe('0:0:0:0::/64');
});

it.each(['', 'unknown', '203.0.113', '256.1.1.1', '1.2.3.4, 5.6.7.8', ':::', '::1]/[', 'x'.repeat(12_000), '[::1]', '::1/64'])(
  'counts what is no address (%#) together',
  (text) => {
    expect(addressKey(text)).toBe('unreadable');
  },
);
