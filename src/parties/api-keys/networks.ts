import ipaddr from 'ipaddr.js';
import { invalidField } from '../../ground/errors.ts';
import { parseAddress } from '../../ground/ip-address.ts';
import { bareAddress } from '../../ground/limits/caller-address.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
/** An address and how many of its bits count. */
export type Network = [address: Address, bits: number];

const PREFIX = /^\d{1,3}$/;
const bitsOf = (address: Address) => (address.kind() === 'ipv4' ? 32 : 128);

/** `203.0.113.7`, `203.0.113.0/24` or `2001:db8::/32`; null for anything else. */
export function parseNetwork(text: string): Network | null {
  const [address = '', prefix, ...more] = text.split('/');
  const parsed = parseAddress(address);
  if (!parsed || more.length > 0) return null;
  if (prefix === undefined) return [plain(parsed), bitsOf(plain(parsed))];
  // The bits of an IPv4 address in IPv6 clothes could be meant in either way.
  if (plain(parsed) !== parsed || !PREFIX.test(prefix) || Number(prefix) > bitsOf(parsed)) return null;
  return [parsed, Number(prefix)];
}

/** As they were written, once all of them can be read. */
export function readNetworks(texts: readonly string[]): string[] {
  return texts.map((text, index) => {
    const trimmed = text.trim();
    if (!parseNetwork(trimmed))
      throw invalidField(`addresses[${index}]`, 'must be an address or a network, such as 203.0.113.0/24');
    return trimmed;
  });
}

export function isWithin(networks: readonly Network[], address: string): boolean {
  const bare = bareAddress(address);
  const parsed = bare === null ? null : parseAddress(bare);
  if (!parsed) return false;
  const caller = plain(parsed);
  return networks.some(([network, bits]) => network.kind() === caller.kind() && caller.match(network, bits));
}

/** A listener for both families sees an IPv4 caller as ::ffff:203.0.113.7. */
function plain(address: Address): Address {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}
