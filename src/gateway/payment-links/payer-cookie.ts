import { createHmac } from 'node:crypto';
import type { Config } from '../../ground/config.ts';
import { readCookies } from '../../ground/cookies.ts';
import { isSameText } from '../payments/addresses.ts';
import type { Payment } from '../payments/payment.ts';

/** The browser that ordered is the payer for so long. */
const LIFE_SECONDS = 30 * 86_400;
/** Of as many links a browser is known to have bought; a header of cookies has its limits. */
const MAX_LINKS = 20;
const VALUE = /^(\d{8}-[2-9A-Z]{10})\.(\d{10})\.([\w-]{43})$/;

type Ordered = Pick<Payment, 'order_number' | 'public_token'>;

const isSecure = ({ publicUrl }: Config) => publicUrl.startsWith('https:');
/** With the prefix, no plain http page and no other host of the same domain can set it. */
const prefixOf = (config: Config) => `${isSecure(config) ? '__Host-' : ''}vintem_link_`;

/**
 * The headers by which the browser that ordered is known again: a cookie for each link, with its last payment alone.
 * What signs it is the payment's own token, which no browser has seen. The oldest of too many cookies are taken back.
 */
export function payerCookies(
  config: Config,
  slug: string,
  payment: Ordered,
  now: Date,
  sent: string | undefined,
): string[] {
  const name = prefixOf(config) + slug;
  const others = readCookies(sent).filter(([known]) => known.startsWith(prefixOf(config)) && known !== name);
  const surplus = others.slice(0, Math.max(0, others.length - MAX_LINKS + 1));
  const end = Math.floor(now.getTime() / 1_000) + LIFE_SECONDS;
  const value = `${payment.order_number}.${end}.${signatureOf(payment, end)}`;
  return [cookie(config, name, value, LIFE_SECONDS), ...surplus.map(([known]) => cookie(config, known, '', 0))];
}

/** Whether the browser that sent these cookies has ordered this payment, or has shown that it is its payer's. */
export function isPayersBrowser(config: Config, sent: string | undefined, payment: Ordered, now: Date): boolean {
  return readCookies(sent).some(([name, value]) => {
    const [, orderNumber, end, signature] = VALUE.exec(value) ?? [];
    if (!name.startsWith(prefixOf(config)) || orderNumber !== payment.order_number) return false;
    return Number(end) * 1_000 > now.getTime() && isSameText(signature ?? '', signatureOf(payment, Number(end)));
  });
}

function signatureOf({ order_number, public_token }: Ordered, end: number): string {
  return createHmac('sha256', public_token).update(`ordered here: ${order_number} ${end}`).digest('base64url');
}

function cookie(config: Config, name: string, value: string, seconds: number): string {
  const secure = isSecure(config) ? '; Secure' : '';
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`;
}
