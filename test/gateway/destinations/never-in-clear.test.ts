import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../../src/ground/config.ts';
import { createLog } from '../../../src/ground/log.ts';
import { startVintem, type Vintem } from '../../../src/main.ts';
import { sandboxOf } from '../../support/banks/acquirers.ts';
import { eventually } from '../../support/contract.ts';
import { addDestination, allowOthers, KINDS } from '../../support/destinations.ts';
import { type ApiAnswer, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { BOLETO, createPaid, openCompany, type TestCompany } from '../../support/money.ts';
import { type SmtpServer, startSmtpServer } from '../../support/processes/smtp-server.ts';

/**
 * A destination of every kind, by values that stand nowhere else, for payouts and for a refund; entered twice, wrongly,
 * removed, and sent to: payouts that are paid, fail and come back, and a boleto that is given back. Then everything
 * that anybody can read is looked through.
 */
const TRACES = [
  ...['390.533.447-05', '39053344705', '12.abc.345/01de-35', '12abc34501de35'],
  ...['zulmira', 'canaria', 'canária', 'recebe.example'],
  ...['91234-5678', '912345678', '7d9f0335', '0dbd61d36906', '8246017'],
];
const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  paths: Record<string, { get?: { parameters?: { name: string; in: string; schema?: { enum?: string[] } }[] } }>;
};

let smtp: SmtpServer;
let gateway: TestGateway;
/** The process whose every log line is kept. */
let talkative: Vintem;
const lines: string[] = [];
const answers: ApiAnswer[] = [];
let shop: TestCompany;

beforeAll(async () => {
  smtp = await startSmtpServer();
  const mails = { SMTP_URL: smtp.url, SMTP_FROM: 'Vintém <avisos@vintem.example>' };
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
  const { url, serviceUrl } = gateway.database;
  const addresses = { DATABASE_URL: serviceUrl, DATABASE_OWNER_URL: url, PORT: '0', METRICS_PORT: '0' };
  const env = { ...addresses, RATE_LIMIT_PER_SECOND: '0', ...mails };
  const log = createLog('trace', { write: (line: string) => void lines.push(line) });
  talkative = await startVintem(readConfig({ ...env, LOG_LEVEL: 'trace' }), log, () => {});
  // The bank of its boletos gives nothing back: money goes out by the rail of payouts.
  Object.assign(sandboxOf(talkative.deps), { refunds: undefined });
  shop = await openCompany(gateway);
});
afterAll(async () => {
  await talkative.close();
  await gateway.close();
  await smtp.close();
});

