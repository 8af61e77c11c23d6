import { existsSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { isAlive } from '../../src/embedded-postgres/process.ts';
import {
  cleanUp,
  clusterOf,
  killIfRunning,
  launchInChild,
  postmasterPid,
  processesOf,
  query,
  serverProcesses,
  start,
  temporaryDirectory,
  waitFor,
} from './fixture.ts';

const TIMEOUT_MS = 60_000;
const RECOVERED_WITHIN_MS = 5_000;
const ON_LINUX = process.platform === 'linux';

afterEach(cleanUp, TIMEOUT_MS);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** How long it took until the same address answered again. */
async function recovery(url: string): Promise<number> {
  const started = Date.now();
  for (;;) {
    const works = await query(url, 'SELECT 1').then(
      () => true,
      () => false,
    );
    if (works) return Date.now() - started;
    if (Date.now() - started > 3 * RECOVERED_WITHIN_MS) throw new Error('the server did not come back');
    await pause(20);
  }
}

/** Commits one row after another on several connections at once, and remembers those that were acknowledged. */
async function startWriters(url: string) {
  await query(url, 'CREATE TABLE IF NOT EXISTS written (id serial PRIMARY KEY, at timestamptz DEFAULT now())');
  const acknowledged: number[] = [];
  let isOver = false;
  const write = async () => {
    while (!isOver) {
      const rows = await query<{ id: number }>(url, 'INSERT INTO written DEFAULT VALUES RETURNING id').catch(() => []);
      for (const { id } of rows) acknowledged.push(id);
    }
  };
  const writers = [1, 2, 3, 4].map(write);
  return {
    acknowledged,
    async end() {
      isOver = true;
      await Promise.all(writers);
      const rows = await query<{ id: number }>(url, 'SELECT id FROM written');
      const found = new Set(rows.map(({ id }) => id));
      expect(acknowledged.filter((id) => !found.has(id))).toEqual([]);
    },
  };
}

describe('a server killed while it serves', { timeout: TIMEOUT_MS }, () => {
  it('comes back at the same address with every acknowledged row, and tells both events', async () => {
    const dataDir = temporaryDirectory();
    const messages: string[] = [];
    const server = await start(dataDir, messages);
    const writers = await startWriters(server.url);
    await waitFor('some rows', () => (writers.acknowledged.length > 20 ? true : undefined));
    const killed = postmasterPid(dataDir);
    killIfRunning(killed);
    await waitFor('its end to be noticed', () =>
      messages.find((text) => text.includes(`process ${killed}) ended unexpectedly with SIGKILL`)),
    );
    expect(await recovery(server.url)).toBeLessThan(RECOVERED_WITHIN_MS);
    await writers.end();
    const next = postmasterPid(dataDir);
    expect(next).not.toBe(killed);
    expect(messages.join('\n')).toContain(`runs again (process ${next}, port ${new URL(server.url).port})`);
    await server.stop();
    expect(isAlive(next)).toBe(false);
  });

  it.runIf(ON_LINUX)('comes back when all its children were killed too (needs /proc)', async () => {
    const dataDir = temporaryDirectory();
    const server = await start(dataDir);
    const writers = await startWriters(server.url);
    await waitFor('some rows', () => (writers.acknowledged.length > 20 ? true : undefined));
    for (const pid of serverProcesses(postmasterPid(dataDir))) killIfRunning(pid);
    await pause(50);
    expect(await recovery(server.url)).toBeLessThan(RECOVERED_WITHIN_MS);
    await writers.end();
    await server.stop();
  });

  it.runIf(ON_LINUX)('does not wait for a backend that is deep in a long statement (needs /proc)', async () => {
    const dataDir = temporaryDirectory();
    const server = await start(dataDir);
    // Unlike pg_sleep, this never checks whether the postmaster still lives.
    const busy = query(server.url, 'SELECT count(*) FROM generate_series(1, 2000000000)').catch(() => 'ended');
    await pause(300);
    killIfRunning(postmasterPid(dataDir));
    await pause(50);
    expect(await recovery(server.url)).toBeLessThan(RECOVERED_WITHIN_MS);
    expect(await busy).toBe('ended');
    await server.stop();
  });

  it('comes back when it had been taken over from a killed Node', async () => {
    const dataDir = temporaryDirectory();
    const child = launchInChild(dataDir, 'stay');
    await child.line('READY');
    killIfRunning(child.pid);
    await child.exit;
    const messages: string[] = [];
    const server = await start(dataDir, messages);
    expect(messages.join('\n')).toContain('took over');
    const writers = await startWriters(server.url);
    await waitFor('some rows', () => (writers.acknowledged.length > 20 ? true : undefined));
    const orphan = postmasterPid(dataDir);
    killIfRunning(orphan);
    await waitFor('its end to be noticed', () =>
      messages.find((text) => text.includes(`process ${orphan}) ended unexpectedly`)),
    );
    expect(await recovery(server.url)).toBeLessThan(RECOVERED_WITHIN_MS);
    await writers.end();
    await server.stop();
  });

  it('comes back each time when killed twice in a row, one server at a time', async () => {
    const dataDir = temporaryDirectory();
    const messages: string[] = [];
    const server = await start(dataDir, messages);
    const writers = await startWriters(server.url);
    for (let round = 0; round < 2; round++) {
      const before = writers.acknowledged.length;
      await waitFor('some rows', () => (writers.acknowledged.length > before + 10 ? true : undefined));
      const killed = postmasterPid(dataDir);
      killIfRunning(killed);
      await waitFor('its end to be noticed', () => messages.find((text) => text.includes(`process ${killed}) ended`)));
      expect(await recovery(server.url)).toBeLessThan(RECOVERED_WITHIN_MS);
    }
    await writers.end();
    if (ON_LINUX) {
      const family = new Set(serverProcesses(postmasterPid(dataDir)));
      expect(processesOf(clusterOf(dataDir)).filter((pid) => !family.has(pid))).toEqual([]);
    }
    await server.stop();
  });

  it('is started again when somebody else shut it down in good order', async () => {
    const dataDir = temporaryDirectory();
    const server = await start(dataDir);
    const first = postmasterPid(dataDir);
    killIfRunning(first, 'SIGINT');
    await waitFor('its end', () => (isAlive(first) ? undefined : true));
    expect(await recovery(server.url)).toBeLessThan(RECOVERED_WITHIN_MS);
    await server.stop();
  });

  it('waits for its own port when another program sits there for a while', async () => {
    const dataDir = temporaryDirectory();
    const server = await start(dataDir);
    const killed = postmasterPid(dataDir);
    killIfRunning(killed);
    await waitFor('its end', () => (isAlive(killed) ? undefined : true));
    const squatter = net.createServer((socket) => socket.destroy());
    await new Promise<void>((resolve, reject) => {
      squatter.once('error', reject).listen(Number(new URL(server.url).port), '127.0.0.1', resolve);
    });
    await pause(1_500);
    await new Promise((resolve) => squatter.close(resolve));
    expect(await recovery(server.url)).toBeLessThan(RECOVERED_WITHIN_MS);
    await server.stop();
  });

  it('that dies again and again is started less and less often', async () => {
    const dataDir = temporaryDirectory();
    const messages: string[] = [];
    const server = await start(dataDir, messages);
    const runs = () => messages.filter((text) => text.includes('runs again'));
    const deadline = Date.now() + 4_000;
    let seen = -1;
    while (Date.now() < deadline) {
      if (runs().length > seen) {
        seen = runs().length;
        killIfRunning(postmasterPid(dataDir));
      }
      await pause(10);
    }
    // The pauses of 150, 300, 600, 1200 and 2000 ms alone take longer than this lasted.
    expect(runs().length).toBeGreaterThan(1);
    expect(runs().length).toBeLessThan(6);
    await server.stop();
  });
});

describe('stop', { timeout: TIMEOUT_MS }, () => {
  const expectNothingLeft = async (dataDir: string) => {
    if (ON_LINUX) {
      // A killed process takes a moment to leave the table.
      await waitFor(
        'no process to be left',
        () => (processesOf(clusterOf(dataDir)).length === 0 ? true : undefined),
        1_000,
      );
      await pause(500);
      expect(processesOf(clusterOf(dataDir))).toEqual([]);
    }
    expect(existsSync(path.join(dataDir, 'postgres.lock'))).toBe(false);
  };

  it('right after a kill leaves no process', async () => {
    const dataDir = temporaryDirectory();
    const server = await start(dataDir);
    const busy = query(server.url, 'SELECT count(*) FROM generate_series(1, 2000000000)').catch(() => {});
    await pause(200);
    killIfRunning(postmasterPid(dataDir));
    await server.stop();
    await expectNothingLeft(dataDir);
    if (ON_LINUX) await busy;
  });

  it.each([0, 100, 200, 300, 450])(
    'during a restart (%i ms into it) leaves no process, and the next start finds the data',
    async (ms) => {
      const dataDir = temporaryDirectory();
      const messages: string[] = [];
      const server = await start(dataDir, messages);
      await query(server.url, 'CREATE TABLE kept AS SELECT 7 AS id');
      killIfRunning(postmasterPid(dataDir));
      await waitFor('the restart', () => messages.find((text) => text.includes('starting it again')));
      await pause(ms);
      await Promise.all([server.stop(), server.stop()]);
      await expectNothingLeft(dataDir);
      const next = await start(dataDir);
      expect(await query(next.url, 'SELECT id FROM kept')).toEqual([{ id: 7 }]);
      await next.stop();
    },
  );
});
