import { createHmac } from 'node:crypto';

/** Standard Webhooks: symmetric secrets carry this prefix, symmetric signatures this version. */
const SECRET_PREFIX = 'whsec_';
const SIGNATURE_VERSION = 'v1';

/** The format asks for at least 24 bytes; more than the 32 of an HMAC-SHA-256 block's strength only makes the text longer. */
const MIN_SECRET_BYTES = 24;
const MAX_SECRET_BYTES = 32;

export type SignatureHeaders = Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>;

export interface SignatureInput {
  /** The event's id: the same in every attempt and every resend, so that a receiver can tell a repeat. */
  id: string;
  /** When this attempt is sent, in real time; receivers refuse what is minutes away from their own clock. */
  timestampSeconds: number;
  /** Exactly the text that goes over the wire: signing an object and serialising it again could differ. */
  body: string;
  /** One `whsec_…`, or the new and the old one while a rotation lasts. */
  secrets: readonly string[];
}

/** The three headers of a delivery. Every secret signs, separated by a space: a receiver needs only one that matches. */
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

/** The text form of a secret. The bytes come in, so that whoever stores it decides where chance comes from. */
export function createSecret(randomBytes: Buffer): string {
  checkKeyLength(randomBytes);
  return SECRET_PREFIX + randomBytes.toString('base64');
}

function keyOf(secret: string): Buffer {
  if (!secret.startsWith(SECRET_PREFIX)) throw new Error(`a webhook secret starts with ${SECRET_PREFIX}`);
  return checkKeyLength(Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'));
}

/** Buffer.from skips what is not base64: a mangled secret would otherwise sign with a shorter key and nobody would notice. */
function checkKeyLength(key: Buffer): Buffer {
  if (key.length >= MIN_SECRET_BYTES && key.length <= MAX_SECRET_BYTES) return key;
  throw new Error(`a webhook secret has ${MIN_SECRET_BYTES} to ${MAX_SECRET_BYTES} bytes, not ${key.length}`);
}
