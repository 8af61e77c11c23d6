import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/ground/config.ts';
import { grantToRole } from '../../../src/ground/db/service-role.ts';
import { startEmbeddedPostgres } from '../../../src/ground/embedded-postgres/start-embedded-postgres.ts';
import { createLog } from '../../../src/ground/log.ts';
import { startVintem } from '../../../src/main.ts';
import { forgetAuditLog } from '../../../src/parties/audit-log/forget-audit-log.ts';
import { findKeptDays } from '../../../src/parties/audit-log/keeping.sql.ts';
import { runCli } from '../../doors/cli/run-cli.ts';
import { createFrom, createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { orderBody } from '../../support/orders.ts';

/** The SQLSTATE of insufficient_privilege. */
const FORBIDDEN = '42501';

const FORBIDDEN_STATEMENTS = [
  'TRUNCATE ledger_entries CASCADE',
  'TRUNCATE payments CASCADE',
  'TRUNCATE sandbox_acquirer.charges CASCADE',
  'ALTER TABLE ledger_entries DISABLE TRIGGER ALL',
  'ALTER TABLE payments DROP CONSTRAINT payments_never_over_refunded',
  'DROP TRIGGER payments_status_only_forward ON payments',
  'CREATE TRIGGER mine BEFORE INSERT ON payments FOR EACH ROW EXECUTE FUNCTION refuse_any_change()',
  "CREATE OR REPLACE FUNCTION refuse_any_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
  'SET session_replication_role = replica',
  'CREATE TABLE mine (id int)',
  'DROP TABLE idempotency_keys',
  "INSERT INTO schema_migrations (name, checksum) VALUES ('9999.sql', '')",
  "UPDATE schema_migrations SET checksum = ''",
  'DELETE FROM sandbox_acquirer.schema_migrations',
  'ALTER ROLE vintem_app SUPERUSER',
  "COPY payments TO PROGRAM 'cat'",
];

async function refusalsOf(url: string): Promise<Record<string, string>> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const refusals: Record<string, string> = {};
    for (const statement of FORBIDDEN_STATEMENTS) {
      await client.query('BEGIN');
      refusals[statement] = await client.query(statement).then(
        () => 'done',
        (error: { code: string }) => error.code,
      );
      await client.query('ROLLBACK');
    }
    return refusals;
  } finally {
    await client.end();
  }
}
const ALL_FORBIDDEN = Object.fromEntries(FORBIDDEN_STATEMENTS.map((statement) => [statement, FORBIDDEN]));

