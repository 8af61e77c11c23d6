import { createHash } from 'node:crypto';

const HINT_LENGTH = 4;

/** Tokens are 256-bit random values: a plain SHA-256 cannot be turned back, and finding one is an index lookup. */
export function hashAccessToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** These characters are enough to tell two tokens apart in a list, and too few to use one. */
export function hintOf(token: string): string {
  return `…${token.slice(-HINT_LENGTH)}`;
}
