import { hostOf, isLoopbackHost } from './ip-address.ts';
import { address, type Env, integer, oneOf } from './setting-values.ts';

/** The operator's console. */
export interface ConsoleSettings {
  /** A listener of its own, so that a network can keep it inside; null: it stands at the API's. */
  listener: { host: string; port: number } | null;
  /** Where operators open it in their browsers. */
  url: string;
  /** Whether somebody with a password that everybody knows is let in: only where nobody but this machine comes. */
  hasDemoOperator: boolean;
}

/** Settings that say who can reach the process. */
interface Reach {
  host: string;
  publicUrl: string;
  trustProxy: unknown;
}

/** On by itself where it is tried out: a sandbox that only its own machine reaches. */
export function consoleSettings(env: Env, config: Reach & { mode: 'sandbox' | 'live' }): ConsoleSettings | null {
  const isTriedOut = config.mode === 'sandbox' && isOnOwnMachine(config);
  if (oneOf(env, 'OPERATOR_CONSOLE', ['on', 'off'], isTriedOut ? 'on' : 'off') === 'off') return null;
  if (!env['OPERATOR_PORT'])
    return { listener: null, url: address(env, 'OPERATOR_URL', config.publicUrl), hasDemoOperator: isTriedOut };
  const port = integer(env, 'OPERATOR_PORT', 0, 0, 65_535);
  // Not HOST: where everybody reaches the API, nobody but an operator should find this.
  const host = env['OPERATOR_HOST'] || '127.0.0.1';
  const url = address(env, 'OPERATOR_URL', `http://localhost:${port}`);
  const hasDemoOperator = isTriedOut && isLoopbackHost(host) && isLoopbackUrl(url);
  return { listener: { host, port }, url, hasDemoOperator };
}

/**
 * Whether only this machine can reach the process. HOST alone does not tell: a proxy on the same machine, which
 * PUBLIC_URL or TRUST_PROXY reveals, brings the whole world to a loopback address.
 */
export function isOnOwnMachine({ host, publicUrl, trustProxy }: Reach): boolean {
  return isLoopbackHost(host) && isLoopbackUrl(publicUrl) && !trustProxy;
}

export function isLoopbackUrl(url: string): boolean {
  return isLoopbackHost(hostOf(new URL(url)));
}
