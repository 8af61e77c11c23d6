import { createHash, timingSafeEqual } from 'node:crypto';

/** Says whether a text is the secret that the address of callbacks ends in, in a time that tells nothing of it. */
export function isSecretOf(callbackSecret: string): (text: string) => boolean {
  const secret = hashOf(callbackSecret);
  return (text) => timingSafeEqual(hashOf(text), secret);
}

/** Equally long, whatever came, as the comparison needs it. */
function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
