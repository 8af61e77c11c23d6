import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const trusting = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY }).trustProxy;

describe('TRUST_PROXY', () => {
  it.each([
    ['', false],
    ['false', false],
    ['0', false],
    ['1', 1],
    ['2', 2],
    ['10.0.0.0/8', ['10.0.0.0/8']],
    ['127.0.0.1', ['127.0.0.1']],
    ['10.1.2.3, 2001:db8::/32,::1', ['10.1.2.3', '2001:db8::/32', '::1']],
  ])('%j is understood', (text, expected) => {
    expect(trusting(text)).toEqual(expected);
  });

  it.each(['true', 'yes', '-1', '1.5', '11', 'proxy.example.com', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '::/129', '10.0.0.0/8,'])(
    '%j is refused in words',
    (text) => {
      expect(() => trusting(text)).toThrow(ConfigError);
      expect(() => trusting(text)).toThrow(/^TRUST_PROXY must be/);
    },
  );
});
