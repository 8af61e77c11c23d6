import type { Config } from '../../../ground/config.ts';
import { readCookie } from '../../../ground/cookies.ts';

const NAME = 'vintem_session';
const TOKEN = /^[\w-]{43}$/;

/** Only pages below this path send it, and no script can read it. */
const ATTRIBUTES = 'Path=/dashboard; HttpOnly; SameSite=Strict';

const isSecure = ({ publicUrl }: Config) => publicUrl.startsWith('https:');
/** With this prefix, no plain http page of the same host can set it. `__Host-` would ask for the path `/`. */
const nameOf = (config: Config) => (isSecure(config) ? `__Secure-${NAME}` : NAME);

export function sessionCookie(config: Config, token: string, seconds: number): string {
  return `${nameOf(config)}=${token}; ${ATTRIBUTES}; Max-Age=${seconds}${isSecure(config) ? '; Secure' : ''}`;
}

export function endedCookie(config: Config): string {
  return sessionCookie(config, '', 0);
}

export function readSessionCookie(config: Config, header: string | undefined): string | null {
  const value = readCookie(header, nameOf(config));
  return value !== null && TOKEN.test(value) ? value : null;
}
