import { randomBytes, randomInt } from 'node:crypto';

/** No participant has this number. */
const ISPB = '99999999';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const SEQUENCE_LENGTH = 11;

/** `E` marks a payment and `D` its return; then the bank, the minute in UTC, and eleven characters of its own. */
export function newEndToEndId(kind: 'E' | 'D', now: Date): string {
  const minute = now.toISOString().replaceAll(/[-:T]/g, '').slice(0, 12);
  return `${kind}${ISPB}${minute}${letters(SEQUENCE_LENGTH)}`;
}

export function newHexId(): string {
  return randomBytes(16).toString('hex');
}

export function newSecret(): string {
  return randomBytes(24).toString('base64url');
}

function letters(length: number): string {
  return Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
