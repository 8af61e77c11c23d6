import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createNetServer, type Server as NetServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { judge } from '../../../src/care/doctor/doctor.rules.ts';
import { gatherFacts, type Surroundings, surroundings } from '../../../src/care/doctor/gather-facts.ts';
import { sealSecret } from '../../../src/ground/secret-box.ts';
import { sealConfig } from '../../../src/rails/acquirers/acquirer-config.ts';
import { createAuthority, issueCertificate, keysOf } from '../../../src/rails/fake-bank/certificates.ts';
import { withDatabase } from '../../support/addresses.ts';
import { bankIdentities } from '../../support/banks/bank-identities.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { runCli } from './run-cli.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../db/migrations', import.meta.url));
const DAY_MS = 86_400_000;
const KEY = Buffer.alloc(32, 'k3Yf0rB4nks-and-h00ks');
const OTHER_KEY = Buffer.alloc(32, 'an0therK3y-th4n-that');
const keys = { ACQUIRER_KEY: KEY.toString('hex'), WEBHOOK_KEY: KEY.toString('hex') };

let database: TestDatabase;
let folder: string;
let stranger: Server;
let strangerPort: string;
let silent: NetServer;
let silentPort: number;
const pems: Record<string, string> = {};

/** A merchant with a company that charges PIX through a bank, and a webhook: nothing here is wrong. */
beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(path.join(tmpdir(), 'vintem-doctor-'));
  mkdirSync(path.join(folder, 'stopped', 'postgres'), { recursive: true });
  writeFileSync(path.join(folder, 'stopped', 'postgres', 'PG_VERSION'), '18\n');
  stranger = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1');
  await new Promise((resolve) => stranger.once('listening', resolve));
  strangerPort = String((stranger.address() as AddressInfo).port);
  silent = createNetServer(() => {}).listen(0, '127.0.0.1');
  await new Promise((resolve) => silent.once('listening', resolve));
  silentPort = (silent.address() as AddressInfo).port;

  const now = new Date();
  const keys = keysOf((await bankIdentities()).client);
  const authority = await createAuthority(new Date(now.getTime() - 400 * DAY_MS), keys);
  for (const [name, days] of Object.entries({ good: 300, ending: 10, expired: -1 })) {
    const notBefore = new Date(now.getTime() - 100 * DAY_MS);
    const request = {
      commonName: name,
      purpose: 'client' as const,
      notBefore,
      notAfter: new Date(now.getTime() + days * DAY_MS),
    };
    pems[name] = (await issueCertificate(authority, request, now, keys)).certificatePem;
  }
  await database.db.query(
    `INSERT INTO merchants (name, created_at) VALUES ('Loja', now());
     INSERT INTO companies (merchant_id, name, document, address_line, city, state, zip_code, created_at, updated_at)
       VALUES (1, 'Loja', '11222333000181', 'Rua 1', 'Recife', 'PE', '50010000', now(), now());
     INSERT INTO company_payment_plans (company_id, payment_type, settlement_days, acquirer)
       VALUES (1, 'pix', 0, 'bank');
     INSERT INTO company_access_tokens (company_id, token_hash, hint, created_at) VALUES (1, 'x', 'x', now())`,
  );
  await storeBank('bank', KEY, 'good');
  await database.db.query(
    `INSERT INTO webhook_endpoints (merchant_id, url, events, secret_sealed, created_at, updated_at)
     VALUES (1, 'https://example.com', '{payment.approved}', $1, now(), now())`,
    [sealSecret(KEY, 'whsec_x')],
  );
});
afterAll(async () => {
  stranger.close();
  silent.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});

async function storeBank(name: string, key: Buffer, certificate: string): Promise<void> {
  const access = { certificatePem: pems[certificate] };
  const config = { name, kind: 'bacen-pix', profile: 'standard', access, callbackSecret: 's' } as const;
  await database.db.query(
    `INSERT INTO acquirer_configs (name, kind, profile, sealed, created_at, updated_at)
     VALUES ($1, 'bacen-pix', 'standard', $2, now(), now()) ON CONFLICT (name) DO UPDATE SET sealed = EXCLUDED.sealed`,
    [name, sealConfig(key, config)],
  );
}

