import { createHash } from 'node:crypto';

const HINT_LENGTH = 4;

/** Tokens are 256-bit random values: a plain SHA-256 cannot be turned back, and finding one is an index lookup. */
export function hashAccessToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Enough to tell two tokens apart in a list, too little to use. */
export function hintOf(token: string): string {
  return `…${token.slice(-HINT_LENGTH)}`;
}
