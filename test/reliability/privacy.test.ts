import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findRunningEmbedded } from '../../src/ground/embedded-postgres/running.ts';
import { killIfRunning, postmasterPid } from '../ground/embedded-postgres/fixture.ts';
import { startReceiver } from '../news/webhooks/receivers.ts';
import { eventually } from '../support/contract.ts';
import { FORM, linkBody } from '../support/links.ts';
import { CONSOLE, OWN } from '../support/operator-calls.ts';
import { orderBody } from '../support/orders.ts';
import { fillDataDirectory } from '../support/processes/data-directory.ts';
import { type OtlpReceiver, startOtlpReceiver } from '../support/processes/otlp-receiver.ts';
import { logInAsDemo, startVintemProcess, type VintemProcess } from '../support/processes/process.ts';
import { type SmtpServer, startSmtpServer } from '../support/processes/smtp-server.ts';

/**
 * Neither the output of the service, its metrics and its spans nor the log of its database may contain what people
 * typed, whatever goes wrong.
 */

const CANARY = {
  cpf: '39053344705',
  name: 'Zuleide Canarinho Belga',
  email: 'zuleide.canarinho@exemplo-belga.com.br',
  phone: '987123654',
  street: 'Travessa do Canario Belga 77',
  password: 'Senha-Do-Canario-Belga-42',
  accessToken: 'est_canario_belga_0123456789',
  jwt: 'eyJhbGciOiJIUzI1NiJ9.eyJjYW5hcmlvIjoiYmVsZ2EifQ.Y2FuYXJpby1iZWxnYS1zaWduYXR1cmU',
  key: 'chave-canario-belga@exemplo.com.br',
  text: 'segredo-canario-belga',
  collectorKey: 'chave-do-coletor-belga',
} as const;
/** Includes the spellings of people and of encoders. */
const VARIANTS = [
  '390.533.447-05',
  '98712-3654',
  encodeURIComponent(CANARY.email),
  encodeURIComponent(CANARY.name),
  'canario',
  'Canarinho',
  'Zuleide',
];

let dataDir: string;
let vintem: VintemProcess;
let token: string;
let admin: pg.Client;
let collector: OtlpReceiver;
let smtp: SmtpServer;
/** Of webhooks: what signs must not be told either. */
const secrets: string[] = [];
const cleanups: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  dataDir = fillDataDirectory(mkdtempSync(join(tmpdir(), 'vintem-privacy-')));
  collector = await startOtlpReceiver();
  smtp = await startSmtpServer();
  const whole = { RATE_LIMIT_PER_SECOND: '0', METRICS_PORT: '0', OPERATOR_CONSOLE: 'on' };
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: 'trace', ...whole };
  const tracing = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: `api-key=${CANARY.collectorKey}`,
  };
  const mail = { SMTP_URL: smtp.url, SMTP_FROM: 'avisos@vintem.example' };
  vintem = await startVintemProcess({ env: { ...settings, ...tracing, ...mail } });
  token = await logInAsDemo(vintem.url);
  admin = await connectAdmin();
});
afterAll(async () => {
  for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) await cleanup();
  await admin?.end().catch(() => {});
  await vintem?.stop();
  await collector?.close();
  await smtp?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function connectAdmin(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: String(await findRunningEmbedded(dataDir)) });
  client.on('error', () => {});
  await client.connect();
  return client;
}

interface Call {
  method?: string;
  path: string;
  body?: unknown;
  raw?: string;
  headers?: Record<string, string>;
}

const seen = new Map<number, number>();

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
async function call({ method = 'POST', path, body, raw, headers }: Call): Promise<any> {
  const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(vintem.url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(text === undefined ? {} : { body: text }),
  });
  seen.set(response.status, (seen.get(response.status) ?? 0) + 1);
  const answer = await response.text();
  return response.headers.get('content-type')?.includes('json') ? JSON.parse(answer) : answer;
}

