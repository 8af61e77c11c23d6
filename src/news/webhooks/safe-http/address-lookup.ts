import { promises as dns } from 'node:dns';
import type { AddressLookup } from '../../../ground/webhook-sender.ts';

/** There are two tries, and the second waits twice as long. Both leave time for the delivery within its own limit. */
const DNS_TIMEOUT_MS = 1_000;
const DNS_TRIES = 2;
/** More addresses do not make a name more available, only slower to check. */
const MAX_ADDRESSES = 32;

/**
 * Asks the name servers directly. The system's own lookup occupies one of a few threads until it gives up, so that a
 * few names with dead name servers would stall every other delivery, and file and password work with them. The price:
 * names that exist only in the hosts file are unknown here, and those are not public anyway.
 */
export function createAddressLookup(servers?: readonly string[]): AddressLookup {
  const resolver = new dns.Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
  if (servers) resolver.setServers(servers);
  return async (hostname) => {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    // One family may be missing, or its server may be broken. The name fails only when neither family has an answer.
    if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason;
    const addresses = [...answerOf(v4), ...answerOf(v6)];
    if (addresses.length > MAX_ADDRESSES) throw new Error(`${hostname} has more than ${MAX_ADDRESSES} addresses`);
    return addresses;
  };
}

function answerOf(settled: PromiseSettledResult<string[]>): string[] {
  return settled.status === 'fulfilled' ? settled.value : [];
}
