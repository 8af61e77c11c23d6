import type { BrowserContextOptions } from 'playwright-core';
import type { TestGateway } from '../support/gateway.ts';
import { OWN } from '../support/operator-calls.ts';

type Stored = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** Where each entrance is asked for a session. */
const SESSIONS = { dashboard: '/dashboard/session', console: '/operator/api/session' } as const;

/**
 * Logged in as the form of the entrance does it, with the cookie as it was given. The form has tests of its own; for
 * everybody else it would be two pages more to load.
 */
export async function openSession(
  gateway: TestGateway,
  entrance: keyof typeof SESSIONS,
  credentials: { email: string; password: string },
): Promise<Stored> {
  const answer = await gateway.call('POST', SESSIONS[entrance], { body: credentials, headers: OWN });
  const cookie = answer.headers.get('set-cookie');
  if (answer.status !== 200 || !cookie) throw new Error(`login of ${credentials.email} answered ${answer.status}`);
  return { cookies: [readCookie(cookie, new URL(gateway.url).hostname)], origins: [] };
}

function readCookie(header: string, domain: string): Stored['cookies'][number] {
  const [pair = '', ...rest] = header.split('; ');
  const [name = '', value = ''] = pair.split('=');
  const attributes = new Map(rest.map((attribute) => attribute.split('=') as [string, string | undefined]));
  return {
    ...{ name, value, domain },
    path: attributes.get('Path') ?? '/',
    expires: Math.floor(Date.now() / 1_000) + Number(attributes.get('Max-Age')),
    httpOnly: attributes.has('HttpOnly'),
    secure: attributes.has('Secure'),
    sameSite: attributes.get('SameSite') as 'Strict',
  };
}
