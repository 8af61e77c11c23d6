/** THE PORT to the receivers of merchants: what the deliveries need from the network. `webhooks/` implements it. */

export interface WebhookSender {
  /** Network trouble and receiver trouble are results, never exceptions. */
  send(url: string, signature: SignatureHeaders, body: string): Promise<SendResult>;
  close(): Promise<void>;
}

export type SignatureHeaders = Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>;

export type SendResult =
  | { outcome: 'response'; statusCode: number; bodySnippet: string; durationMs: number; retryAfter: string | null }
  | { outcome: 'error'; reason: NetworkTrouble; durationMs: number };

/** The codes are short and stable: they are stored with the attempt and shown to the merchant. */
export type NetworkTrouble =
  | 'timeout'
  | 'refused_address'
  | 'dns'
  | 'tls'
  | 'connection_refused'
  | 'connection_reset'
  | 'unreachable'
  | 'bad_response'
  | 'network'
  | 'closed';

/** Returns all addresses of a name. Rejects, or returns an empty list, when there are none. */
export type AddressLookup = (hostname: string) => Promise<readonly string[]>;

export interface WebhookParts {
  /** Encrypts the secrets of endpoints at rest. */
  key: Buffer;
  /** Opens the secrets that are not encrypted under `key` yet. */
  previousKey?: Buffer | null;
  allowLoopback: boolean;
  sender: WebhookSender;
  lookup: AddressLookup;
}

export interface WithWebhooks {
  webhooks: WebhookParts;
}
