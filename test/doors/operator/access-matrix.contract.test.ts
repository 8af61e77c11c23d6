import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOperatorToken } from '../../../src/parties/operators/create-operator-token.ts';
import { logInByCookie } from '../../pages/dashboard/browser-calls.ts';
import { FILE_BANK, type FileBank, openFileBank } from '../../support/cnab240/file-bank.ts';
import { type ApiAnswer, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import {
  addOperator,
  CONSOLE,
  callAtConsole,
  logInAtConsole,
  makePasswordsOld,
  type OperatorCall,
  openConsoleAsAdmin,
} from '../../support/operator-calls.ts';
import { addComparison, addReceipt, leavePayoutSent, leaveRefundOpen } from '../../support/operator-money.ts';
import { orderBody } from '../../support/orders.ts';
import { type Access, DAY, LIST, PUBLIC, TABLE, type Things } from './access-table.ts';

/** In words of its own, as the console's table has it. */
const ROLES: Readonly<Record<'ADMIN' | 'FINANCE' | 'SUPPORT', readonly string[]>> = {
  ADMIN: 'read reveal merchants status people terms rails acquirers files money books operators own'.split(' '),
  FINANCE: 'read reveal terms files money books own'.split(' '),
  SUPPORT: 'read reveal status people own'.split(' '),
};
const PATIENCE_MS = 300_000;
const ROUTES = Object.entries(TABLE).map(([route, access]) => ({ route, access }));

let gateway: TestGateway;
let things: Things;
let files: FileBank;
/** Of somebody who is logged in at the dashboard. */
let merchantsSession: string | undefined;
const calls = {} as Record<keyof typeof ROLES, OperatorCall>;
beforeAll(async () => {
  gateway = await startTestGateway({ VINTEM_ROLE: 'api', SANDBOX_CLOCK: 'on' });
  calls.ADMIN = await openConsoleAsAdmin(gateway);
  calls.FINANCE = await addOperator(gateway, 'FINANCE', 'fin@plataforma.example');
  calls.SUPPORT = await addOperator(gateway, 'SUPPORT', 'sup@plataforma.example');
  things = await makeThings();
  merchantsSession = (await logInByCookie(gateway)).split('=')[1];
}, PATIENCE_MS);
afterAll(async () => {
  await gateway.close();
  await files.close();
});

async function makeThings(): Promise<Things> {
  const order = async () => (await gateway.post('/payments/order', orderBody())).body.transaction;
  const { id: payment, company_id: company } = await order();
  // Paid after it was cancelled: a divergence.
  const { id: late } = await order();
  await gateway.post(`/transactions/${late}/cancel`, {});
  await gateway.post(`/sandbox/transactions/${late}/pay`, {});
  await gateway.get(`/transactions/${late}?payment_type=PIX`);
  const only = async (sql: string) => (await gateway.database.db.query<{ id: number }>(sql))[0]?.id as number;
  return {
    operator: await only("SELECT id FROM users WHERE email = 'sup@plataforma.example'"),
    merchant: await only("SELECT id FROM merchants WHERE name = 'Parceiro'"),
    company,
    person: await only("SELECT id FROM users WHERE email = 'parceiro@vintem.dev'"),
    payment,
    divergence: await only('SELECT id FROM divergences'),
    bankFile: await makeBankFile(),
    acquirer: await addBank(),
    ...(await makeMoney()),
  };
}

/** Of a bank that takes files, one that somebody sent to it. */
async function makeBankFile(): Promise<number> {
  files = await openFileBank(gateway);
  await files.sell();
  return (await calls.ADMIN('POST', `/bank-accounts/${FILE_BANK}/remessas`)).body.file.id;
}

/** One that a person pays by hand for. */
async function addBank(): Promise<string> {
  const name = 'digitado';
  const added = await calls.ADMIN('POST', '/acquirers', { name, kind: 'manual', account: 'Conta 1', reason: 'teste' });
  expect(added.status).toBe(201);
  return name;
}

/** What is left of money to an operator. */
async function makeMoney(): Promise<Pick<Things, 'receipt' | 'refund' | 'payout' | 'finding'>> {
  const { db } = gateway.database;
  const receipt = await addReceipt(gateway, 777);
  const refund = await leaveRefundOpen(gateway, 1_000);
  const { id: payout } = await leavePayoutSent(gateway, 2_000);
  await addComparison(gateway, DAY.day);
  const [finding] = await db.query<{ id: number }>(
    `INSERT INTO payout_findings (acquirer, kind, reference, our_cents, bank_cents, detected_at)
     VALUES ('sandbox', 'UNKNOWN_AT_BANK', 'x', 0, 1, now()) RETURNING id`,
  );
  await db.query('INSERT INTO manual_lists (acquirer, number, made_at) VALUES ($1, $2, now())', Object.values(LIST));
  await db.query(
    `INSERT INTO manual_payouts (reference, acquirer, amount_cents, asked_at, list)
     SELECT reference, $2, amount_cents, requested_at, $3 FROM payouts WHERE id = $1`,
    [payout, LIST.acquirer, LIST.number],
  );
  return { receipt, refund, payout, finding: (finding as { id: number }).id };
}

const pathOf = (route: string, { id, parts = {} }: Access) =>
  Object.entries(parts)
    .reduce((path, [name, value]) => path.replace(`{${name}}`, value), route.split(' ')[1] ?? '')
    .replace('/bank-accounts/{name}', `/bank-accounts/${FILE_BANK}`)
    .replace(/\{\w+\}/, String(id ? things[id] : ''));
const ask = (call: OperatorCall, { route, access }: { route: string; access: Access }) =>
  call(route.split(' ')[0] ?? '', pathOf(route, access), access.body);
const codeOf = ({ status, body }: ApiAnswer) => (status < 400 ? String(status) : `${status} ${body.code}`);

describe('every operation of the console', () => {
  it('stands in the table, or among the public ones', async () => {
    const { body } = await gateway.call('GET', `${CONSOLE}/openapi.json`);
    const described = Object.entries(body.paths as Record<string, Record<string, { 'x-act'?: string }>>).flatMap(
      ([path, item]) =>
        Object.entries(item).map(([method, operation]) => ({
          route: `${method.toUpperCase()} ${path.slice(CONSOLE.length)}`,
          act: operation['x-act'],
        })),
    );
    const listed = [...ROUTES.map(({ route }) => route), ...PUBLIC];
    expect(described.map(({ route }) => route).sort()).toEqual(listed.sort());
    for (const { route, act } of described) expect([route, act]).toEqual([route, TABLE[route]?.act]);
  });

  it.each(ROUTES)('$route: refused without a login, to a merchant, and to a wrong token', async (one) => {
    expect(codeOf(await ask(callAtConsole(gateway, ''), one))).toBe('401 UNAUTHORIZED');
    expect(codeOf(await ask(callAtConsole(gateway, `vintem_operator=${merchantsSession}`), one))).toBe(
      '401 UNAUTHORIZED',
    );
    for (const token of [gateway.token, `vo_${'0'.repeat(64)}`]) {
      const byToken: OperatorCall = (method, path, body) => gateway.call(method, CONSOLE + path, { body, token });
      expect(codeOf(await ask(byToken, one))).toBe('401 UNAUTHORIZED');
    }
  });

  it(
    'is refused to roles that may not, and to whoever’s password is old where it changes something',
    async () => {
      await makePasswordsOld(gateway);
      for (const one of ROUTES)
        for (const [role, acts] of Object.entries(ROLES)) {
          const code = codeOf(await ask(calls[role as keyof typeof ROLES], one));
          const isChange = !one.route.startsWith('GET ') && !one.access.withoutPassword;
          const expected = !acts.includes(one.access.act) ? '403 FORBIDDEN' : isChange ? '403 PASSWORD_NEEDED' : null;
          if (expected) expect([one.route, role, code]).toEqual([one.route, role, expected]);
          else expect([one.route, role, code]).not.toEqual([one.route, role, expect.stringMatching(/^40[13] /)]);
        }
    },
    PATIENCE_MS,
  );

  it(
    'is open to a program with a token of that role, but for what only people do',
    async () => {
      const email = 'operacao@vintem.dev';
      const { deps } = gateway.vintem;
      for (const role of ['ADMIN', 'FINANCE', 'SUPPORT'] as const) {
        const { token } = await createOperatorToken(deps, { email, name: 'relatórios', role, days: 1 });
        const byToken: OperatorCall = (method, path, body) => gateway.call(method, CONSOLE + path, { body, token });
        for (const one of ROUTES.filter(({ route }) => route.startsWith('GET '))) {
          const { act } = one.access;
          const isOpen = ROLES[role].includes(act) && act !== 'operators' && act !== 'own';
          const code = codeOf(await ask(byToken, one));
          if (isOpen) expect([one.route, code]).toEqual([one.route, '200']);
          else expect([one.route, code]).toEqual([one.route, '403 FORBIDDEN']);
        }
        // It opens nothing of a merchant's.
        expect(codeOf(await gateway.get('/transactions', token))).toBe('401 UNAUTHORIZED');
      }
    },
    PATIENCE_MS,
  );

  it('shows nobody’s data unmasked until a reason was typed', async () => {
    const call = callAtConsole(gateway, await logInAtConsole(gateway));
    const order = orderBody();
    const { name, email, document } = order.customer as unknown as Record<string, string>;
    const people = [name, email, document, 'parceiro@vintem.dev', 'demo@vintem.dev'] as string[];
    // Where money goes.
    const secrets = [...people, 'financeiro@loja.example'];
    expect(secrets.every((text) => typeof text === 'string' && text.length > 4)).toBe(true);
    for (const one of ROUTES.filter(({ route, access }) => route.startsWith('GET ') && !access.unmasked)) {
      const paths = [pathOf(one.route, one.access)];
      if (one.route === 'GET /payments') paths.push(`/payments?q=${things.payment}`);
      if (/^GET \/(refunds|payouts|payout-findings)$/.test(one.route)) paths.push(`${paths[0]}?open=true`);
      if (one.route === 'GET /audit-log') paths.push(`/audit-log?merchant_id=${things.merchant}`);
      for (const path of paths) {
        const text = JSON.stringify((await call('GET', path)).body);
        for (const secret of secrets) expect([path, text.includes(secret)]).toEqual([path, false]);
      }
    }
    // A slip names its payer.
    const boleto = await call('GET', `/payments/${await files.sell()}`);
    expect(boleto.body.transaction).toMatchObject({
      ...{ payment_type: 'invoice', boleto_url: null },
      acquirer_status: { history: [{ status: 'WAITING' }], payer: null },
    });
    const revealed = await call('POST', `/payments/${things.payment}/reveal`, { reason: 'ticket 4711' });
    expect(revealed.body.customer).toMatchObject({ name, email, document });
    const person = await call('POST', `/people/${things.person}/reveal`, { reason: 'ticket 4712' });
    expect(person.body.email).toBe('parceiro@vintem.dev');
    const logged = await gateway.database.db.query(
      "SELECT actor_kind, object_kind, details FROM audit_log WHERE action = 'personal_data.revealed' ORDER BY id",
    );
    expect(logged).toContainEqual({
      actor_kind: 'operator',
      object_kind: 'transaction',
      details: { reason: 'ticket 4711' },
    });
    expect(logged).toContainEqual({ actor_kind: 'operator', object_kind: 'user', details: { reason: 'ticket 4712' } });
  });
});
