import type { ApiAnswer, TestGateway } from '../../support/gateway.ts';

/** What a page of ours sends along, as a browser on loopback does. */
export const OWN = { 'x-vintem-dashboard': '1', 'sec-fetch-site': 'same-origin' };

export const DEMO = { email: 'demo@vintem.dev', password: 'vintem-demo' };

/** Logs in at the dashboard; answers the cookie as a browser would send it. */
export async function logInByCookie(
  gateway: TestGateway,
  credentials: object = DEMO,
  headers: Record<string, string> = {},
): Promise<string> {
  const answer = await gateway.call('POST', '/dashboard/session', {
    body: credentials,
    headers: { ...OWN, ...headers },
  });
  if (answer.status !== 200) throw new Error(`login answered ${answer.status}`);
  return cookieOf(answer);
}

export function cookieOf({ headers }: ApiAnswer): string {
  return headers.get('set-cookie')?.split(';')[0] ?? '';
}

export function callByCookie(gateway: TestGateway, cookie: string) {
  return (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    gateway.call(method, path, { body, headers: { ...OWN, cookie, ...headers } });
}
