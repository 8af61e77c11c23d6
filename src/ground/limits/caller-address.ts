import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** What several callers share whose address nobody could read. */
const UNKNOWN = 'unknown';
/** Some proxies write the caller's port behind its address. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([^:]+))(?::\d+)?$/;
const PARTS_OF_A_NETWORK = 4;

/**
 * What every limit by address counts. Of IPv6 a household or a server has a whole /64 to choose addresses from, so that
 * network is the caller. An address may come from a header, where anything can stand: what is none is counted together.
 */
export function addressKeyOf(address: string): string {
  const bare = bareAddress(address);
  if (bare === null) return UNKNOWN;
  if (isIP(bare) === 4) return bare;
  const parsed = ipaddr.IPv6.parse(bare);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const network = parsed.parts.slice(0, PARTS_OF_A_NETWORK).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

/** Whom a request counts for: the merchant, or the address where nobody has logged in. */
export function callerKeyOf(request: FastifyRequest): string {
  return request.caller ? `merchant ${request.caller.merchantId}` : `address ${addressKeyOf(request.ip)}`;
}

const LONGEST_ADDRESS = 64;

/** The address alone, or null where a header brought something else. */
export function bareAddress(address: string): string | null {
  if (address.length > LONGEST_ADDRESS) return null;
  if (isIP(address) !== 0) return address;
  const match = WITH_PORT.exec(address);
  const bare = match?.[1] ?? match?.[2] ?? '';
  return isIP(bare) === 0 ? null : bare;
}
