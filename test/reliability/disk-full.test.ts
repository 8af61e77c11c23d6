import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/contract.ts';
import { type ApiAnswer, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { attempt, isUnclear, outcomeOf } from '../support/insistence.ts';
import { orderOf } from '../support/orders.ts';
import { type OwnCluster, startOwnCluster } from '../support/processes/own-cluster.ts';
import { comeToRest, endLeases, expectSound } from '../support/soundness.ts';

/** A file system small enough to fill. Only root may mount one, and not in every container. */
const mountPoint = mkdtempSync(join(tmpdir(), 'vintem-disk-'));
chmodSync(mountPoint, 0o755);
const SIZE_MB = 256;
const BALLAST = join(mountPoint, 'ballast');

function works(program: string, ...args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

const mount = () => works('mount', '-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=0755`, 'vintem-test', mountPoint);

const isMounted = process.platform === 'linux' && process.getuid?.() === 0 && mount();
if (!isMounted) {
  process.stdout.write('\nNOT TESTED: a full disk. Mounting a small tmpfs needs root and the right to mount.\n');
}

let cluster: OwnCluster;
let gateway: TestGateway;
beforeAll(async () => {
  if (!isMounted) return;
  cluster = await startOwnCluster(join(mountPoint, 'data'), { max_wal_size: '48MB', min_wal_size: '32MB' });
  gateway = await startTestGateway({}, cluster.database);
});
afterAll(async () => {
  await gateway?.close();
  await cluster?.stop();
  if (isMounted) works('umount', '-l', mountPoint);
  rmSync(mountPoint, { recursive: true, force: true });
});

/** Writes until there is no room, however much PostgreSQL itself takes or gives back meanwhile. */
function fill(): void {
  const ballast = openSync(BALLAST, 'a');
  try {
    for (const piece of [Buffer.alloc(2 ** 20, 1), Buffer.alloc(512, 1)]) {
      while (hasRoomFor(ballast, piece));
    }
  } finally {
    closeSync(ballast);
  }
}

function hasRoomFor(file: number, piece: Buffer): boolean {
  try {
    return writeSync(file, piece) > 0;
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
    return false;
  }
}

interface Ordered {
  key: string;
  body: unknown;
  answer: ApiAnswer | null;
}

let counter = 0;
async function buy(orders: Ordered[]): Promise<void> {
  const order: Ordered = {
    key: `full-${++counter}`,
    body: orderOf(1_000 + counter, { metadata: { note: 'x'.repeat(400) } }),
    answer: null,
  };
  order.answer = await attempt(gateway.url, '/payments/order', gateway.token, order.body, order.key);
  orders.push(order);
}

async function buyUntilRefused(orders: Ordered[]): Promise<void> {
  await eventually(async () => {
    await Promise.all([buy(orders), buy(orders), buy(orders), buy(orders)]);
    expect(orders.filter(({ answer }) => answer?.status === 503).length).toBeGreaterThanOrEqual(10);
  });
}

/** Makes room again and expects that every order, acknowledged or not, exists once. */
async function expectGoesOn(orders: Ordered[]): Promise<void> {
  rmSync(BALLAST);
  await eventually(() => cluster.database.db.query('SELECT 1')).catch((error: unknown) => {
    throw new Error(
      `PostgreSQL did not come back: ${readFileSync(join(cluster.dataDir, 'postgres.log'), 'utf8').slice(-4_000)}`,
      {
        cause: error,
      },
    );
  });
  await eventually(async () => {
    await buy(orders);
    expect(orders.at(-1)?.answer?.status).toBe(200);
  });
  const bad = orders.filter(({ answer }) => answer === null || (answer.status !== 200 && !isUnclear(answer)));
  expect(bad.map(({ answer }) => outcomeOf(answer))).toEqual([]);
  await endLeases(cluster.database.db);
  const ids = new Set<number>();
  for (const { key, body, answer } of orders) {
    const repeated = await eventually(async () => {
      const made = await attempt(gateway.url, '/payments/order', gateway.token, body, key);
      expect(made?.status).toBe(200);
      return made;
    });
    ids.add(repeated?.body.transaction.id);
    if (answer?.status === 200) expect(repeated?.body.transaction.id).toBe(answer.body.transaction.id);
  }
  expect(ids.size).toBe(orders.length);
  await comeToRest(cluster.database.db);
  await expectSound(cluster.database.db);
}

describe.runIf(isMounted)('a full disk', () => {
  it('no room for a table: 503 with Retry-After, reads and health answer, and it goes on once there is room', async () => {
    const orders: Ordered[] = [];
    await buy(orders);
    expect(orders[0]?.answer?.status).toBe(200);
    fill();
    await buyUntilRefused(orders);
    expect((await gateway.get('/healthz')).status).toBe(200);
    await expectGoesOn(orders);
  });

  it('no room for the write-ahead log: PostgreSQL itself goes down; 503 until there is room, nothing acknowledged lost', async () => {
    const orders: Ordered[] = [];
    for (let n = 0; n < 5; n++) await buy(orders);
    fill();
    // The write-ahead log cannot begin its next file: the server panics and does not recover before there is room.
    await eventually(async () => {
      await cluster.database.db
        .query(`SELECT pg_switch_wal(), pg_logical_emit_message(false, 'x', repeat('x', 1000))`)
        .catch(() => {});
      await expect(cluster.database.db.query('SELECT 1')).rejects.toThrow();
    });
    await buyUntilRefused(orders);
    expect((await gateway.get('/healthz')).status).toBe(200);
    await expectGoesOn(orders);
  });
});
