import { buildConnector } from 'undici';
import type { AddressLookup, NetworkTrouble } from '../../../ground/webhook-sender.ts';
import { type AddressPolicy, resolveAndCheck } from './address-guard.ts';
import { DialError, dialTrouble } from './network-trouble.ts';

/** How many addresses of a name are tried, and how long a silent one may hold up the next. */
const MAX_DIALS = 3;
const FALLBACK_AFTER_MS = 1_500;

export interface ConnectorOptions extends AddressPolicy {
  lookup: AddressLookup;
  timeoutMs: number;
  /** Certificate authorities to trust instead of the well-known ones. */
  ca?: string;
}

type Socket = Exclude<Parameters<buildConnector.Callback>[1], null>;

/**
 * Resolves a name, checks its addresses and dials one of them, so that the dialled address is the one that was checked:
 * a name that would answer differently the second time is asked once. It wraps the connector because undici does not
 * use its `lookup` option for hosts that are addresses. SNI, the certificate check and the Host header still come from
 * `host` and the origin.
 */
export function guardedConnector(
  host: string,
  isWanted: () => boolean,
  options: ConnectorOptions,
): buildConnector.connector {
  const { ca, timeoutMs } = options;
  // Set explicitly, because an environment variable of Node can turn the check off for the whole process.
  const security = { rejectUnauthorized: true, ...(ca === undefined ? {} : { ca }) };
  const dialFirst = buildConnector({ ...security, timeout: Math.min(FALLBACK_AFTER_MS, timeoutMs) });
  const dialLast = buildConnector({ ...security, timeout: timeoutMs });

  async function connect(target: buildConnector.Options): Promise<Socket> {
    if (!isWanted()) throw new DialError('timeout');
    const resolved = await resolveAndCheck(host, options.lookup, options);
    if (!resolved.ok) throw new DialError(resolved.reason);
    const addresses = resolved.addresses.slice(0, MAX_DIALS);
    let reason: NetworkTrouble = 'dns';
    for (const [index, address] of addresses.entries()) {
      // Resolving the name, or dialling the address before this one, may have used up the time.
      if (!isWanted()) throw new DialError('timeout');
      const dial = index === addresses.length - 1 ? dialLast : dialFirst;
      const dialled = await new Promise<Socket | Error>((resolve) => {
        dial({ ...target, hostname: address }, (error, socket) => resolve(error ?? (socket as Socket)));
      });
      if (!(dialled instanceof Error)) return dialled;
      reason = dialTrouble(dialled, target.protocol);
      // A certificate is not better at the next address, and trying there would hide the problem.
      if (reason === 'tls') break;
    }
    throw new DialError(reason);
  }

  return (target, callback) => {
    connect(target).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    );
  };
}
