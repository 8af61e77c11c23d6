import { isAscii } from 'node:buffer';
import type { AddressLookup, SignatureHeaders, WebhookSender } from '../../../ground/webhook-sender.ts';
import { type AddressPolicy, checkWebhookUrl, type UrlCheck } from '../safe-http/address-guard.ts';
import { createAddressLookup } from '../safe-http/address-lookup.ts';
import { createSafeHttp, MAX_ORIGINS } from '../safe-http/safe-http.ts';
import { CONTENT_TYPE, USER_AGENT } from './delivery-headers.rules.ts';

/** The whole exchange may take this long, from the name lookup to the last byte of the answer. */
export const DELIVERY_TIMEOUT_MS = 5_000;
/** How much of an answer is read, so that its connection can be used again. */
export const MAX_RESPONSE_BYTES = 16 * 1024;
/** How much of an answer is kept: enough to be useful in the delivery log, which keeps it for months. */
export const KEPT_RESPONSE_BYTES = 1024;
/** How much of the `Retry-After` header is read; a date has 29 characters. */
const MAX_RETRY_AFTER_LENGTH = 64;

const MAX_CHECKED_URLS = 10_000;

export interface WebhookSenderOptions extends AddressPolicy {
  /** Stands in for the name servers. */
  lookup?: AddressLookup;
  timeoutMs?: number;
  maxResponseBytes?: number;
  maxOrigins?: number;
  /** Certificate authorities (PEM) to trust instead of the well-known ones. */
  ca?: string;
}

export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const { allowLoopback } = options;
  const http = createSafeHttp({
    allowLoopback,
    lookup: options.lookup ?? createAddressLookup(),
    timeoutMs: options.timeoutMs ?? DELIVERY_TIMEOUT_MS,
    maxResponseBytes: options.maxResponseBytes ?? MAX_RESPONSE_BYTES,
    maxOrigins: options.maxOrigins ?? MAX_ORIGINS,
    ...(options.ca === undefined ? {} : { ca: options.ca }),
  });

  const checked = new Map<string, UrlCheck>();
  /**
   * The same few addresses come again and again, and the check of a text gives the same result until
   * the policy changes.
   */
  const checkOnce = (url: string): UrlCheck => {
    const known = checked.get(url);
    if (known) return known;
    const check = checkWebhookUrl(url, { allowLoopback });
    if (checked.size >= MAX_CHECKED_URLS) checked.delete(checked.keys().next().value as string);
    checked.set(url, check);
    return check;
  };

  return {
    async send(url, signature, body) {
      const start = performance.now();
      const durationMs = () => Math.round(performance.now() - start);
      // The address was checked at registration, but the rules or the mode may have changed since.
      const check = checkOnce(url);
      if (!check.ok) return { outcome: 'error', reason: 'refused_address', durationMs: durationMs() };
      const exchange = await http.post(check.url, headersOf(signature), body);
      if (!exchange.ok) return { outcome: 'error', reason: exchange.reason, durationMs: durationMs() };
      return {
        outcome: 'response',
        statusCode: exchange.statusCode,
        bodySnippet: snippetOf(exchange.body.subarray(0, KEPT_RESPONSE_BYTES)),
        durationMs: durationMs(),
        retryAfter: exchange.retryAfter?.slice(0, MAX_RETRY_AFTER_LENGTH) ?? null,
      };
    },
    close: () => http.close(),
  };
}

/** Each field is written out, because spreading objects costs as much as a signature. */
function headersOf(signature: SignatureHeaders): Record<string, string> {
  return {
    'content-type': CONTENT_TYPE,
    'user-agent': USER_AGENT,
    'webhook-id': signature['webhook-id'],
    'webhook-timestamp': signature['webhook-timestamp'],
    'webhook-signature': signature['webhook-signature'],
  };
}

/**
 * Returns text that the database accepts: drops a character that was cut in half, and turns NUL and invalid
 * bytes into U+FFFD.
 */
function snippetOf(body: Buffer): string {
  // The usual answer is a few letters or nothing. A decoder for each answer would cost more than signing.
  if (isAscii(body) && !body.includes(0)) return body.toString('latin1');
  return new TextDecoder().decode(body, { stream: true }).replaceAll('\0', '\ufffd');
}
