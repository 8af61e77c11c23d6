import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookEvents } from './api.generated.ts';

/** What a webhook brings. New kinds may come: ignore those that you do not know. */
export type WebhookEvent = WebhookEvents[keyof WebhookEvents];

export type RefusalReason =
  /** One of the three headers is not there. */
  | 'MISSING_HEADER'
  /** The time is no time, or there is no signature of a version that this client knows. */
  | 'MALFORMED_HEADER'
  /** Sent too long ago: perhaps by somebody who kept it. */
  | 'TIMESTAMP_TOO_OLD'
  /** From the future: look at the clock of this machine. */
  | 'TIMESTAMP_TOO_NEW'
  /** Signed with another secret, or changed on its way. */
  | 'WRONG_SIGNATURE'
  /** Genuine, and yet no event. */
  | 'MALFORMED_BODY';

/** A delivery that must not be believed. Answer it with 400. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

export interface VerifyOptions {
  /** How far the time of a delivery may be from ours; 300 unless given. */
  toleranceSeconds?: number;
  /** Milliseconds since 1970. */
  now?: () => number;
}

export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

const TOLERANCE_SECONDS = 300;
const SECRET = /^whsec_([A-Za-z0-9+/]{32,43}={0,2})$/;
const SECONDS = /^\d{1,15}$/;
const VERSION = 'v1,';
/** During a rotation there are a few; more are somebody's attempt to keep us busy. */
const MAX_SIGNATURES = 20;

/**
 * Checks a delivery and returns its event. The body is what arrived, byte by byte: JSON that was read and written again
 * is another text. Give several secrets while you change them.
 */
export function verify(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now }: VerifyOptions = {},
): WebhookEvent {
  const keys = [secret].flat().map(keyOf);
  if (keys.length === 0) throw new TypeError('there is no secret to verify with');
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = signaturesIn(headerOf(headers, 'webhook-signature'));
  checkTime(timestamp, now() / 1000, toleranceSeconds);
  const isGenuine = keys.some((key) => {
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(rawBody).digest();
    return signatures.some((given) => given.length === expected.length && timingSafeEqual(given, expected));
  });
  if (!isGenuine) throw new WebhookRefused('WRONG_SIGNATURE', 'no signature matches: another secret, or another body');
  return eventIn(rawBody);
}

/** A secret that is none is a mistake in your settings, and not of whoever sent the delivery. */
function keyOf(secret: string): Buffer {
  const base64 = SECRET.exec(secret)?.[1];
  if (!base64) throw new TypeError('a webhook secret is whsec_ and 24 to 32 bytes in base64');
  return Buffer.from(base64, 'base64');
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : namedValue(headers, name);
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookRefused('MISSING_HEADER', `the header ${name} is missing`);
}

/** Node writes names in lower case; others may not. */
function namedValue(headers: Exclude<WebhookHeaders, Headers>, name: string): unknown {
  if (name in headers) return headers[name];
  return Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
}

function signaturesIn(header: string): Buffer[] {
  const signatures = header
    .split(' ')
    .filter((signature) => signature.startsWith(VERSION))
    .slice(0, MAX_SIGNATURES);
  if (signatures.length > 0) return signatures.map((one) => Buffer.from(one.slice(VERSION.length), 'base64'));
  throw new WebhookRefused('MALFORMED_HEADER', 'webhook-signature holds no signature of version v1');
}

function checkTime(timestamp: string, nowSeconds: number, toleranceSeconds: number): void {
  if (!SECONDS.test(timestamp)) throw new WebhookRefused('MALFORMED_HEADER', 'webhook-timestamp is no time in seconds');
  const ageSeconds = Math.round(nowSeconds - Number(timestamp));
  if (ageSeconds > toleranceSeconds) {
    throw new WebhookRefused('TIMESTAMP_TOO_OLD', `the delivery was sent ${ageSeconds} s ago`);
  }
  if (-ageSeconds > toleranceSeconds) {
    throw new WebhookRefused('TIMESTAMP_TOO_NEW', `the delivery will be sent in ${-ageSeconds} s`);
  }
}

function eventIn(rawBody: string | Uint8Array): WebhookEvent {
  try {
    const event = JSON.parse(typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody));
    if (typeof event.event === 'string' && typeof event.id === 'string') return event;
  } catch {
    // The same refusal as for JSON that is no event.
  }
  throw new WebhookRefused('MALFORMED_BODY', 'the body is signed, and is no event');
}
