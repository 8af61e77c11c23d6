import { describe, expect, it } from 'vitest';
import { addressKeyOf } from './caller-address.ts';

describe('what a limit by address counts', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('of %s is %s', (address, key) => {
    expect(addressKeyOf(address)).toBe(key);
  });

  it.each([
    '',
    'unknown',
    'localhost',
    '1.2.3',
    '1.2.3.4.5',
    '300.1.1.1',
    '_hidden',
    '1.2.3.4, 5.6.7.8',
    '[::1',
    '::1]',
    'x'.repeat(12_000),
  ])('is one and the same for what is no address: %j', (text) => {
    expect(addressKeyOf(text)).toBe('unknown');
  });
});
