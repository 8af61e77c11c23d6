import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { CertificateError } from '../../../src/rails/acquirers/certificates/certificate-error.ts';
import { checkKeyPair, describeCertificate } from '../../../src/rails/acquirers/certificates/describe-certificate.ts';
import { readPkcs12 } from '../../../src/rails/acquirers/certificates/read-pkcs12.ts';
import { createAuthority, type Identity, issueCertificate, keysOf } from '../../../src/rails/fake-bank/certificates.ts';
import { toOldPkcs12, toPkcs12 } from '../../../src/rails/fake-bank/pkcs12.ts';
import { bankIdentities } from '../../support/banks/bank-identities.ts';

/** Written by OpenSSL 3, a program that shares nothing with the reader: a key on a curve, the password `senha`. */
const OPENSSL = JSON.parse(readFileSync(new URL('openssl-pkcs12.json', import.meta.url), 'utf8')) as Record<
  'modern' | 'old' | 'withoutPassword' | 'withoutKey' | 'withoutCertificate',
  string
>;
const NOW = new Date('2026-11-15T12:00:00Z');

let authority: Identity;
let client: Identity;
let expired: Identity;

beforeAll(async () => {
  const kept = await bankIdentities();
  authority = await createAuthority(NOW, keysOf(kept.authority));
  const issue = (notAfter: Date, keys: Identity) =>
    issueCertificate(authority, { commonName: 'loja', purpose: 'client', notAfter }, NOW, keysOf(keys));
  client = await issue(new Date('2027-03-04'), kept.client);
  expired = await issue(new Date('2026-11-14'), kept.server);
});

describe('PKCS#12', () => {
  it('reads what this library wrote, new and old', () => {
    for (const write of [toPkcs12, toOldPkcs12]) {
      const content = readPkcs12(write(client, authority.certificatePem, 'çenha'), 'çenha');
      expect(content.certificatePem.trim()).toBe(client.certificatePem.trim());
      expect(content.privateKeyPem).toBe(client.privateKeyPem);
      expect(content.chainPem.trim()).toBe(authority.certificatePem.trim());
    }
  });

  it('reads files of OpenSSL: today’s, those of twenty years ago, and keys on a curve', () => {
    for (const file of [OPENSSL.modern, OPENSSL.old]) {
      const content = readPkcs12(Buffer.from(file, 'base64'), 'senha');
      expect(describeCertificate(content.certificatePem).subject).toBe('CN=curva, O=Teste, C=BR');
      expect(content.chainPem).toBe('');
      checkKeyPair(content, new Date('2027-01-01'));
    }
  });

  it('takes an empty password, and the file as base64 text', () => {
    expect(readPkcs12(Buffer.from(OPENSSL.withoutPassword, 'base64'), '').privateKeyPem).toContain('PRIVATE KEY');
    expect(readPkcs12(toOldPkcs12(client, authority.certificatePem, ''), '').privateKeyPem).toBe(client.privateKeyPem);
    const text = Buffer.from(OPENSSL.modern.replaceAll(/(.{64})/g, '$1\r\n'));
    expect(readPkcs12(text, 'senha').certificatePem).toContain('CERTIFICATE');
  });

  it.each([
    ['a wrong password', () => readPkcs12(Buffer.from(OPENSSL.modern, 'base64'), 'errada'), 'wrong_password'],
    ['a wrong password of an old file', () => readPkcs12(Buffer.from(OPENSSL.old, 'base64'), 'x'), 'wrong_password'],
    ['a password that is missing', () => readPkcs12(Buffer.from(OPENSSL.old, 'base64'), ''), 'wrong_password'],
    ['no key', () => readPkcs12(Buffer.from(OPENSSL.withoutKey, 'base64'), 'senha'), 'missing_key'],
    [
      'no certificate',
      () => readPkcs12(Buffer.from(OPENSSL.withoutCertificate, 'base64'), 'senha'),
      'missing_certificate',
    ],
    ['another file', () => readPkcs12(Buffer.from('-----BEGIN CERTIFICATE-----'), ''), 'not_pkcs12'],
    ['an empty file', () => readPkcs12(Buffer.alloc(0), ''), 'not_pkcs12'],
    [
      'a file cut short',
      () => readPkcs12(Buffer.from(OPENSSL.modern, 'base64').subarray(0, 500), 'senha'),
      'not_pkcs12',
    ],
    [
      'a key of another certificate',
      () =>
        readPkcs12(toPkcs12({ ...client, privateKeyPem: expired.privateKeyPem }, authority.certificatePem, 's'), 's'),
      'key_of_another_certificate',
    ],
  ])('says in one line when there is %s', (_what, read, problem) => {
    expect(problemOf(read)).toBe(problem);
  });
});

describe('a pair of certificate and key', () => {
  it('is described in a line and a day', () => {
    expect(describeCertificate(client.certificatePem)).toEqual({
      subject: 'CN=loja, O=Vintem Fake Bank, C=BR',
      issuer: 'CN=Vintem Fake Bank CA, O=Vintem Fake Bank, C=BR',
      notBefore: new Date('2026-11-14T12:00:00Z'),
      notAfter: new Date('2027-03-04T00:00:00Z'),
    });
    expect(
      describeCertificate(`Bag Attributes\n${client.certificatePem}${authority.certificatePem}`).subject,
    ).toContain('CN=loja');
  });

  it.each([
    ['fits', () => client, NOW, 'no problem'],
    ['is expired', () => expired, NOW, 'expired'],
    ['expires this moment', () => client, new Date('2027-03-04'), 'expired'],
    ['is of the future', () => client, new Date('2026-11-01'), 'not_yet_valid'],
    ['does not fit', () => ({ ...client, privateKeyPem: expired.privateKeyPem }), NOW, 'key_of_another_certificate'],
    ['has no key', () => ({ ...client, privateKeyPem: client.certificatePem }), NOW, 'missing_key'],
    ['has no certificate', () => ({ ...client, certificatePem: client.privateKeyPem }), NOW, 'missing_certificate'],
    [
      'has a broken certificate',
      () => ({ ...client, certificatePem: client.certificatePem.replace('MII', 'AAA') }),
      NOW,
      'unreadable_certificate',
    ],
    [
      'has a broken key',
      () => ({ ...client, privateKeyPem: client.privateKeyPem.replace('MII', 'AAA') }),
      NOW,
      'unreadable_key',
    ],
  ])('%s', (_what, pair, now, problem) => {
    expect(problemOf(() => checkKeyPair(pair(), now))).toBe(problem);
  });
});

function problemOf(work: () => unknown): string {
  try {
    work();
    return 'no problem';
  } catch (error) {
    expect(error).toBeInstanceOf(CertificateError);
    const { problem, message } = error as CertificateError;
    expect(message).toMatch(/^[^\n]{10,120}$/);
    return problem;
  }
}
