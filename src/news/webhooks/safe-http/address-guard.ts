import ipaddr from 'ipaddr.js';
import { hostOf, isLoopbackAddress, isLoopbackHost, parseAddress } from '../../../ground/ip-address.ts';
import type { AddressLookup } from '../../../ground/webhook-sender.ts';
import { MAX_URL_LENGTH } from '../webhooks.schemas.ts';

const HTTPS_PORT = 443;
/** Below this port, only services such as mail, remote shells and directories listen; 443 is the exception. */
const FIRST_UNPRIVILEGED_PORT = 1_024;

/**
 * Every address that the public IPv6 internet routes lies in this range. Requiring the range, instead of listing
 * what is not public, also refuses addresses that contain an IPv4 address: mapped, compatible (::127.0.0.1), NAT64
 * and its local-use prefix.
 */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** The range is public, but inside a cloud this is the machine's own control plane (Azure's WireServer). */
const PLATFORM_ADDRESSES = new Set(['168.63.129.16']);

/** Endings that only exist inside a network; `internal` holds the metadata hosts of several clouds. */
const INTERNAL_SUFFIXES = [
  'localhost',
  'local',
  'internal',
  'localdomain',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'home.arpa',
];

export interface AddressPolicy {
  /** Set only in a sandbox that listens on loopback itself: there the receiver is on the developer's machine. */
  allowLoopback: boolean;
}

export type UrlCheck = { ok: true; url: URL } | { ok: false; reason: string };

/**
 * Checks the text of the URL, at registration and before every delivery. The reason completes "url …". Names
 * are resolved later.
 */
export function checkWebhookUrl(text: string, { allowLoopback }: AddressPolicy): UrlCheck {
  if (text.length > MAX_URL_LENGTH) return refuse(`must have at most ${MAX_URL_LENGTH} characters`);
  // The parser silently drops blanks and line breaks and reads a backslash as a slash: it could call another address
  // than the merchant meant.
  if (/[\s\p{Cc}\\]/u.test(text)) return refuse('must not contain blanks, backslashes or control characters');
  // The parser also turns every spelling of an IPv4 address (decimal, octal, hexadecimal, short, full-width) into
  // the usual one.
  if (!URL.canParse(text)) return refuse('must be an absolute URL');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refuse('must use https');
  if (url.username !== '' || url.password !== '') return refuse('must not contain a user name or password');
  if (url.port === '0') return refuse('must not use port 0');

  const host = hostOf(url);
  if (allowLoopback && isLoopbackHost(host)) return { ok: true, url };
  if (url.protocol !== 'https:') return refuse('must use https');
  if (!isUsablePort(url.port)) return refuse(`must use port ${HTTPS_PORT}, or one from ${FIRST_UNPRIVILEGED_PORT} up`);
  if (ipaddr.isValid(host)) return isPublicAddress(host) ? { ok: true, url } : refuse('must point to a public address');
  if (!isPublicName(host)) return refuse('must point to a public host name');
  return { ok: true, url };
}

function refuse(reason: string): UrlCheck {
  return { ok: false, reason };
}

function isUsablePort(port: string): boolean {
  return port === '' || Number(port) === HTTPS_PORT || Number(port) >= FIRST_UNPRIVILEGED_PORT;
}

/** A single label, or a dot at the end, means a name of the local network. */
function isPublicName(host: string): boolean {
  if (!host.includes('.') || host.endsWith('.')) return false;
  return !INTERNAL_SUFFIXES.some((suffix) => host === suffix || host.endsWith(`.${suffix}`));
}

/** True only for an address that the public internet routes. A text that is not an address is not public. */
export function isPublicAddress(address: string): boolean {
  const parsed = parseAddress(address);
  if (parsed === null || parsed.range() !== 'unicast' || PLATFORM_ADDRESSES.has(parsed.toString())) return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST_V6);
}

export type ResolvedAddresses =
  | { ok: true; addresses: readonly string[] }
  | { ok: false; reason: 'refused_address' | 'dns' };

/**
 * `localhost` in both families, in the order in which they are tried. The system's resolver is not asked: it might say
 * otherwise.
 */
const LOOPBACK_ADDRESSES: readonly string[] = ['127.0.0.1', '::1'];

/**
 * Returns the addresses that may be dialled for a host. One address that is not public makes the whole name forbidden:
 * an honest name has none, and a name that mixes both hopes that the wrong one is tried. Dial only these addresses,
 * never the name again.
 */
export async function resolveAndCheck(
  hostname: string,
  lookup: AddressLookup,
  { allowLoopback }: AddressPolicy = { allowLoopback: false },
): Promise<ResolvedAddresses> {
  if (isLoopbackHost(hostname)) {
    if (!allowLoopback) return { ok: false, reason: 'refused_address' };
    return { ok: true, addresses: isLoopbackAddress(hostname) ? [hostname] : LOOPBACK_ADDRESSES };
  }
  if (ipaddr.isValid(hostname)) {
    return isPublicAddress(hostname) ? { ok: true, addresses: [hostname] } : { ok: false, reason: 'refused_address' };
  }
  const addresses = await lookup(hostname).catch((): readonly string[] => []);
  if (addresses.length === 0) return { ok: false, reason: 'dns' };
  return addresses.every(isPublicAddress) ? { ok: true, addresses } : { ok: false, reason: 'refused_address' };
}
