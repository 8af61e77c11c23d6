import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const LIVE = {
  VINTEM_MODE: 'live',
  DATABASE_URL: 'postgres://db.example.com/vintem',
  JWT_SECRET: randomBytes(32).toString('base64'),
  WEBHOOK_KEY: randomBytes(32).toString('hex'),
  PUBLIC_URL: 'https://pay.example.com',
  ACQUIRER_KEY: 'b'.repeat(64),
};

it('the embedded database lives in a folder of where the service was started', () => {
  const folders = [{}, { DATA_DIR: '/var/lib/vintem' }].map((env) => readConfig(env).dataDir);
  expect(folders).toEqual(['./.vintem', '/var/lib/vintem']);
});

describe('webhooks to loopback', () => {
  const isAllowed = (env: Record<string, string>) => readConfig(env).allowLoopbackWebhooks;

  it.each<[string, Record<string, string>]>([
    ['the defaults', {}],
    ['every address on the own machine', { HOST: '::1', PUBLIC_URL: 'http://127.0.0.1:3000' }],
    ['a name of the own machine', { HOST: 'localhost', PUBLIC_URL: 'http://[::1]:3000' }],
    [
      'the setting, wherever it listens',
      { HOST: '0.0.0.0', PUBLIC_URL: 'https://x.example', WEBHOOK_ALLOW_LOOPBACK: 'true' },
    ],
  ])('are allowed with %s', (_, env) => {
    expect(isAllowed(env)).toBe(true);
  });

  it.each<[string, Record<string, string>]>([
    ['HOST is reachable from outside', { HOST: '0.0.0.0' }],
    [
      'PUBLIC_URL is reached from outside, through a proxy on this machine',
      { PUBLIC_URL: 'https://sandbox.example.com' },
    ],
    ['PUBLIC_URL only looks like loopback', { PUBLIC_URL: 'https://localhost.example.com' }],
    ['a proxy is trusted', { TRUST_PROXY: '1' }],
    ['the setting says no', { WEBHOOK_ALLOW_LOOPBACK: 'false' }],
    ['in live', LIVE],
  ])('are refused when %s', (_, env) => {
    expect(isAllowed(env)).toBe(false);
  });

  it('cannot be switched on in live', () => {
    expect(() => readConfig({ ...LIVE, WEBHOOK_ALLOW_LOOPBACK: 'true' })).toThrow(
      /WEBHOOK_ALLOW_LOOPBACK.*public addresses/,
    );
  });
});

describe('the sandbox clock', () => {
  it.each<[boolean, Record<string, string>]>([
    [true, {}],
    [true, { HOST: '0.0.0.0' }],
    [true, { PUBLIC_URL: 'http://127.0.0.1:8080' }],
    [false, { PUBLIC_URL: 'https://sandbox.example.com' }],
    [true, { PUBLIC_URL: 'https://sandbox.example.com', SANDBOX_CLOCK: 'on' }],
    [false, { SANDBOX_CLOCK: 'off' }],
  ])('may be moved: %s, with %j', (expected, env) => {
    expect(readConfig(env).sandboxClock).toBe(expected);
  });

  it('is on or off', () => {
    expect(() => readConfig({ SANDBOX_CLOCK: 'true' })).toThrow(/SANDBOX_CLOCK must be one of on, off/);
  });
});

