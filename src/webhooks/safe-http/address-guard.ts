import ipaddr from 'ipaddr.js';
import { MAX_URL_LENGTH } from '../webhooks.schemas.ts';

const HTTPS_PORT = 443;
/** Below lie mail, remote shells and directories; nobody but them listens there, and 443 is the exception. */
const FIRST_UNPRIVILEGED_PORT = 1_024;

/**
 * All that is routed on the public IPv6 internet lies in here. Asking for it, instead of listing what is not public,
 * also refuses what carries an IPv4 address inside: mapped, compatible (::127.0.0.1), NAT64 and its local-use prefix.
 */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Public by its range, but inside a cloud it is the machine's own control plane (Azure's WireServer). */
const PLATFORM_ADDRESSES = new Set(['168.63.129.16']);

/** Endings that only exist inside a network; `internal` holds the metadata hosts of several clouds. */
const INTERNAL_SUFFIXES = ['localhost', 'local', 'internal', 'localdomain', 'intranet', 'private', 'corp', 'home', 'lan', 'home.arpa'];

export interface AddressPolicy {
  /** Only in the sandbox, and only while it listens on loopback itself: then the receiver is on the developer's machine. */
  allowLoopback: boolean;
}

export type UrlCheck = { ok: true; url: URL } | { ok: false; reason: string };

/** Judges the URL as text, at registration and before every delivery. The reason completes "url …". Names are resolved later. */
export function checkWebhookUrl(text: string, { allowLoopback }: AddressPolicy): UrlCheck {
  if (text.length > MAX_URL_LENGTH) return refuse(`must have at most ${MAX_URL_LENGTH} characters`);
  // The parser drops blanks and line breaks silently and reads a backslash as a slash: what was meant and what would be called
  // could differ.
  if (/[\s\p{Cc}\\]/u.test(text)) return refuse('must not contain blanks, backslashes or control characters');
  // The parser also turns every disguise of an IPv4 address (decimal, octal, hexadecimal, short, full-width) into the plain one.
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

/** The host as addresses are written: without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
}

function isUsablePort(port: string): boolean {
  return port === '' || Number(port) === HTTPS_PORT || Number(port) >= FIRST_UNPRIVILEGED_PORT;
}

/** One label alone, or a dot at the end, means a name of this very network. */
function isPublicName(host: string): boolean {
  if (!host.includes('.') || host.endsWith('.')) return false;
  return !INTERNAL_SUFFIXES.some((suffix) => host === suffix || host.endsWith(`.${suffix}`));
}

/** `localhost` in itself, never a name that happens to resolve to loopback: that is how rebinding looks. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || isLoopbackAddress(host);
}

export function isLoopbackAddress(address: string): boolean {
  return parseAddress(address)?.range() === 'loopback';
}

/** True only for an address that the public internet routes. Anything that is not plainly an address is not public. */
export function isPublicAddress(address: string): boolean {
  const parsed = parseAddress(address);
  if (parsed === null || parsed.range() !== 'unicast' || PLATFORM_ADDRESSES.has(parsed.toString())) return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST_V6);
}

/** Strict: the lenient forms (`127.1`, `0177.0.0.1`, a zone after %) never come out of a resolver or a parsed URL. */
function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address);
  if (address.includes(':') && !address.includes('%') && ipaddr.IPv6.isValid(address)) return ipaddr.IPv6.parse(address);
  return null;
}

/** All addresses of a name. Rejects, or answers an empty list, when there are none. */
export type AddressLookup = (hostname: string) => Promise<readonly string[]>;

export type ResolvedAddresses = { ok: true; addresses: readonly string[] } | { ok: false; reason: 'refused_address' | 'dns' };

/** Both families, in the order in which they are tried; the system's resolver is not asked, so that it cannot say otherwise. */
const LOOPBACK_ADDRESSES: readonly string[] = ['127.0.0.1', '::1'];

/**
 * The addresses that may be dialled for a host. One address that is not public spoils them all: an honest name has none,
 * and a name that mixes them is fishing for whichever is tried. Dial only what comes out of here, never the name again.
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