/** Every text of an order is personal. */
function canaryOrder(changes: Record<string, unknown> = {}) {
  const { cpf, name, email, phone, street, text } = CANARY;
  return orderBody({
    customer: {
      name,
      email,
      document: cpf,
      ip: '203.0.113.99',
      phone: { country_code: '55', area_code: '11', number: phone },
      address: { line_1: street, line_2: text, zip_code: '01310100', city: 'Canario', state: 'SP', country: 'BR' },
    },
    items: [{ name: text, quantity: 2, price: 4_000 }],
    shipping: { name: text, price: 2_000 },
    metadata: { note: text, email },
    payment_link_id: text,
    external_id: text,
    ...changes,
  });
}

async function fault(operation: string, kind: string, times = 1): Promise<void> {
  await admin.query(
    'INSERT INTO sandbox_acquirer.faults (operation, kind, delay_ms, remaining) VALUES ($1, $2, 10, $3)',
    [operation, kind, times],
  );
}

const order = (changes = {}, headers = {}) => call({ path: '/payments/order', body: canaryOrder(changes), headers });

async function ordinaryLife(): Promise<number> {
  const key = { 'idempotency-key': CANARY.key };
  const { transaction } = await order({}, key);
  await order({}, key);
  await order({ total: 1 }, key);
  await call({ path: '/payments/order', body: canaryOrder({ metadata: { other: CANARY.text } }), headers: key });
  await call({ path: `/sandbox/transactions/${transaction.id}/pay`, body: {} });
  await call({
    path: '/payments/pix/refund',
    body: { transaction_id: transaction.id, amount: 1, description: `${CANARY.text} ${CANARY.cpf}` },
  });
  for (const query of [
    `search=${CANARY.cpf}`,
    `document=${CANARY.cpf}`,
    `name=${encodeURIComponent(CANARY.name)}`,
    `page=${CANARY.text}`,
  ]) {
    await call({ method: 'GET', path: `/customers?${query}` });
    await call({ method: 'GET', path: `/transactions?${query}` });
  }
  await call({ method: 'GET', path: `/transactions/${transaction.id}?payment_type=${CANARY.text}` });
  await call({ method: 'GET', path: `/public/pix/${CANARY.text}/qr.png` });
  await call({ method: 'GET', path: `/${CANARY.text}/${encodeURIComponent(CANARY.email)}` });
  await call({ method: 'GET', path: `/transactions/%${CANARY.text}` });
  return transaction.id;
}

