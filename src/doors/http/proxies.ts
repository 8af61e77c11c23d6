import { BlockList, isIP } from 'node:net';
import type { Config } from '../../ground/config.ts';

type TrustProxy = Config['trustProxy'];

/**
 * For the framework, which reads `X-Forwarded-For` from the right for as long as this says yes: to the peer first, hop
 * 0.
 */
export function trustedHops(trustProxy: TrustProxy): false | string[] | ((address: string, hop: number) => boolean) {
  // Whoever gives a number promises that nobody reaches this port but through so many proxies.
  return typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy;
}

/** Whether a connection from there may carry the requests of many callers. */
export function proxyTest(trustProxy: TrustProxy): (address: string) => boolean {
  if (!Array.isArray(trustProxy)) return () => trustProxy !== false;
  const networks = new BlockList();
  for (const network of trustProxy) {
    const [address = '', prefix] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    networks.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  // An IPv4 peer of a listener for both families comes as ::ffff:…, which the list understands.
  return (address) => isIP(address) !== 0 && networks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
