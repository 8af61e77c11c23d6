import { describe, expect, it } from 'vitest';
import { type InterAccess, reachesTheSame, readAccess } from './access.ts';

const FILE = { kind: 'inter-cobranca', client_id: 'id', client_secret: 'secret' };
const none = () => Buffer.alloc(0);
const read = (changes: object = {}) => readAccess(JSON.stringify({ ...FILE, ...changes }), 'sandbox', none);

describe('the file of an acquirer at Inter', () => {
  it('needs no addresses, and a sandbox never gets those of live', () => {
    expect(read({ account: '123456789' })).toMatchObject({
      baseUrl: 'https://cdpj-sandbox.partners.uatinter.co/cobranca/v3',
      tokenUrl: 'https://cdpj-sandbox.partners.uatinter.co/oauth/v2/token',
      account: '123456789',
    });
    expect(read().account).toBeNull();
  });

  it.each<[object, string]>([
    [{ client_secret: undefined }, 'client_secret is missing'],
    [{ account: '' }, 'account is missing'],
    [{ account: '0123' }, 'account must be digits'],
    [{ account: '123-4' }, 'account must be digits'],
    [{ profile: 'inter' }, 'unknown member "profile"'],
  ])('%j is refused: %s', (changes, said) => {
    expect(() => read(changes)).toThrow(said);
  });

  it('wants a certificate in live', () => {
    expect(() => readAccess(JSON.stringify(FILE), 'live', none)).toThrow('pkcs12_file, are missing');
  });
});

it('another secret reaches the same charges, another account, client or bank does not', () => {
  const access = { baseUrl: 'https://bank', clientId: 'a', account: null } as InterAccess;
  const isSame = (before: Partial<InterAccess>, after: Partial<InterAccess>) =>
    reachesTheSame({ ...access, ...before }, { ...access, ...after });
  expect(isSame({}, { baseUrl: 'https://BANK/', clientSecret: 'new' })).toBe(true);
  expect(isSame({}, { clientId: 'b' })).toBe(false);
  expect(isSame({}, { baseUrl: 'https://other' })).toBe(false);
  expect(isSame({ account: '1' }, { account: '1', clientId: 'b' })).toBe(true);
  expect(isSame({ account: '1' }, { account: '2' })).toBe(false);
});