/** Through a link and its page, with a receipt by e-mail, and by a caller that is followed. */
async function throughALink(): Promise<void> {
  await admin.query('UPDATE companies SET payer_receipts = true');
  // Receipts begin with what is approved from then on.
  await eventually(async () => {
    expect((await admin.query('SELECT FROM receipt_readers')).rowCount).toBeGreaterThan(0);
  }, 20_000);
  const link = await call({ path: '/payment-links', body: linkBody({ title: CANARY.text, slug: 'um-link' }) });
  await call({ path: '/payment-links', body: linkBody({ title: CANARY.text, methods: [CANARY.email] }) });
  const { name, email, cpf: document, phone } = CANARY;
  const send = (form: Record<string, string>) =>
    call({
      path: `/l/${link.slug}`,
      raw: new URLSearchParams({ ...FORM, name, email, document, phone: `11${phone}`, ...form }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', traceparent: CANARY.text },
    });
  await send({});
  await send({ document: CANARY.text });
  const { rows } = await admin.query('SELECT max(id) AS id FROM payments WHERE payment_link_id IS NOT NULL');
  await call({ path: `/sandbox/transactions/${rows[0].id}/pay`, body: {} });
  await eventually(() => expect(smtp.mailsTo(email).length).toBeGreaterThan(0), 20_000);
}

async function refusals(): Promise<void> {
  await order({ access_token: CANARY.accessToken });
  const { customer } = canaryOrder() as { customer: Record<string, unknown> };
  for (const field of ['name', 'email', 'document', 'phone', 'address']) {
    for (const value of [
      `${CANARY.text}\0`,
      { wrong: CANARY.email },
      [CANARY.cpf],
      `${CANARY.cpf}${CANARY.cpf}`,
      CANARY.name.repeat(200),
    ]) {
      await order({ customer: { ...customer, [field]: value } });
    }
  }
  await order({ payment: { type: CANARY.text, installments: 1 } });
  await order({ splitParticipants: [{ accessToken: CANARY.accessToken, type: CANARY.text }] });
  await call({ path: '/payments/order', raw: `{"customer":{"name":"${CANARY.name}","email":"${CANARY.email}"` });
  await call({
    path: '/payments/order',
    raw: `${CANARY.text}=${CANARY.cpf}`,
    headers: { 'content-type': `text/${CANARY.text}` },
  });
  await call({ path: '/payments/order', raw: JSON.stringify({ text: CANARY.text.repeat(20_000) }) });
  for (const email of [CANARY.email, CANARY.cpf, `${CANARY.text}\0@x`])
    await call({ path: '/auth', body: { email, password: CANARY.password } });
  await call({ path: '/auth', body: { email: 'demo@vintem.dev', password: CANARY.password } });
  await call({ path: '/auth', body: { email: { canario: CANARY.email }, password: [CANARY.password] } });
  for (const authorization of [`Bearer ${CANARY.jwt}`, `Basic ${CANARY.password}`, `Bearer ${token.slice(0, -3)}abc`]) {
    await call({ method: 'GET', path: '/auth', headers: { authorization } });
  }
  for (const email of [CANARY.email, { canario: CANARY.email }])
    await call({ path: `${CONSOLE}/session`, body: { email, password: CANARY.password }, headers: OWN });
  await call({ method: 'GET', path: `${CONSOLE}/merchants?q=${CANARY.text}`, headers: OWN });
  await call({ path: '/acquirer/notifications', body: { reference: CANARY.text, name: CANARY.name } });
  await order({}, { 'idempotency-key': `${CANARY.email} com espaço`.normalize('NFD').replaceAll(/[^\x20-\x7e]/g, '') });
}

async function troubleAtTheAcquirer(): Promise<void> {
  for (const kind of ['error_500', 'garbage', 'connection_reset', 'refuse', 'huge_body']) {
    await fault('charge', kind);
    await order();
  }
  await fault('query', 'garbage');
}

/** Cancels a statement as its time limit would, only sooner. */
async function cancelOrder(): Promise<void> {
  await eventually(async () => {
    const { rowCount } = await admin.query(
      `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'`,
    );
    expect(rowCount).toBeGreaterThan(0);
  });
}

/** PostgreSQL puts whole rows into the texts of its errors; a function may put anything there. */
async function troubleInTheDatabase(): Promise<void> {
  await admin.query(`ALTER TABLE payments ADD CONSTRAINT no_birds CHECK (customer_name !~ 'Canarinho') NOT VALID`);
  await order();
  await admin.query('ALTER TABLE payments DROP CONSTRAINT no_birds');
  for (const body of [
    `RAISE EXCEPTION 'what is % doing here, %', NEW.customer_name, NEW.customer_document;`,
    `PERFORM NEW.customer_email::uuid; RETURN NEW;`,
    `RAISE WARNING 'found %', NEW.customer_email; RETURN NEW;`,
    `RAISE EXCEPTION 'disk full of %', NEW.customer_email USING ERRCODE = '53100';`,
    `PERFORM pg_sleep(30), NEW.customer_email; RETURN NEW;`,
  ]) {
    await admin.query(`CREATE OR REPLACE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} END $$;
      CREATE OR REPLACE TRIGGER tell BEFORE INSERT ON payments FOR EACH ROW EXECUTE FUNCTION tell()`);
    const ordering = order();
    if (body.includes('pg_sleep')) await cancelOrder();
    await ordering;
  }
  await admin.query('DROP TRIGGER tell ON payments');
  // The server is killed in the middle of an order.
  await admin.query('BEGIN; LOCK TABLE customers IN ACCESS EXCLUSIVE MODE');
  const stuck = order();
  await eventually(async () => {
    const { rowCount } = await admin.query(
      `SELECT FROM pg_locks WHERE NOT granted AND relation = 'customers'::regclass`,
    );
    expect(rowCount).toBeGreaterThan(0);
  });
  killIfRunning(postmasterPid(dataDir));
  await stuck;
  await eventually(async () => {
    admin = await connectAdmin();
    await logInAsDemo(vintem.url);
  });
}

async function troubleWithWebhooks(): Promise<void> {
  const receiver = await startReceiver((_request, response) =>
    response.writeHead(500).end(`${CANARY.email} ${CANARY.cpf}`),
  );
  cleanups.push(() => receiver.close());
  const { secret } = await call({
    path: '/webhooks',
    body: { url: `${receiver.url}?email=${CANARY.email}&t=${CANARY.text}`, description: CANARY.text },
  });
  secrets.push(secret);
  await call({ path: '/webhooks', body: { url: `http://${CANARY.text}.internal/${CANARY.email}` } });
  await call({ path: '/webhooks', body: { url: `http://user:${CANARY.password}@localhost:9/` } });
  await call({ path: '/webhooks', body: { url: `http://localhost:1/${CANARY.text}` } });
  await order();
  await eventually(() => expect(receiver.requests.length).toBeGreaterThan(0));
  await eventually(async () => {
    const { rowCount } = await admin.query('SELECT FROM webhook_attempts');
    expect(rowCount).toBeGreaterThanOrEqual(receiver.requests.length);
  });
}

function expectNoCanary(where: string, text: string): void {
  const lower = text.toLowerCase();
  const session = token.split('.')[2] as string;
  for (const canary of [...Object.values(CANARY), ...VARIANTS, ...secrets, session, 'est_demo_loja']) {
    const at = lower.indexOf(canary.toLowerCase());
    const found = at < 0 ? null : text.slice(Math.max(0, at - 200), at + 100);
    expect({ where, canary, found }).toEqual({ where, canary, found: null });
  }
}

it('not one canary in the output of the process at its most talkative, its metrics, its spans, nor in the log of its database', async () => {
  await ordinaryLife();
  await throughALink();
  await refusals();
  await troubleAtTheAcquirer();
  await troubleWithWebhooks();
  await troubleInTheDatabase();
  await order();

  // Everything that should go wrong did, and was logged.
  for (const status of [200, 400, 401, 403, 404, 413, 415, 422, 500, 503])
    expect([status, seen.get(status) ?? 0]).not.toEqual([status, 0]);
  const output = vintem.output();
  const databaseLog = readFileSync(join(dataDir, 'postgres.log'), 'utf8');
  expect(output.split('\n').length).toBeGreaterThan(80);
  expect(output).toContain('request failed');
  expect(databaseLog).toContain('database system is ready');
  const metricsUrl = /metrics are served at (\S+)/.exec(output)?.[1];
  const metrics = await (await fetch(String(metricsUrl))).text();
  expect(metrics).toContain('vintem_http_refusals_total{code="INTERNAL_ERROR"}');
  const told = (name: string) => collector.spans.filter((span) => span.name === name).length;
  await eventually(() => expect(told('deliver-webhook')).toBeGreaterThan(0));
  expect(told('POST /payments/order')).toBeGreaterThan(10);
  // The key of the collector is for the collector.
  const spans = collector.received().replaceAll(CANARY.collectorKey, '');
  expectNoCanary('spans', spans);
  expectNoCanary('metrics', metrics);
  expectNoCanary('output', output);
  expectNoCanary('database log', databaseLog);
});
