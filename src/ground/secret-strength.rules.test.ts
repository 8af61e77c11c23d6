import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { weaknessOfSecret } from './secret-strength.rules.ts';

it.each([
  ['a'.repeat(64)],
  ['abababababababababababababababab'],
  ['0123456789abcdef0123456789abcdef'],
  ['tangerine-K7-tangerine-K7-tangerine-K7-tang'],
  ['abcdefghijklmnopqrstuvwxyzabcdefghij'],
  ['zyxwvutsrqponmlkjihgfedcba9876543210'],
  ['12345678901234567890123456789012'],
  ['aabbccddeeffgghhiijjkkllmmnnooppqqrr'],
  ['my-jwt-secret-for-the-gateway-2026'],
  ['SuperSecretKeyThatNobodyWillGuess!'],
  ['Please-ChangeMe-before-production-1'],
  ['vintem-gateway-producao-2026-chave'],
  ['uma-senha-muito-boa-para-producao-7'],
  ['your-256-bit-value-goes-here-thanks'],
])('%s is easy to guess', (secret) => {
  expect(weaknessOfSecret(secret)).toMatch(/\S/);
});

/** As good as random, and the same in every run: of a million random ones some hold a word. */
function bytes(seed: string, count: number): Buffer {
  return createHash('sha512').update(seed).digest().subarray(0, count);
}

it('random secrets pass, however they are written', () => {
  const secrets = Array.from({ length: 2_000 }, (_, n) => [
    bytes(`a${n}`, 32).toString('hex'),
    bytes(`b${n}`, 24).toString('base64'),
    bytes(`c${n}`, 48).toString('base64url'),
  ]).flat();
  expect(secrets.filter((secret) => weaknessOfSecret(secret) !== null)).toEqual([]);
});

it('so does a long phrase of words nobody would put together', () => {
  expect(weaknessOfSecret('jabuticaba trombone 41 orvalho quilate furacão')).toBeNull();
});
