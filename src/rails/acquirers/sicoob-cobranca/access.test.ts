import { describe, expect, it } from 'vitest';
import { reachesTheSame, readAccess } from './access.ts';

const FILE = {
  kind: 'sicoob-cobranca',
  base_url: 'https://bank.example/cobranca-bancaria/v3',
  token_url: 'https://bank.example/token',
  client_id: 'id',
  client_number: '172278',
  account_number: '700011',
};
const none = () => Buffer.alloc(0);
const read = (changes: object = {}, mode: 'sandbox' | 'live' = 'sandbox') =>
  readAccess(JSON.stringify({ ...FILE, ...changes }), mode, none);

describe('the file of an acquirer at Sicoob', () => {
  it('is read, without a secret, and with scopes of its own', () => {
    expect(read()).toMatchObject({ clientSecret: null, clientNumber: 172_278, accountNumber: 700_011 });
    expect(read().scopes).toContain('boletos_inclusao');
    expect(read({ scopes: 'one two' }).scopes).toBe('one two');
  });

  it.each<[object, string]>([
    [{ base_url: undefined }, 'base_url is missing: this kind does not know it for sandbox mode'],
    [{ client_number: undefined }, 'client_number is missing'],
    [{ client_number: '17-2' }, 'client_number must be digits'],
    [{ account_number: '0700011' }, 'account_number must be digits'],
    [{ account_number: '9'.repeat(16) }, 'account_number must be digits'],
    [{ scopes: 'one,  two' }, 'scopes must be words'],
  ])('%j is refused: %s', (changes, said) => {
    expect(() => read(changes)).toThrow(said);
  });

  it('knows the addresses of live', () => {
    const live = { base_url: undefined, token_url: undefined };
    expect(() => read(live, 'live')).toThrow('certificate_file and private_key_file, or pkcs12_file, are missing');
  });
});

it('slips belong to the contract of the beneficiary', () => {
  expect(reachesTheSame(read(), read({ client_id: 'other', account_number: '1' }))).toBe(true);
  expect(reachesTheSame(read(), read({ client_number: '1' }))).toBe(false);
});