const sql = (text: string) => () => database.db.query(text);
const healthy = () => storeBank('bank', KEY, 'good');

const sandboxEnv = () => ({ DATABASE_URL: database.serviceUrl, PORT: '0', ...keys });
const liveEnv = () => ({
  ...sandboxEnv(),
  VINTEM_MODE: 'live',
  JWT_SECRET: 'hR7Qd2mZx9Lk4Tv1Wc8Ns5Bg3Jf6Yp0A',
  PUBLIC_URL: 'https://pay.loja.com.br',
});

async function codesOf(env: Record<string, string>, more: Partial<Surroundings> = {}): Promise<string[]> {
  const findings = judge(await gatherFacts({ ...surroundings(env, MIGRATIONS), ...more }));
  expect(findings.every(({ message, fix }) => `${message}${fix}`.indexOf('\n') < 0 && fix !== '')).toBe(true);
  return findings.map(({ severity, code }) => `${severity} ${code}`);
}

interface Planted {
  env?: () => Record<string, string>;
  live?: boolean;
  plant?: () => Promise<unknown>;
  mend?: () => Promise<unknown>;
  around?: Partial<Surroundings>;
}

const DISK = { freeBytes: 1024 ** 3, totalBytes: 1024 ** 4 };
const embedded = (dataDir: string) => () => ({ DATABASE_URL: '', DATA_DIR: path.join(folder, dataDir) });
const endpoint = (changes: string) => sql(`UPDATE webhook_endpoints SET ${changes}`);
const NOTIFICATION =
  'INSERT INTO acquirer_notifications (acquirer, reference, content_hash, received_at, next_attempt_at, worked_at)';

const SLIP_CODES = 'INSERT INTO slip_pix_codes (payment_id, sent_at, next_look_at, looks, is_code_over) VALUES';
const NO_CODES = 'DELETE FROM slip_pix_codes';
/** Of today, made two hours ago. */
const REMINDERS = `INSERT INTO reminders (merchant_id, payment_id, day, status, place, address_hash, created_at)
  SELECT 1, place, (now() AT TIME ZONE 'America/Sao_Paulo')::date, status, place, place::text::bytea,
    now() - interval '2 hours' FROM (VALUES`;
const NO_REMINDERS = 'DELETE FROM reminders';
const MAIL = { SMTP_URL: 'smtp://127.0.0.1:1', SMTP_FROM: 'avisos@example.com' };