describe('secrets', () => {
  it('of 32 random bytes will do, in live too', () => {
    expect(readConfig(LIVE).jwtSecret).toBe(LIVE.JWT_SECRET);
    expect(
      readConfig({ ...LIVE, JWT_SECRET_PREVIOUS: randomBytes(32).toString('hex') }).jwtSecretPrevious,
    ).toHaveLength(64);
  });

  it.each(['JWT_SECRET', 'JWT_SECRET_PREVIOUS'])('that are easy to guess are refused in live: %s', (name) => {
    expect(() => readConfig({ ...LIVE, [name]: 'change-me-'.repeat(4) })).toThrow(
      new RegExp(`${name} is easy to guess.*openssl rand`),
    );
    // On one's own machine they harm nobody.
    expect(() => readConfig({ [name]: 'change-me-'.repeat(4) })).not.toThrow();
    expect(() => readConfig({ [name]: 'x'.repeat(31) })).toThrow(`${name} must have at least 32 characters`);
  });

  it('that encrypt have 32 bytes', () => {
    const key = randomBytes(32);
    expect(readConfig({ WEBHOOK_KEY_PREVIOUS: key.toString('base64') }).webhookKeyPrevious).toEqual(key);
    expect(() => readConfig({ WEBHOOK_KEY_PREVIOUS: 'abcd' })).toThrow(
      'WEBHOOK_KEY_PREVIOUS must be 32 bytes in hex or base64',
    );
  });
});

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

  it.each([
    'true',
    'yes',
    '-1',
    '1.5',
    '11',
    'proxy.example.com',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '::/129',
    '10.0.0.0/8,',
  ])('%j is refused in words', (text) => {
    expect(() => trusting(text)).toThrow(ConfigError);
    expect(() => trusting(text)).toThrow(/^TRUST_PROXY must be/);
  });
});

describe('the mail server', () => {
  const FROM = { SMTP_FROM: 'Vintém <avisos@example.com>' };
  const smtpOf = (SMTP_URL: string) => readConfig({ SMTP_URL, ...FROM }).smtp;

  it('is off unless it is set', () => {
    expect(readConfig(FROM).smtp).toBeNull();
  });

  it.each<[string, object]>([
    ['smtp://localhost', { host: 'localhost', port: 587, isSecure: false, user: null, password: null }],
    ['smtp://127.0.0.1:2525', { host: '127.0.0.1', port: 2525 }],
    [
      'smtps://ana%40example.com:s%2Fecreto@mail.example.com',
      { host: 'mail.example.com', port: 465, isSecure: true, user: 'ana@example.com', password: 's/ecreto' },
    ],
  ])('is read from %s', (url, expected) => {
    expect(smtpOf(url)).toMatchObject({ ...expected, from: { name: 'Vintém', address: 'avisos@example.com' } });
  });

  it.each(['mail.example.com', 'http://mail.example.com', 'smtp:', 'smtp://', 'smtp://a:%zz@mail.example.com'])(
    'is not %s, and no error repeats a password',
    (url) => {
      expect(() => smtpOf(url)).toThrow(/^SMTP_URL must be an address such as/);
    },
  );

  it.each([
    undefined,
    '',
    'avisos',
    'a@b, c@d',
    'Loja <a@b> <c@d>',
    'Loja\r\nBcc: x@example.com <a@b>',
    'a b@example.com',
  ])('does not send from %j', (from) => {
    const env = { SMTP_URL: 'smtp://localhost', ...(from === undefined ? {} : { SMTP_FROM: from }) };
    expect(() => readConfig(env)).toThrow(/SMTP_FROM must say who notices are from/);
  });
});

describe('the addresses of the database', () => {
  const POOLED = { DATABASE_URL: 'postgres://pooler/vintem', DATABASE_PREPARE: 'off' };

  it('behind a pooler, migrations need a way past it', () => {
    expect(() => readConfig(POOLED)).toThrow(/DATABASE_OWNER_URL or DATABASE_DIRECT_URL/);
    expect(() => readConfig({ DATABASE_PREPARE: 'off', DATABASE_DIRECT_URL: 'postgres://db/vintem' })).toThrow(
      'a pooler at DATABASE_URL',
    );
    expect(readConfig({ ...POOLED, DATABASE_DIRECT_URL: 'postgres://db/vintem' }).isPooled).toBe(true);
    expect(readConfig({ ...POOLED, DATABASE_OWNER_URL: 'postgres://db/vintem' }).isPooled).toBe(true);
    expect(readConfig({}).isPooled).toBe(false);
  });

  it('the embedded database has no replica', () => {
    expect(() => readConfig({ DATABASE_READ_URL: 'postgres://replica/vintem' })).toThrow('DATABASE_URL is missing');
  });
});
