import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkWebhookUrl,
  isPublicAddress,
  resolveAndCheck,
} from '../../../../src/news/webhooks/safe-http/address-guard.ts';
import { MAX_URL_LENGTH } from '../../../../src/news/webhooks/webhooks.schemas.ts';
import { FORBIDDEN_HOSTS, PUBLIC_ADDRESSES } from './addresses.ts';

const LIVE = { allowLoopback: false };
const SANDBOX = { allowLoopback: true };
const isAccepted = (text: string, policy = LIVE) => checkWebhookUrl(text, policy).ok;

describe('a URL at registration', () => {
  it.each(FORBIDDEN_HOSTS)('is refused for the host %s', (host) => {
    expect(isAccepted(`https://${host}/hook`)).toBe(false);
    expect(isAccepted(`https://${host}:8443/hook`)).toBe(false);
  });

  it.each([
    'localhost',
    'LOCALHOST',
    'localhost.',
    'api.localhost',
    'printer.local',
    'metadata.google.internal',
    'metadata.google.internal.',
    'router.lan',
    'nas.home.arpa',
    'db.corp',
    'postgres',
    'loja.com.br.',
  ])('is refused for the name %s', (name) => {
    expect(isAccepted(`https://${name}/hook`)).toBe(false);
  });

  it.each([
    ['http://loja.com.br/hook', 'must use https'],
    ['ftp://loja.com.br/hook', 'must use https'],
    ['file:///etc/passwd', 'must use https'],
    ['javascript:alert(1)', 'must use https'],
    ['//loja.com.br/hook', 'must be an absolute URL'],
    ['loja.com.br', 'must be an absolute URL'],
    ['', 'must be an absolute URL'],
    ['https://', 'must be an absolute URL'],
    ['https://loja.com.br:99999/', 'must be an absolute URL'],
    ['https://ana:senha@loja.com.br/', 'must not contain a user name or password'],
    ['https://loja.com.br@127.0.0.1/', 'must not contain a user name or password'],
    ['https://loja.com.br:0/', 'must not use port 0'],
    ['https://loja.com.br:25/', 'must use port 443, or one from 1024 up'],
    ['https://loja.com.br/a b', 'must not contain blanks, backslashes or control characters'],
    ['https://loja.com.br/\nx', 'must not contain blanks, backslashes or control characters'],
    ['https://loja.com.br\\@10.0.0.1/', 'must not contain blanks, backslashes or control characters'],
    [' https://loja.com.br/', 'must not contain blanks, backslashes or control characters'],
    ['https://loja.com.br/\u0000', 'must not contain blanks, backslashes or control characters'],
    [`https://loja.com.br/${'a'.repeat(MAX_URL_LENGTH)}`, 'must have at most 2048 characters'],
    ['https://10.0.0.1/', 'must point to a public address'],
    ['https://intranet/', 'must point to a public host name'],
  ])('%j is refused: it %s', (text, reason) => {
    expect(checkWebhookUrl(text, LIVE)).toEqual({ ok: false, reason });
  });

  it.each([
    'https://loja.com.br',
    'https://loja.com.br:443/hook',
    'https://hooks.loja.com.br:8443/a/b?c=d',
    'https://LOJA.com.br/',
    'https://ação.com.br/gancho',
    'https://8.8.8.8/hook',
    'https://[2606:4700::1111]/hook',
    'https://localhost.loja.com.br/',
    'https://internal.loja.com.br/',
  ])('%s is accepted', (text) => {
    expect(checkWebhookUrl(text, LIVE)).toEqual({ ok: true, url: new URL(text) });
  });

  it.each([
    'http://localhost:4000/hook',
    'https://localhost:4000/hook',
    'http://127.0.0.1:80/',
    'http://127.1:4000/',
    'http://[::1]:4000/',
    'http://loja.localhost/',
  ])('%s is accepted in the sandbox only', (text) => {
    expect(isAccepted(text, SANDBOX)).toBe(true);
    expect(isAccepted(text, LIVE)).toBe(false);
  });

  it.each([
    'http://loja.com.br/',
    'http://8.8.8.8/',
    'https://10.0.0.1/',
    'https://169.254.169.254/',
    'https://[::ffff:127.0.0.1]/',
    'http://0.0.0.0/',
    'http://localhost:0/',
    'http://ana:senha@localhost/',
  ])('%s is refused in the sandbox too', (text) => {
    expect(isAccepted(text, SANDBOX)).toBe(false);
  });

  it('never throws', () => {
    // Of fast-check's own addresses the first takes most of a second in each process.
    const path = fc.string({ unit: fc.constantFrom(...'/a.%?#&=@:[] ') });
    const addresses = fc
      .tuple(fc.constantFrom('', 'ana:senha@'), fc.domain(), fc.constantFrom('', ':8443'), path)
      .map((parts) => `https://${parts.join('')}`);
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          addresses,
          fc.string().map((text) => `https://${text}`),
        ),
        (text) => {
          expect(typeof isAccepted(text)).toBe('boolean');
        },
      ),
    );
  });
});