const PLANTED: [what: string, finding: string[], planted: Planted][] = [
  [
    'nobody at DATABASE_URL',
    ['error DATABASE_UNREACHABLE'],
    { env: () => ({ DATABASE_URL: 'postgres://vintem:secret@127.0.0.1:1/vintem' }) },
  ],
  [
    'a database that is dead and says nothing',
    ['error DATABASE_UNREACHABLE'],
    { env: () => ({ DATABASE_URL: `postgres://vintem@127.0.0.1:${silentPort}/vintem` }), around: { lookMs: 50 } },
  ],
  [
    'no such database',
    ['error DATABASE_UNREACHABLE'],
    { env: () => ({ DATABASE_URL: withDatabase(database.serviceUrl, 'nothing') }) },
  ],
  [
    'an owner who cannot connect',
    ['warning DATABASE_OWNER_UNREACHABLE'],
    { env: () => ({ DATABASE_OWNER_URL: withDatabase(database.url, 'nothing') }) },
  ],
  ['a wrong DATA_DIR', ['error DATA_DIR_EMPTY'], { env: embedded('nowhere') }],
  ['a database that does not run', ['error DATABASE_NOT_RUNNING'], { env: embedded('stopped') }],
  [
    'a disk that is nearly full',
    ['error DATABASE_NOT_RUNNING', 'warning DISK_LOW'],
    { env: embedded('stopped'), around: { readDisk: async () => DISK } },
  ],
  [
    'a disk that is full',
    ['error DATABASE_NOT_RUNNING', 'error DISK_FULL'],
    { env: embedded('stopped'), around: { readDisk: async () => ({ ...DISK, freeBytes: 1024 }) } },
  ],
  [
    'the database of a newer release',
    ['warning MIGRATION_NEWER'],
    {
      plant: sql("INSERT INTO schema_migrations (name, checksum) VALUES ('9999_future.sql', 'x')"),
      mend: sql("DELETE FROM schema_migrations WHERE name = '9999_future.sql'"),
    },
  ],
  [
    'a migration that is missing',
    ['error MIGRATION_MISSING'],
    {
      plant: sql(
        `CREATE SCHEMA away;
         CREATE TABLE away.held AS SELECT * FROM schema_migrations WHERE name LIKE '0013%';
         DELETE FROM schema_migrations WHERE name LIKE '0013%'`,
      ),
      mend: sql('INSERT INTO schema_migrations SELECT * FROM away.held; DROP SCHEMA away CASCADE'),
    },
  ],
  [
    'a migration that was changed',
    ['error MIGRATION_CHANGED'],
    {
      plant: sql("UPDATE schema_migrations SET checksum = 'x' || checksum WHERE name LIKE '0001%'"),
      mend: sql("UPDATE schema_migrations SET checksum = ltrim(checksum, 'x')"),
    },
  ],
  [
    'an invalid index',
    ['warning INDEX_INVALID'],
    {
      plant: sql("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'events_feed'::regclass"),
      mend: sql("UPDATE pg_index SET indisvalid = true WHERE indexrelid = 'events_feed'::regclass"),
    },
  ],
  [
    'a role without rights',
    ['error DATABASE_RIGHTS'],
    {
      plant: sql('REVOKE INSERT ON refunds FROM PUBLIC, vintem_app'),
      mend: sql('GRANT INSERT ON refunds TO vintem_app'),
    },
  ],
  [
    'a database that takes no writes',
    ['error DATABASE_READ_ONLY'],
    {
      plant: () => setReadOnly('on'),
      mend: () => setReadOnly('off'),
    },
  ],
  ['a clock that is ahead', ['error CLOCK_SKEW'], { around: { realNow: () => new Date(Date.now() + 60_000) } }],
  [
    'a certificate that has ended',
    ['error CERTIFICATE_EXPIRED'],
    { plant: () => storeBank('bank', KEY, 'expired'), mend: healthy },
  ],
  [
    'a certificate near its end',
    ['warning CERTIFICATE_ENDS'],
    { plant: () => storeBank('bank', KEY, 'ending'), mend: healthy },
  ],
  [
    'an ACQUIRER_KEY that does not open',
    ['error ACQUIRER_KEY_WRONG'],
    { env: () => ({ ACQUIRER_KEY: OTHER_KEY.toString('hex') }) },
  ],
  [
    'an acquirer that nobody uses',
    ['warning ACQUIRER_UNUSED'],
    {
      plant: () => storeBank('other', KEY, 'good'),
      mend: sql("DELETE FROM acquirer_configs WHERE name = 'other'"),
    },
  ],
  [
    'an acquirer that is not here',
    ['error ACQUIRER_UNKNOWN', 'error COMPANY_NO_RAIL', 'warning ACQUIRER_UNUSED'],
    {
      plant: sql("UPDATE company_payment_plans SET acquirer = 'gone'"),
      mend: sql("UPDATE company_payment_plans SET acquirer = 'bank'"),
    },
  ],
  [
    'a company without a rail',
    ['error COMPANY_NO_RAIL'],
    {
      plant: sql('UPDATE company_payment_plans SET enabled = false'),
      mend: sql('UPDATE company_payment_plans SET enabled = true'),
    },
  ],
  [
    'a webhook that fails',
    ['warning WEBHOOK_FAILING'],
    { plant: endpoint('failing_since = now()'), mend: endpoint('failing_since = NULL') },
  ],
  [
    'a webhook that was switched off',
    ['warning WEBHOOK_DISABLED'],
    {
      plant: endpoint("failing_since = now(), status = 'DISABLED', disabled_reason = 'FAILING'"),
      mend: endpoint("failing_since = NULL, status = 'ACTIVE'"),
    },
  ],
  [
    'a WEBHOOK_KEY that does not open',
    ['warning WEBHOOK_KEY_WRONG'],
    { env: () => ({ WEBHOOK_KEY: OTHER_KEY.toString('hex') }) },
  ],
  [
    'notifications that nobody works on',
    ['error QUEUE_LATE_NOTIFICATIONS'],
    {
      plant: sql(`${NOTIFICATION} VALUES ('bank', 'x', '', now(), now() - interval '1 hour', NULL)`),
      mend: sql('DELETE FROM acquirer_notifications'),
    },
  ],
  [
    'deliveries that nobody sends',
    ['warning QUEUE_LATE_WEBHOOK_DELIVERIES'],
    {
      plant: sql(
        `INSERT INTO webhook_deliveries (event_id, endpoint_id, next_attempt_at, created_at)
         SELECT 'evt_x', min(id), now() - interval '1 hour', now() FROM webhook_endpoints`,
      ),
      mend: sql('DELETE FROM webhook_deliveries'),
    },
  ],
  [
    'PIX codes of slips that nobody looks at',
    ['warning QUEUE_LATE_SLIP_PIX_CODES'],
    { plant: sql(`${SLIP_CODES} (1, now(), now() - interval '1 hour', 0, false)`), mend: sql(NO_CODES) },
  ],
  [
    'PIX codes of slips that their bank does not make, and a slip that waits for a file',
    ['warning SLIP_PIX_STUCK'],
    {
      plant: sql(
        `${SLIP_CODES} (1, now(), now() + interval '1 hour', 7, false), (2, now(), now() + interval '1 hour', 6, false),
           (3, now(), now() + interval '1 hour', 12, true)`,
      ),
      mend: sql(NO_CODES),
    },
  ],
  [
    'reminders that nobody sends',
    ['warning REMINDERS_LATE', 'warning SMTP_UNREACHABLE'],
    { env: () => MAIL, plant: sql(`${REMINDERS} ('WAITING', 1)) AS planted(status, place)`), mend: sql(NO_REMINDERS) },
  ],
  [
    'reminders that the mail server does not take',
    ['warning REMINDERS_FAILING', 'warning SMTP_UNREACHABLE'],
    {
      env: () => MAIL,
      plant: sql(`${REMINDERS} ('FAILED', 1), ('FAILED', 2), ('FAILED', 3), ('SENT', 4)) AS planted(status, place)`),
      mend: sql(NO_REMINDERS),
    },
  ],
  [
    'notifications that nobody forgets',
    ['warning RETENTION_BEHIND'],
    {
      plant: sql(`${NOTIFICATION} VALUES ('bank', 'x', '', now() - interval '60 days', now(), now())`),
      mend: sql('DELETE FROM acquirer_notifications'),
    },
  ],
  [
    'books that nobody seals',
    ['warning SEAL_OLD'],
    {
      plant: sql("UPDATE schema_migrations SET applied_at = applied_at - interval '9 days'"),
      mend: sql("UPDATE schema_migrations SET applied_at = applied_at + interval '9 days'"),
    },
  ],
  ['a mail server that refuses', ['warning SMTP_UNREACHABLE'], { env: () => MAIL }],
  ['a port that something else has', ['warning PORT_TAKEN'], { env: () => ({ PORT: strangerPort }) }],
  ['a service that is silent', ['warning SERVICE_SILENT'], { env: () => ({ PORT: '1' }) }],
  ['a pool larger than the database', ['warning DATABASE_CONNECTIONS'], { env: () => ({ DATABASE_POOL_SIZE: '900' }) }],
  ['a setting that cannot be read', ['error SETTING_PORT'], { env: () => ({ PORT: 'x' }) }],
  ['links to this machine', ['warning PUBLIC_URL_LOOPBACK'], { env: () => ({ HOST: '0.0.0.0' }) }],
  ['a key of one letter', ['warning SECRET_WEAK'], { env: () => ({ JWT_SECRET: 'a'.repeat(40) }) }],
  [
    'live: a guessable JWT_SECRET',
    ['error SETTING_JWT_SECRET'],
    { live: true, env: () => ({ JWT_SECRET: 'a'.repeat(40) }) },
  ],
  ['live: http', ['error SETTING_PUBLIC_URL'], { live: true, env: () => ({ PUBLIC_URL: 'http://pay.loja.com.br' }) }],
  [
    'live: links to this machine',
    ['warning PUBLIC_URL_LOOPBACK'],
    { live: true, env: () => ({ PUBLIC_URL: 'https://localhost' }) },
  ],
  ['live: no DATABASE_URL', ['error SETTING_DATABASE_URL'], { live: true, env: () => ({ DATABASE_URL: '' }) }],
  [
    'live: the owner serves',
    ['warning DATABASE_ROLE_OWNS'],
    { live: true, env: () => ({ DATABASE_URL: database.url }) },
  ],
  [
    'live: demo data',
    ['error DEMO_DATA'],
    {
      live: true,
      plant: sql('UPDATE merchants SET is_demo = true'),
      mend: sql('UPDATE merchants SET is_demo = false'),
    },
  ],
  [
    'live: no acquirer',
    ['error ACQUIRER_UNKNOWN', 'error COMPANY_NO_RAIL', 'error NO_ACQUIRER'],
    { live: true, plant: sql('DELETE FROM acquirer_configs'), mend: healthy },
  ],
  [
    'live: files for callbacks that are not there',
    ['error CALLBACK_FILE_UNREADABLE'],
    {
      live: true,
      env: () => ({
        CALLBACK_TLS_CERT_FILE: path.join(folder, 'no.pem'),
        CALLBACK_TLS_KEY_FILE: path.join(folder, 'key'),
        CALLBACK_TLS_CLIENT_CA_FILE: path.join(folder, 'key'),
      }),
      plant: async () => writeFileSync(path.join(folder, 'key'), pems['good'] ?? ''),
    },
  ],
];

