import { describe, expect, it } from 'vitest';
import { base32Of, otpauthUrl, readTypedCode, secondsOfWaiting, spacedRecoveryCode, stepAt } from './totp.rules.ts';
import { codeOf, matchingStep } from './totp-codes.ts';

const SECRET = Buffer.from('12345678901234567890');
const at = (seconds: number) => new Date(seconds * 1000);

describe('codes by time', () => {
  // RFC 6238, appendix B, the rows of SHA-1.
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at %i seconds the RFC says %s', (seconds, code) => {
    expect(codeOf(SECRET, stepAt(at(seconds)), 8)).toBe(code);
    expect(matchingStep(SECRET, code.slice(2), at(seconds))).toBe(Math.floor(seconds / 30));
  });

  // RFC 4226, appendix D.
  it('counted, they are those of the RFC they are built on', () => {
    const codes = Array.from({ length: 10 }, (_, count) => codeOf(SECRET, count));
    const expected = '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489';
    expect(codes.join(' ')).toBe(expected);
  });

  it('hold for the step before and the step after, and no longer', () => {
    const code = codeOf(SECRET, 1000);
    const stepOf = (seconds: number) => matchingStep(SECRET, code, at(seconds));
    expect([999, 1000, 1001].map((step) => stepOf(step * 30))).toEqual([1000, 1000, 1000]);
    expect([998, 1002].map((step) => stepOf(step * 30))).toEqual([null, null]);
    expect(stepOf(1001 * 30 + 29.999)).toBe(1000);
  });

  it.each(['', '12345', '1234567', '１２３４５６', 'abcdef'])('%j is none', (text) => {
    expect(matchingStep(SECRET, text, at(59))).toBeNull();
  });
});

describe('what a person types', () => {
  it.each([
    ['287 082', { kind: 'code', text: '287082' }],
    [' 287-082 ', { kind: 'code', text: '287082' }],
    ['abcd-2345-efgh-6789', { kind: 'recovery', text: 'ABCD2345EFGH6789' }],
    ['ABCD 2345 EFGH 6789', { kind: 'recovery', text: 'ABCD2345EFGH6789' }],
    ['28708', null],
    ['٢٨٧٠٨٢', null],
    ['ABCD-0000-EFGH-6789', null],
  ])('%j', (typed, read) => {
    expect(readTypedCode(typed)).toEqual(read);
  });

  it('recovery codes are shown in groups of four', () => {
    expect(spacedRecoveryCode('ABCD2345EFGH6789')).toBe('ABCD-2345-EFGH-6789');
  });
});

describe('the secret', () => {
  // RFC 4648, section 10, without the padding.
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('%j is %s', (text, encoded) => {
    expect(base32Of(Buffer.from(text))).toBe(encoded);
  });

  it('is told in the address that authenticators read', () => {
    expect(otpauthUrl(SECRET, 'ana@loja.com.br')).toBe(
      'otpauth://totp/Vint%C3%A9m:ana%40loja.com.br?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' +
        '&issuer=Vint%C3%A9m&algorithm=SHA1&digits=6&period=30',
    );
  });
});

describe('wrong codes', () => {
  const since = at(0);
  it.each([
    [{ failures: 0, failingSince: null }, 0, null],
    [{ failures: 9, failingSince: since }, 1, null],
    [{ failures: 10, failingSince: since }, 1, 899],
    [{ failures: 10, failingSince: since }, 899.5, 1],
    [{ failures: 10, failingSince: since }, 900, null],
  ])('%j at %d s wait %s seconds', (failures, seconds, wait) => {
    expect(secondsOfWaiting(failures, at(seconds))).toBe(wait);
  });
});
