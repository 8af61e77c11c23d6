import { DEMO_OPERATOR } from '../../src/gateway/sandbox/demo-operator.ts';
import { hashPassword } from '../../src/parties/accounts/passwords/passwords.ts';
import type { OperatorRole } from '../../src/parties/operators/operator-acts.rules.ts';
import type { ApiAnswer, TestGateway } from './gateway.ts';

export const CONSOLE = '/operator/api';
/** What a page of ours sends along, as a browser on loopback does. */
export const OWN = { 'x-vintem-dashboard': '1', 'sec-fetch-site': 'same-origin' };
export const OPERATORS_PASSWORD = 'jabuticaba madura no pé';

export type OperatorCall = (method: string, path: string, body?: unknown) => Promise<ApiAnswer>;

/** Logs in at the console; answers the cookie as a browser would send it. */
export async function logInAtConsole(gateway: TestGateway, credentials: object = DEMO_OPERATOR): Promise<string> {
  const answer = await gateway.call('POST', `${CONSOLE}/session`, { body: credentials, headers: OWN });
  if (answer.status !== 200) throw new Error(`login answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
}

export function callAtConsole(gateway: TestGateway, cookie: string): OperatorCall {
  return (method, path, body) =>
    gateway.call(method, CONSOLE + path, { body, headers: cookie ? { ...OWN, cookie } : OWN });
}

/** The demo operator, who may do everything. */
export async function openConsoleAsAdmin(gateway: TestGateway): Promise<OperatorCall> {
  return callAtConsole(gateway, await logInAtConsole(gateway));
}

/** Somebody else who runs the installation. */
export async function addOperator(gateway: TestGateway, role: OperatorRole, email: string): Promise<OperatorCall> {
  await gateway.database.db.query(
    `INSERT INTO users (merchant_id, name, email, password_hash, role, created_at) VALUES (0, $1, $2, $3, $4, now())`,
    [`Pessoa ${role}`, email, await hashPassword(OPERATORS_PASSWORD), role],
  );
  return callAtConsole(gateway, await logInAtConsole(gateway, { email, password: OPERATORS_PASSWORD }));
}

/** As if the passwords of all sessions had been given long ago. */
export async function makePasswordsOld(gateway: TestGateway): Promise<void> {
  await gateway.database.db.query("UPDATE dashboard_sessions SET confirmed_at = confirmed_at - interval '11 minutes'");
}