async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  const name = new URL(database.url).pathname.slice(1);
  await database.db.query(`ALTER ROLE vintem_app IN DATABASE ${name} SET default_transaction_read_only = ${value}`);
}

it.each([
  ['sandbox', sandboxEnv],
  ['live', liveEnv],
])('finds nothing in a %s that is as it should be', async (_mode, env) => {
  expect(await codesOf(env())).toEqual([]);
});

it.each(PLANTED)('finds %s', async (_what, expected, { live, env, plant, mend, around }) => {
  await plant?.();
  try {
    const found = await codesOf({ ...(live ? liveEnv() : sandboxEnv()), ...env?.() }, around);
    expect([...found].sort()).toEqual([...expected].sort());
  } finally {
    await mend?.();
  }
});

it('ends with 0 for warnings and with 1 for what stops payments, in lines and in JSON', async () => {
  const warned = await runCli({ ...sandboxEnv(), JWT_SECRET: 'a'.repeat(40) }, 'doctor');
  expect([warned.code, warned.err]).toEqual([0, '']);
  expect(warned.out).toMatch(/^ok {7}settings: sandbox, .*\nok {7}database: PostgreSQL /);
  expect(warned.out).toMatch(/\nwarning {2}SECRET_WEAK: JWT_SECRET is .* To do: .*\n0 errors, 1 warning: .*\n$/);
  const stopped = await runCli(
    { DATABASE_URL: 'postgres://vintem:hush@127.0.0.1:1/vintem', PORT: '0' },
    'doctor',
    '--json',
  );
  expect([stopped.code, stopped.err]).toEqual([1, '']);
  expect(JSON.parse(stopped.out)).toMatchObject({
    works: false,
    findings: [
      { code: 'DATABASE_UNREACHABLE', severity: 'error', message: expect.any(String), fix: expect.any(String) },
    ],
  });
  expect(stopped.out).not.toContain('hush');
});