describe('public addresses', () => {
  it.each(PUBLIC_ADDRESSES)('%s is one', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    '',
    'loja.com.br',
    '127.1',
    '8.8.8',
    '08.8.8.8',
    '0x08080808',
    '134744072',
    '[2606:4700::1111]',
    '2606:4700::1111%eth0',
    ' 8.8.8.8',
  ])('%j is none, being no plain address', (text) => {
    expect(isPublicAddress(text)).toBe(false);
  });

  it('no IPv6 address that carries an IPv4 address is one', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    const carriers = ['::ffff:', '::', '::ffff:0:', '64:ff9b::', '64:ff9b:1::', '2002:', '2001:0:'];
    fc.assert(
      fc.property(byte, byte, byte, byte, fc.constantFrom(...carriers), (a, b, c, d, carrier) => {
        const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
        expect(isPublicAddress(carrier.startsWith('200') ? `${carrier}${hex}::1` : `${carrier}${hex}`)).toBe(false);
      }),
    );
  });

  it('no address of the private IPv4 networks is one', () => {
    const networks = [
      [0x0a000000, 8],
      [0xac100000, 12],
      [0xc0a80000, 16],
      [0x7f000000, 8],
      [0xa9fe0000, 16],
      [0x64400000, 10],
      [0x00000000, 8],
      [0xe0000000, 3],
    ] as const;
    fc.assert(
      fc.property(fc.constantFrom(...networks), fc.nat({ max: 0xffffffff }), ([base, bits], noise) => {
        const host = noise % 2 ** (32 - bits);
        const value = base + host;
        const address = [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');
        expect(isPublicAddress(address)).toBe(false);
      }),
    );
  });
});

describe('a name at connect', () => {
  const answers =
    (...addresses: string[]) =>
    async () =>
      addresses;

  it('gives the checked addresses', async () => {
    expect(await resolveAndCheck('loja.com.br', answers('8.8.8.8', '2606:4700::1111'))).toEqual({
      ok: true,
      addresses: ['8.8.8.8', '2606:4700::1111'],
    });
  });

  it.each([
    [['127.0.0.1']],
    [['8.8.8.8', '10.0.0.1']],
    [['10.0.0.1', '8.8.8.8']],
    [['8.8.8.8', '::ffff:7f00:1']],
    [['8.8.8.8', 'nonsense']],
  ])('is refused when one of %j is not public', async (addresses) => {
    expect(await resolveAndCheck('loja.com.br', answers(...addresses))).toEqual({
      ok: false,
      reason: 'refused_address',
    });
    expect(await resolveAndCheck('loja.com.br', answers(...addresses), SANDBOX)).toEqual({
      ok: false,
      reason: 'refused_address',
    });
  });

  it('that does not resolve is told apart', async () => {
    expect(await resolveAndCheck('loja.com.br', answers())).toEqual({ ok: false, reason: 'dns' });
    expect(await resolveAndCheck('loja.com.br', () => Promise.reject(new Error('ENOTFOUND')))).toEqual({
      ok: false,
      reason: 'dns',
    });
  });

  it('that is an address is judged without a lookup', async () => {
    const mustNotAsk = () => Promise.reject(new Error('asked'));
    expect(await resolveAndCheck('8.8.8.8', mustNotAsk)).toEqual({ ok: true, addresses: ['8.8.8.8'] });
    for (const address of ['127.0.0.1', '127.1', '10.0.0.1', '::1', '::ffff:7f00:1', 'localhost']) {
      expect(await resolveAndCheck(address, mustNotAsk)).toEqual({ ok: false, reason: 'refused_address' });
    }
  });

  it('that is localhost means loopback in the sandbox, whatever a resolver says', async () => {
    expect(await resolveAndCheck('localhost', answers('10.0.0.1'), SANDBOX)).toEqual({
      ok: true,
      addresses: ['127.0.0.1', '::1'],
    });
    expect(await resolveAndCheck('::1', answers('10.0.0.1'), SANDBOX)).toEqual({ ok: true, addresses: ['::1'] });
  });
});