/** At the process that tells everything. */
const aloud = (): TestGateway => ({
  ...gateway,
  url: talkative.url,
  async call(method, path, { token, body } = {}) {
    const response = await fetch(talkative.url + path, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = { status: response.status, headers: response.headers, body: text };
    answers.push(answer);
    return answer;
  },
  post: (path, body, token = gateway.token) => aloud().call('POST', path, { token, body }),
});

const tracesIn = (text: string) => TRACES.filter((trace) => text.toLowerCase().includes(trace));

it('what people send in is taken, or refused', async () => {
  const boleto = await createPaid(gateway, shop, 5_000, BOLETO);
  const wrong = { cpf: '390.533.447-06', email: 'zulmira@@recebe.example', phone: '+55 41 1912345678' };
  const typed = Object.values(KINDS);
  const statuses = async (bodies: readonly object[]) => {
    const seen: number[] = [];
    for (const body of bodies) seen.push((await addDestination(aloud(), shop, body)).status);
    return [...new Set(seen)];
  };
  expect(await statuses([KINDS.cpf, KINDS.cnpj, KINDS.account])).toEqual([400]);
  await allowOthers(gateway, shop);
  expect(await statuses(typed)).toEqual([201]);
  expect(await statuses(typed)).toEqual([400]);
  expect(await statuses(typed.slice(0, 5).map((body) => ({ ...body, refund_of: boleto })))).toEqual([201]);
  expect(await statuses(typed.map((body) => ({ ...body, holder_name: `${KINDS.account.holder_name}\u202e` })))).toEqual(
    [400],
  );
  const mistaken = Object.entries(wrong).map(([key_type, key]) => ({ type: 'pix_key', key_type, key }));
  expect(await statuses([...mistaken, { ...KINDS.account, key: KINDS.email.key }])).toEqual([400]);
  expect(await statuses([{ ...KINDS.random, key_type: KINDS.random.key, refund_of: KINDS.cpf.key }])).toEqual([400]);
  const [row] = await gateway.database.db.query<{ id: number }>('SELECT max(id) AS id FROM payout_destinations');
  await aloud().call('DELETE', `/companies/${shop.id}/destinations/${row?.id}`, { token: gateway.token });
});

it('money goes there: paid, refused, come back, and a boleto given back', async () => {
  await createPaid(gateway, shop, 1_000_000);
  const { db } = gateway.database;
  const usable = await db.query<{ id: number; refund_of: number | null }>(
    'SELECT id, refund_of FROM payout_destinations WHERE removed_at IS NULL ORDER BY id',
  );
  const places = usable.filter(({ refund_of }) => refund_of === null);
  expect(places).toHaveLength(6);
  // Paid; refused; paid and come back.
  for (const cents of [10_000, 10_001, 10_003])
    for (const { id } of places) {
      const body = { company_id: shop.id, amount: cents, destination_id: id, description: 'repasse' };
      expect((await aloud().post('/payouts', body)).status).toBe(201);
    }
  const forRefund = usable.find(({ refund_of }) => refund_of !== null);
  const reversal = { transaction_id: forRefund?.refund_of, refund_to: forRefund?.id };
  expect([200, 202]).toContain((await aloud().post('/payments/reversal', reversal)).status);
  const ends = async () => db.query('SELECT status, count(*) AS count FROM payouts GROUP BY status ORDER BY status');
  await eventually(async () =>
    expect(await ends()).toEqual([
      { status: 'FAILED', count: 6 },
      { status: 'PAID', count: 6 },
      { status: 'RETURNED', count: 6 },
    ]),
  );
  await eventually(async () =>
    expect(await db.query('SELECT status, destination_id FROM refunds')).toEqual([
      { status: 'REFUNDED', destination_id: forRefund?.id },
    ]),
  );
});

it('no table holds it: encrypted and masked alone', async () => {
  const { db } = gateway.database;
  const tables = await db.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname IN ('public', 'sandbox_acquirer')`,
  );
  expect(tables.length).toBeGreaterThan(60);
  const found: object[] = [];
  for (const { name } of tables) {
    for (const { row } of await db.query<{ row: string }>(`SELECT to_jsonb(t)::text AS row FROM ${name} t`)) {
      // Bytes are written in hexadecimal, and what is sealed in base64.
      const inHex = TRACES.filter((trace) => row.includes(Buffer.from(trace).toString('hex')));
      const unsealed = [...row.matchAll(/"sb1\.([\w-]+)"/g)].map(([, text]) =>
        Buffer.from(text ?? '', 'base64url').toString('latin1'),
      );
      const traces = [...tracesIn(row), ...inHex, ...unsealed.flatMap(tracesIn)];
      if (traces.length > 0) found.push({ name, traces });
    }
  }
  expect(found).toEqual([]);
});

it('no answer gives it back: what can be read, every file, every refusal', async () => {
  const reads = Object.entries(paths).filter(
    ([path, { get }]) => get && !/\/(stream|events|openapi\.json)$/.test(path),
  );
  expect(reads.length).toBeGreaterThan(30);
  for (const [path, { get }] of [...reads, ['/events', paths['/events'] ?? {}] as const]) {
    const formats = get?.parameters?.find(({ name }) => name === 'format')?.schema?.enum ?? [''];
    const address = path.replace('/companies/{id}', `/companies/${shop.id}`).replaceAll(/\{\w+\}/g, '1');
    for (const format of formats) {
      const query = format ? `?format=${format}` : '';
      expect((await aloud().call('GET', address + query, { token: gateway.token })).status).toBeLessThan(500);
    }
  }
  const { db } = gateway.database;
  for (const { path } of await db.query<{ path: string }>(
    `SELECT '/payouts/' || id AS path FROM payouts UNION ALL SELECT '/refunds/' || id FROM refunds
     UNION ALL SELECT '/transactions/' || payment_id FROM refunds`,
  ))
    expect((await aloud().call('GET', path, { token: gateway.token })).status).toBe(200);
  const listed = await aloud().call('GET', `/companies/${shop.id}/destinations`, { token: gateway.token });
  expect(JSON.parse(listed.body).data).toHaveLength(6);
  const isLogged = await aloud().call('GET', '/audit-log?action=destination.created&limit=100', {
    token: gateway.token,
  });
  expect(JSON.parse(isLogged.body).total).toBe(11);
  expect(answers.filter(({ body }) => tracesIn(body).length > 0).map(({ body }) => body.slice(0, 500))).toEqual([]);
});

it('no mail, no metric and no line of the log holds it', async () => {
  const metrics = await (await fetch(String(talkative.metricsUrl))).text();
  expect(metrics).toContain('/payouts');
  expect(tracesIn(metrics)).toEqual([]);
  await eventually(() => expect(smtp.mailsTo('demo@vintem.dev').length).toBeGreaterThanOrEqual(11));
  const mails = smtp.mails.map(({ headers, text, html }) => [...headers.values(), text, html].join('\n'));
  expect(mails.flatMap(tracesIn)).toEqual([]);
  expect(lines.length).toBeGreaterThan(60);
  expect(lines.filter((line) => tracesIn(line).length > 0)).toEqual([]);
});
