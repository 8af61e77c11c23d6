import { createHmac } from 'node:crypto';
import type { SignatureHeaders } from '../../../ground/webhook-sender.ts';

/** In Standard Webhooks, symmetric secrets have this prefix and symmetric signatures this version. */
const SECRET_PREFIX = 'whsec_';
const SIGNATURE_VERSION = 'v1';

/** The format requires at least 24 bytes. More than the 32 bytes of an HMAC-SHA-256 result add no strength. */
const MIN_SECRET_BYTES = 24;
const MAX_SECRET_BYTES = 32;

export interface SignatureInput {
  /** The event's id: the same in every attempt and every resend, so that a receiver can tell a repeat. */
  id: string;
  /** When this attempt is sent, in real time; receivers refuse a time that is minutes away from their own clock. */
  timestampSeconds: number;
  /** Exactly the text that goes over the wire: signing an object and serialising it again could differ. */
  body: string;
  /** One `whsec_…`, or the new and the old one while a rotation lasts. */
  secrets: readonly string[];
}

/**
 * The three headers of a delivery. Every secret gives a signature, separated by spaces: a receiver needs only
 * one that matches.
 */
export function signWebhook({ id, timestampSeconds, body, secrets }: SignatureInput): SignatureHeaders {
  if (secrets.length === 0) throw new Error('a webhook needs at least one secret to be signed');
  if (!Number.isSafeInteger(timestampSeconds)) throw new Error('a webhook timestamp is a whole number of seconds');
  const signed = `${id}.${timestampSeconds}.${body}`;
  const signatures = secrets.map((secret) => {
    const digest = createHmac('sha256', keyOf(secret)).update(signed).digest('base64');
    return `${SIGNATURE_VERSION},${digest}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': String(timestampSeconds), 'webhook-signature': signatures.join(' ') };
}

/** The text form of a secret. The caller brings the random bytes. */
export function createSecret(randomBytes: Buffer): string {
  checkKeyLength(randomBytes);
  return SECRET_PREFIX + randomBytes.toString('base64');
}

function keyOf(secret: string): Buffer {
  if (!secret.startsWith(SECRET_PREFIX)) throw new Error(`a webhook secret starts with ${SECRET_PREFIX}`);
  return checkKeyLength(Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'));
}

/**
 * Buffer.from skips what is not base64. Without this check a damaged secret would sign with a shorter key, unnoticed.
 */
function checkKeyLength(key: Buffer): Buffer {
  if (key.length >= MIN_SECRET_BYTES && key.length <= MAX_SECRET_BYTES) return key;
  throw new Error(`a webhook secret has ${MIN_SECRET_BYTES} to ${MAX_SECRET_BYTES} bytes, not ${key.length}`);
}
