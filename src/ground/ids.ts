import { randomBytes } from 'node:crypto';

/** The source of everything random, so that a test or a simulation can put its own in place. */
export interface Ids {
  /** Unique, and readable over the phone: the São Paulo day and ten characters without look-alikes. */
  orderNumber(localDate: string): string;
  /**
   * 32 letters and digits: this fits a PIX txid and a refund id. The first two are the epoch, which a restore ends:
   * what was drawn since its backup is never drawn again.
   */
  reference(): string;
  /** 192 random bits for links that need no login. */
  publicToken(): string;
  /** The id of an event, the same in every delivery of it. */
  eventId(): string;
  /** The id of an HTTP request that brought none of its own. */
  requestId(): string;
  webhookSecretBytes(): Buffer;
  /** From 0 up to, but not including, 1: spreads retries that would otherwise fall together. */
  fraction(): number;
  /** 256 random bits; stored only as a hash. */
  accessToken(): string;
  /** The same, for programs. In hex, so that no part of it reads like its beginning. */
  apiKey(): string;
  /** The id of a payment link: 100 random bits. */
  paymentLinkId(): string;
  /** The address of a payment link that got none: short enough to be typed. */
  slug(): string;
  /** What makes the address of a bill unguessable. */
  slugEnding(): string;
  /** The same, for the cookie of the dashboard. */
  sessionToken(): string;
  /** The same, for a link that invites somebody or sets a password. */
  accountLinkToken(): string;
  /** As long as the hash that makes codes of it. */
  otpSecretBytes(): Buffer;
  /** Eighty random bits, to be written down and typed. */
  recoveryCode(): string;
}

const READABLE = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const ORDER_SUFFIX_LENGTH = 10;
const LINK_ID_LENGTH = 20;
const SLUG_LENGTH = 10;
const SLUG_ENDING_LENGTH = 6;
const RECOVERY_CODE_LENGTH = 16;

/** Asked for by an order a few dozen at a time, and each call into the operating system costs as much as thousands. */
const DRAWN_AT_ONCE = 8_192;

/** Random bytes from a store that is filled in one call. What was given out is wiped from it. */
export function drawnRandom(draw: (bytes: number) => Buffer = randomBytes): (bytes: number) => Buffer {
  let store: Buffer = Buffer.alloc(0);
  return (bytes) => {
    if (bytes > DRAWN_AT_ONCE) return draw(bytes);
    if (store.length < bytes) store = draw(DRAWN_AT_ONCE);
    const given = Buffer.from(store.subarray(0, bytes));
    store.fill(0, 0, bytes);
    store = store.subarray(bytes);
    return given;
  };
}

export function randomIds(random: (bytes: number) => Buffer = drawnRandom(), epoch = 0): Ids {
  const readable = (length: number) => Array.from(random(length), (byte) => READABLE[byte % READABLE.length]).join('');
  return {
    orderNumber: (localDate) => `${localDate.replaceAll('-', '')}-${readable(ORDER_SUFFIX_LENGTH)}`,
    reference: () => Buffer.concat([Buffer.of(epoch), random(15)]).toString('hex'),
    publicToken: () => random(24).toString('base64url'),
    eventId: () => `evt_${random(16).toString('hex')}`,
    requestId: () => `req_${random(12).toString('hex')}`,
    webhookSecretBytes: () => random(32),
    fraction: () => random(4).readUInt32BE() / 2 ** 32,
    accessToken: () => `est_${random(32).toString('base64url')}`,
    apiKey: () => `vk_${random(32).toString('hex')}`,
    paymentLinkId: () => `pl_${readable(LINK_ID_LENGTH).toLowerCase()}`,
    slug: () => readable(SLUG_LENGTH).toLowerCase(),
    slugEnding: () => readable(SLUG_ENDING_LENGTH).toLowerCase(),
    sessionToken: () => random(32).toString('base64url'),
    accountLinkToken: () => random(32).toString('base64url'),
    otpSecretBytes: () => random(20),
    recoveryCode: () => readable(RECOVERY_CODE_LENGTH),
  };
}