describe('an external database with an owner of its own', () => {
  let gateway: TestGateway;
  let database: TestDatabase;
  beforeAll(async () => {
    gateway = await startTestGateway();
    database = gateway.database;
  });
  afterAll(() => gateway.close());

  it('the service, its background work and the sandbox acquirer are connected as vintem_app', async () => {
    await gateway.post('/payments/order', orderBody());
    const rows = await database.db.query<{ role: string }>(
      `SELECT DISTINCT application_name || ' ' || usename AS role FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE 'vintem%' AND application_name <> 'vintem-test'
         ORDER BY 1`,
    );
    expect(rows.map(({ role }) => role).sort()).toEqual([
      'vintem vintem_app',
      'vintem-orders vintem_app',
      'vintem-sandbox-acquirer vintem_app',
      'vintem-sandbox-orders vintem_app',
    ]);
  });

  it('may not take a guard away', async () => {
    expect(await refusalsOf(database.serviceUrl)).toEqual(ALL_FORBIDDEN);
  });

  it('reads and writes the rows of tables that a later migration adds, and may not truncate those either', async () => {
    await database.db.query('CREATE TABLE later (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n int)');
    await database.db.query('CREATE SEQUENCE sandbox_acquirer.later_number');
    const client = new pg.Client(database.serviceUrl);
    await client.connect();
    try {
      await client.query("INSERT INTO later (n) VALUES (1), (nextval('sandbox_acquirer.later_number'))");
      await client.query('UPDATE later SET n = 2');
      expect((await client.query('DELETE FROM later RETURNING n')).rowCount).toBe(2);
      await expect(client.query('TRUNCATE later')).rejects.toMatchObject({ code: FORBIDDEN });
    } finally {
      await client.end();
    }
  });

  it('a second start finds nothing to grant and writes nothing; what was taken or given by hand is put right', async () => {
    const written = () =>
      database.db.query(`SELECT relname, xmin::text FROM pg_class
     WHERE relname IN ('payments', 'charges') ORDER BY 1`);
    const before = await written();
    await grantToRole(database.db, 'vintem_app', ['public', 'sandbox_acquirer']);
    expect(await written()).toEqual(before);
    await database.db.query('REVOKE INSERT ON payments FROM vintem_app');
    await database.db.query('GRANT TRUNCATE ON ledger_entries TO vintem_app');
    await grantToRole(database.db, 'vintem_app', ['public', 'sandbox_acquirer']);
    expect((await gateway.post('/payments/order', orderBody())).status).toBe(200);
    expect(await refusalsOf(database.serviceUrl)).toEqual(ALL_FORBIDDEN);
  });

  it('an owner’s role in DATABASE_URL beside DATABASE_OWNER_URL is refused: it would promise what it does not give', async () => {
    const config = readConfig({
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.url,
      PORT: '0',
      LOG_LEVEL: 'silent',
    });
    await expect(startVintem(config, createLog('silent'), () => {})).rejects.toThrow(
      /"vintem", which may do all that the owner/,
    );
    expect(() => readConfig({ DATABASE_OWNER_URL: database.url })).toThrow('DATABASE_URL is missing');
  });

  it('the command line works as the owner', async () => {
    // It needs the name of the service's role, and no connection as that role.
    const env = { DATABASE_URL: 'postgres://vintem_app@127.0.0.1:1/none', DATABASE_OWNER_URL: database.url };
    expect(await runCli(env, 'migrate')).toMatchObject({ code: 0, out: 'the database is up to date\n' });
    const misspelt = { ...env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
    expect(await runCli(misspelt, 'migrate')).toMatchObject({ code: 1, err: expect.stringContaining('"nobody"') });
  });
});

describe('the service role alone', () => {
  const startAlone = (url: string) =>
    startVintem(readConfig({ DATABASE_URL: url, PORT: '0', LOG_LEVEL: 'silent' }), createLog('silent'), () => {});

  it('starts, serves and works where the owner has migrated', async () => {
    const database = await createFrom('template0');
    try {
      // What the job of an installation runs.
      const env = { DATABASE_URL: database.serviceUrl, DATABASE_OWNER_URL: database.url, AUDIT_LOG_DAYS: '400' };
      expect(await runCli(env, 'migrate')).toMatchObject({ code: 0 });
      expect(await findKeptDays(database.db)).toBe(400);
      const gateway = await startTestGateway({ DATABASE_OWNER_URL: '' }, database);
      try {
        expect((await gateway.post('/payments/order', orderBody())).status).toBe(200);
        expect((await gateway.get('/readyz')).status).toBe(200);
        expect(await forgetAuditLog(gateway.vintem.deps)).toBe(false);
      } finally {
        await gateway.close();
      }
      const alone = { DATABASE_URL: database.serviceUrl };
      expect(await runCli(alone, 'migrate')).toMatchObject({ code: 0, out: 'the database is up to date\n' });
    } finally {
      await database.drop();
    }
  });

  it('says what to run where nobody has migrated, or not to this release', async () => {
    const database = await createFrom('template0');
    try {
      await expect(startAlone(database.serviceUrl)).rejects.toThrow(/"vintem_app" may not.*run vintem migrate/);
      const env = { DATABASE_URL: database.serviceUrl, DATABASE_OWNER_URL: database.url };
      expect(await runCli(env, 'migrate')).toMatchObject({ code: 0 });
      await database.db.query("DELETE FROM schema_migrations WHERE name LIKE '0014%'");
      await expect(startAlone(database.serviceUrl)).rejects.toThrow(
        /lacks migrations of this release \(1, from 0014_\w+\.sql on\).*run vintem migrate with DATABASE_OWNER_URL/,
      );
      const refused = await runCli({ DATABASE_URL: database.serviceUrl }, 'migrate');
      expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('run vintem migrate') });
      await database.db.query("UPDATE sandbox_acquirer.schema_migrations SET checksum = 'x'");
      await database.db.query('INSERT INTO schema_migrations (name, checksum) SELECT $1, $2', [
        LATEST,
        checksumOf(LATEST),
      ]);
      await expect(startAlone(database.serviceUrl)).rejects.toThrow(/was changed after it was applied/);
    } finally {
      await database.drop();
    }
  });

  it('cannot forget what the owner has said is kept, nor say so itself', async () => {
    // No background work: it forgets by itself, and what it has locked is left to it.
    const gateway = await startTestGateway({ AUDIT_LOG_DAYS: '100', VINTEM_ROLE: 'api' });
    const service = gateway.vintem.deps.db;
    try {
      await service.query(
        `INSERT INTO audit_log (created_at, actor_kind, action)
         SELECT now() - interval '1 day' * n, 'job', 'merchant.changed' FROM unnest(ARRAY[31, 99, 101, 4000]) AS n`,
      );
      for (const statement of [
        'UPDATE audit_log_keeping SET days = 30',
        'DELETE FROM audit_log_keeping',
        'INSERT INTO audit_log_keeping (is_only, days) VALUES (true, 30) ON CONFLICT (is_only) DO UPDATE SET days = 30',
        'TRUNCATE audit_log_keeping',
        'ALTER TABLE audit_log_keeping DISABLE TRIGGER ALL',
      ])
        await expect(service.query(statement), statement).rejects.toMatchObject({ code: FORBIDDEN });
      await service.query('SELECT forget_audit_log(now(), 1000)');
      const days = `SELECT extract(day FROM now() - created_at)::int AS days FROM audit_log
        WHERE action = 'merchant.changed' ORDER BY created_at DESC`;
      expect(await service.query(days)).toEqual([{ days: 31 }, { days: 99 }]);
    } finally {
      await gateway.close();
    }
  });
});

