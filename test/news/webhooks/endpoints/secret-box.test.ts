import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openSecret, SecretBoxError, sealSecret } from '../../../../src/ground/secret-box.ts';
import { anyText } from '../../../support/suite/any-text.ts';

const key = randomBytes(32);
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

describe('secret box', () => {
  it('opens what it sealed', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(openSecret(key, sealSecret(key, text))).toBe(text);
      }),
    );
  });

  it('seals the same secret differently each time, and does not show it', () => {
    const sealed = sealSecret(key, SECRET);
    expect(sealed).not.toBe(sealSecret(key, SECRET));
    expect(sealed).toMatch(/^sb1\.[A-Za-z0-9_-]+$/);
    expect(Buffer.from(sealed.slice(4), 'base64url').includes('whsec_')).toBe(false);
  });

  it('does not open with another key', () => {
    expect(() => openSecret(randomBytes(32), sealSecret(key, SECRET))).toThrow(SecretBoxError);
    expect(() => openSecret(randomBytes(32), sealSecret(key, SECRET))).toThrow('another key, or altered');
  });

  it('notices every changed byte', () => {
    const sealed = Buffer.from(sealSecret(key, SECRET).slice(4), 'base64url');
    for (let index = 0; index < sealed.length; index++) {
      const altered = Buffer.from(sealed);
      altered[index] = (altered[index] ?? 0) ^ 1;
      expect(() => openSecret(key, `sb1.${altered.toString('base64url')}`)).toThrow(SecretBoxError);
    }
  });

  it('notices what was cut off', () => {
    const sealed = sealSecret(key, SECRET);
    for (let length = 0; length < sealed.length; length++)
      expect(() => openSecret(key, sealed.slice(0, length))).toThrow(SecretBoxError);
  });

  it('says so when the version is unknown or the key is no key', () => {
    expect(() => openSecret(key, SECRET)).toThrow('version');
    expect(() => sealSecret(randomBytes(16), SECRET)).toThrow('32 bytes, not 16');
    expect(() => openSecret(randomBytes(33), 'sb1.')).toThrow('32 bytes, not 33');
  });
});
