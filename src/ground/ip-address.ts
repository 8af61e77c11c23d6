import ipaddr from 'ipaddr.js';

/**
 * Accepts the strict form only: the lenient ones (`127.1`, `0177.0.0.1`, a zone after %) never come from a resolver or
 * a parsed URL.
 */
export function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address);
  if (address.includes(':') && !address.includes('%') && ipaddr.IPv6.isValid(address))
    return ipaddr.IPv6.parse(address);
  return null;
}

export function isLoopbackAddress(address: string): boolean {
  return parseAddress(address)?.range() === 'loopback';
}

/**
 * `localhost` itself or a loopback address, but not a name that resolves to loopback: DNS rebinding looks like that.
 */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || isLoopbackAddress(host);
}

/** The host without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
}
