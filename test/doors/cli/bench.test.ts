import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPool } from '../../../src/ground/db/pool.ts';
import { findRunningEmbedded } from '../../../src/ground/embedded-postgres/running.ts';
import { startEmbeddedPostgres } from '../../../src/ground/embedded-postgres/start-embedded-postgres.ts';
import { withDatabase } from '../../support/addresses.ts';
import { eventually } from '../../support/contract.ts';
import { addMerchant, addPayments } from '../../support/many-payments.ts';
import { fillDataDirectory } from '../../support/processes/data-directory.ts';
import { type OwnCluster, startOwnCluster } from '../../support/processes/own-cluster.ts';
import { runCliProcess } from './run-cli.ts';

const CLI = fileURLToPath(new URL('../../../dist/doors/cli/vintem.js', import.meta.url));
/** A run makes and migrates a database and starts the service; a busy machine takes its time. */
const TIMEOUT_MS = 300_000;

/** On a server of its own: whoever else works on the server counts. */
let cluster: OwnCluster;
const env = () => ({ DATABASE_URL: cluster.database.url });
beforeAll(async () => {
  cluster = await startOwnCluster();
}, TIMEOUT_MS);
afterAll(() => cluster.stop(), TIMEOUT_MS);

/** By a connection that no bench takes for a gateway's. */
async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function benchDatabases(url = cluster.database.url): Promise<string[]> {
  const sql = `SELECT datname FROM pg_database WHERE datname LIKE 'vintem\\_bench%'`;
  return withClient(url, async (client) =>
    (await client.query<{ datname: string }>(sql)).rows.map(({ datname }) => datname),
  );
}

/** Resolves when the service of the run is up, on the server that `find` finds. */
async function startRun(
  env: Record<string, string>,
  find: () => Promise<string | null>,
): Promise<{ run: ChildProcess; said(): string }> {
  const run = spawn(process.execPath, [CLI, 'bench'], { env: { PATH: process.env['PATH'] ?? '', ...env } });
  let said = '';
  run.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const url = await eventually(async () => {
    const found = await find();
    expect(found).not.toBeNull();
    return found as string;
  }, TIMEOUT_MS);
  const sessions = `SELECT datname FROM pg_stat_activity WHERE datname LIKE 'vintem\\_bench%'
    AND application_name = 'vintem-orders'`;
  // One connection for all looks: each of its own would cost more than the run that is waited for.
  await withClient(url, (client) =>
    eventually(async () => expect((await client.query(sessions)).rows).not.toEqual([]), TIMEOUT_MS),
  );
  return { run, said: () => said };
}

async function withGateway<Result>(work: () => Promise<Result>): Promise<Result> {
  const connectionString = withDatabase(cluster.database.url, 'postgres');
  const gateway = new pg.Client({ connectionString, application_name: 'vintem' });
  await gateway.connect();
  try {
    return await work();
  } finally {
    await gateway.end();
  }
}

it('measures on a database of its own, of which nothing is left, nor of a run that was killed', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { run } = await startRun(env(), async () => cluster.database.url);
  run.kill('SIGKILL');
  await once(run, 'exit');
  expect(await benchDatabases()).toHaveLength(1);

  const bench = () => runCliProcess(env(), 'bench', '--seconds', '1', '--json', '--even-if-in-use');
  const { code, out, err } = await withGateway(bench);
  expect([code, err]).toEqual([0, '']);
  expect(await benchDatabases()).toEqual([]);
  const figures = JSON.parse(out);
  const above = (bound: number) => expect.toSatisfy((figure: number) => figure > bound);
  expect(figures).toMatchObject({
    seconds: 1,
    cores: above(0),
    orders_per_second: above(0),
    lives_per_second: above(0),
    commit_ms: { p50: above(0), p99: above(0) },
    round_trip_ms: { p50: above(0), p99: above(0) },
    // The servers of tests need not survive a power cut.
    not_durable: ['fsync is off'],
    order_processor_ms: { node: above(0) },
    machine_busy: above(0),
    node_busy: above(0),
    limit: expect.stringMatching(/^(others|cores|node|postgres|disk|locks|round-trip|nothing)$/),
  });
  // Elsewhere no other process can be looked at.
  if (process.platform === 'linux') expect(figures.life_processor_ms.postgres).toBeGreaterThan(0);
});

it('ctrl-C ends it: what was made is removed, and the embedded database stopped that was started for it', {
  timeout: TIMEOUT_MS,
}, async () => {
  const dataDir = fillDataDirectory(path.join(mkdtempSync(path.join(tmpdir(), 'vintem-bench-')), 'data'));
  try {
    const { run, said } = await startRun({ DATA_DIR: dataDir }, () => findRunningEmbedded(dataDir));
    run.kill('SIGINT');
    const [code] = await once(run, 'exit');
    expect([code, said()]).toEqual([1, expect.stringMatching(/^vintem: stopped by SIGINT; [^\n]*\n$/)]);
    expect(existsSync(path.join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
    const again = await startEmbeddedPostgres({ dataDir, log: () => {} });
    try {
      expect(await benchDatabases(again.url)).toEqual([]);
    } finally {
      await again.stop();
    }
  } finally {
    rmSync(path.dirname(dataDir), { recursive: true, force: true });
  }
});

it('is refused while a gateway is connected to the server', { timeout: TIMEOUT_MS }, async () => {
  expect(await withGateway(() => runCliProcess({ DATA_DIR: cluster.dataDir }, 'bench'))).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(
      /^vintem: the database is in use: a gateway is connected to it \(vintem on postgres\)\. .*--even-if-in-use\n$/,
    ),
  });
  expect(await benchDatabases()).toEqual([]);
});

it('is refused where somebody paid within a day, and where no database may be made', {
  timeout: TIMEOUT_MS,
}, async () => {
  const db = openPool({ url: cluster.database.url, max: 1, applicationName: 'planting', onError: () => {} });
  try {
    await addPayments(db, await addMerchant(db, 1), 2);
    const role = decodeURIComponent(new URL(cluster.database.serviceUrl).username);
    // What these payments are old enough for, this role is not.
    const refused = await runCliProcess({ DATABASE_URL: cluster.database.serviceUrl }, 'bench');
    expect(refused).toEqual({
      code: 1,
      out: '',
      err:
        `vintem: "${role}" may not create databases, and the bench needs one of its own: ` +
        `ALTER ROLE "${role}" CREATEDB, or set DATABASE_OWNER_URL to a role that may\n`,
    });
    await db.query('SET session_replication_role = replica');
    await db.query('UPDATE payments SET created_at = now()');
  } finally {
    await db.close();
  }
  expect(await runCliProcess(env(), 'bench')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^vintem: the database is in use: it took a payment within the last day \(20/),
  });
});

it('says in one line what it cannot work with', async () => {
  expect((await runCliProcess(env(), 'bench', '--seconds', '0')).err).toBe(
    'vintem: --seconds must be 1 to 3000, got "0"\n',
  );
  const away = await runCliProcess({ DATABASE_URL: 'postgres://someone:secret@127.0.0.1:1/nothing' }, 'bench');
  expect(away).toEqual({ code: 1, out: '', err: 'vintem: the database cannot be reached (ECONNREFUSED)\n' });
});
