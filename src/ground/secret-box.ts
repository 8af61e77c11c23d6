import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
/** The nonce is random for every secret: 96 bits are safe for billions of secrets under one key. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Says how to read the rest, so that another algorithm or key can be used beside this one later. */
const VERSION = 'sb1.';

/**
 * The error deliberately says nothing about the content. It does not say which cause it was, because GCM cannot tell.
 */
export class SecretBoxError extends Error {
  override readonly name = 'SecretBoxError';
}

/** Returns the text to store: the version, then base64url of nonce, ciphertext and tag. */
export function sealSecret(key: Buffer, plaintext: string): string {
  checkKey(key);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(VERSION));
  const sealed = Buffer.concat([nonce, cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return VERSION + sealed.toString('base64url');
}

export function openSecret(key: Buffer, sealed: string): string {
  checkKey(key);
  if (!sealed.startsWith(VERSION)) throw new SecretBoxError('not a sealed secret of a version this build can open');
  const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new SecretBoxError('a sealed secret was cut short');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const ciphertext = bytes.subarray(NONCE_BYTES, bytes.length - TAG_BYTES);
  // Without a fixed length here, Node would accept shorter tags, which can be forged.
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(VERSION))
    .setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
  } catch {
    throw new SecretBoxError('a sealed secret does not open: it was sealed with another key, or altered since');
  }
}

export function opensSecret(key: Buffer, sealed: string): boolean {
  try {
    openSecret(key, sealed);
    return true;
  } catch (error) {
    if (error instanceof SecretBoxError) return false;
    throw error;
  }
}

function checkKey(key: Buffer): void {
  if (key.length !== KEY_BYTES)
    throw new SecretBoxError(`the key of the secret box has ${KEY_BYTES} bytes, not ${key.length}`);
}
