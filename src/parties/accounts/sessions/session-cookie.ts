import type { Config } from '../../../ground/config.ts';
import { readCookie } from '../../../ground/cookies.ts';
import type { Entrance } from '../../merchants/installation.rules.ts';

const TOKEN = /^[\w-]{43}$/;

/** Only pages below the path of its entrance send a cookie, and no script can read it. */
const COOKIES: Readonly<Record<Entrance, { name: string; path: string }>> = {
  dashboard: { name: 'vintem_session', path: '/dashboard' },
  console: { name: 'vintem_operator', path: '/operator' },
};

/** Where a browser finds the entrance; the console may have an address of its own. */
export function addressOfEntrance({ publicUrl, console }: Config, entrance: Entrance): string {
  return entrance === 'console' && console ? console.url : publicUrl;
}

const isSecure = (config: Config, entrance: Entrance) => addressOfEntrance(config, entrance).startsWith('https:');
/** With this prefix, no plain http page of the same host can set it. `__Host-` would ask for the path `/`. */
const nameOf = (config: Config, entrance: Entrance) =>
  isSecure(config, entrance) ? `__Secure-${COOKIES[entrance].name}` : COOKIES[entrance].name;

export function sessionCookie(
  config: Config,
  token: string,
  seconds: number,
  entrance: Entrance = 'dashboard',
): string {
  const attributes = `Path=${COOKIES[entrance].path}; HttpOnly; SameSite=Strict; Max-Age=${seconds}`;
  return `${nameOf(config, entrance)}=${token}; ${attributes}${isSecure(config, entrance) ? '; Secure' : ''}`;
}

export function endedCookie(config: Config, entrance: Entrance = 'dashboard'): string {
  return sessionCookie(config, '', 0, entrance);
}

export function readSessionCookie(
  config: Config,
  header: string | undefined,
  entrance: Entrance = 'dashboard',
): string | null {
  const value = readCookie(header, nameOf(config, entrance));
  return value !== null && TOKEN.test(value) ? value : null;
}