const LATEST = '0014_care.sql';
const checksumOf = (name: string) =>
  createHash('sha256')
    .update(readFileSync(`db/migrations/${name}`))
    .digest('hex');

it('without DATABASE_OWNER_URL, DATABASE_URL does everything as before', async () => {
  const database = await createTestDatabase();
  const config = readConfig({ DATABASE_URL: database.url, PORT: '0', LOG_LEVEL: 'silent' });
  const vintem = await startVintem(config, createLog('silent'), () => {});
  try {
    expect(await vintem.deps.db.query('SELECT current_user::text AS role')).toEqual([{ role: 'vintem' }]);
  } finally {
    await vintem.close();
    await database.drop();
  }
});

describe('the embedded database', () => {
  it('is opened as vintem_app, also where an earlier version made it, and its owner stays vintem with its password', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'vintem-role-'));
    const settings = readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' });
    const start = () => startVintem(settings, createLog('silent'), () => {});
    try {
      const first = await start();
      await first.close();
      // An earlier version left it like this: without the role and without grants.
      const before = await startEmbeddedPostgres({ dataDir, log: () => {} });
      await asOwner(before.url, 'DROP OWNED BY vintem_app', 'DROP ROLE vintem_app');
      await before.stop();

      const second = await start();
      try {
        expect(await second.deps.db.query('SELECT current_user::text AS role')).toEqual([{ role: 'vintem_app' }]);
        const [address] = await second.deps.db.query<{ port: number }>('SELECT inet_server_port() AS port');
        const ownerUrl = before.url.replace(/:\d+\//, `:${address?.port}/`);
        await asOwner(ownerUrl, 'ALTER TABLE payments DISABLE TRIGGER ALL', 'ALTER TABLE payments ENABLE TRIGGER ALL');
        const password = second.deps.db.pool.options.connectionString?.match(/vintem_app:([0-9a-f]{64})@/)?.[1];
        expect(password).toBeDefined();
        expect(before.url).not.toContain(password);
        expect(await refusalsOf(second.deps.db.pool.options.connectionString ?? '')).toEqual(ALL_FORBIDDEN);
      } finally {
        await second.close();
      }
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});

async function asOwner(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
