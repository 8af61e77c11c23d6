import { describe, expect, it } from 'vitest';
import { readAccessFile } from './access-file.ts';

const FILE = {
  kind: 'bacen-pix',
  profile: 'standard',
  base_url: 'https://pix.example.com/v2/',
  token_url: 'https://pix.example.com/token',
  client_id: 'id',
  client_secret: 'secret',
  pix_key: 'loja@example.com',
  certificate_file: 'a.pem',
  private_key_file: 'a.key',
};

const read = (changes: object = {}, mode: 'sandbox' | 'live' = 'live') =>
  readAccessFile(JSON.stringify({ ...FILE, ...changes }), mode);

describe('the file of an acquirer', () => {
  it('is read', () => {
    expect(read()).toEqual({
      profile: 'standard',
      baseUrl: 'https://pix.example.com/v2',
      tokenUrl: 'https://pix.example.com/token',
      clientId: 'id',
      clientSecret: 'secret',
      pixKey: 'loja@example.com',
      appKey: null,
      account: null,
      certificates: { form: 'pem', certificateFile: 'a.pem', privateKeyFile: 'a.key' },
      caFile: null,
    });
  });

  const noAddresses = { base_url: undefined, token_url: undefined };

  it('needs no addresses that the profile knows, and a sandbox never gets those of live', () => {
    const { baseUrl, tokenUrl } = read({ profile: 'efi', ...noAddresses });
    expect([baseUrl, tokenUrl]).toEqual([
      'https://pix.api.efipay.com.br/v2',
      'https://pix.api.efipay.com.br/oauth/token',
    ]);
    expect(read({ profile: 'efi', ...noAddresses }, 'sandbox').tokenUrl).toBe(
      'https://pix-h.api.efipay.com.br/oauth/token',
    );
    expect(() => read({ profile: 'itau', ...noAddresses }, 'sandbox')).toThrow('does not know it for sandbox mode');
  });

  it('takes PKCS#12 with or without a password, and in a sandbox no certificate or a bank on this machine', () => {
    const pkcs12 = { certificate_file: undefined, private_key_file: undefined, pkcs12_file: 'a.p12' };
    expect(read(pkcs12).certificates).toEqual({ form: 'pkcs12', file: 'a.p12', password: '' });
    expect(read({ ...pkcs12, pkcs12_password: 'p' }).certificates).toMatchObject({ password: 'p' });
    expect(read({ ...pkcs12, pkcs12_file: undefined }, 'sandbox').certificates).toBeNull();
    expect(read({ base_url: 'http://127.0.0.1:8080' }, 'sandbox').baseUrl).toBe('http://127.0.0.1:8080');
  });

  it.each<[object, string]>([
    [{ profile: 'nubank' }, 'profile must be one of standard, efi'],
    [{ profile: 'constructor' }, 'profile must be one of'],
    [{ base_url: undefined }, 'base_url is missing: the profile standard does not know it'],
    [{ base_url: 'bank' }, 'base_url must be an address'],
    [{ base_url: 'http://127.0.0.1' }, 'base_url must begin with https://'],
    [{ token_url: 'ftp://x' }, 'token_url must begin with https://'],
    [{ client_id: '' }, 'client_id is missing'],
    [{ client_id: 'a\nb' }, 'client_id must be visible characters'],
    [{ client_secret: undefined }, 'client_secret is missing'],
    [{ client_secret: 7 }, 'client_secret must be a text'],
    [{ pix_key: 'a b' }, 'pix_key must be visible characters'],
    [{ pix_key: 'x'.repeat(78) }, 'pix_key has more than 77 characters'],
    [{ certificate_file: undefined }, 'certificate_file is missing'],
    [{ private_key_file: undefined }, 'private_key_file is missing'],
    [{ certificate_file: undefined, private_key_file: undefined }, 'are missing'],
    [{ pkcs12_file: 'a.p12' }, 'give either pkcs12_file or'],
    [{ profile: 'bb' }, 'app_key is missing'],
    [{ secret: 'x' }, 'unknown member "secret"'],
  ])('%j is refused: %s', (changes, said) => {
    expect(() => read(changes)).toThrow(said);
  });

  it.each(['', '[]', 'null', '{'])('%s is no configuration', (text) => {
    expect(() => readAccessFile(text, 'live')).toThrow(/JSON/);
  });
});
