import { existsSync, readFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { isAlive } from '../../../src/ground/embedded-postgres/process.ts';
import { eventually } from '../../support/contract.ts';
import {
  cleanUp,
  clusterOf,
  killIfRunning,
  launchInChild,
  PATIENCE_MS,
  postmasterPid,
  preparedDirectory,
  processesOf,
  query,
  serverProcesses,
  start,
  waitFor,
} from './fixture.ts';

const TIMEOUT_MS = 2 * PATIENCE_MS;
const ON_LINUX = process.platform === 'linux';
const WRITE_AGAIN_MS = 50;
/** Between two rows of a writer: there is one under way at any time. */
const PACE_MS = 10;

afterEach(cleanUp, TIMEOUT_MS);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until the same address answers again. */
async function recovery(url: string): Promise<void> {
  await eventually(() => query(url, 'SELECT 1'), PATIENCE_MS);
}

/** A statement of minutes, under way. Unlike pg_sleep, it never checks whether the postmaster still lives. */
async function startLongStatement(url: string): Promise<{ end: Promise<string> }> {
  const sql = 'SELECT count(*) FROM generate_series(1, 2000000000)';
  const end = query(url, sql).then(
    () => 'done',
    () => 'ended',
  );
  await eventually(async () => {
    const running = await query(url, `SELECT FROM pg_stat_activity WHERE state = 'active' AND query = $1`, [sql]);
    expect(running).toHaveLength(1);
  }, PATIENCE_MS);
  return { end };
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
      // A server that starts needs the processor, too.
      await pause(rows.length === 0 ? WRITE_AGAIN_MS : PACE_MS);
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
    const dataDir = preparedDirectory();
    const messages: string[] = [];
    const server = await start(dataDir, messages);
    const writers = await startWriters(server.url);
    await waitFor('some rows', () => (writers.acknowledged.length > 20 ? true : undefined));
    const killed = postmasterPid(dataDir);
    killIfRunning(killed);
    await waitFor('its end to be noticed', () =>
      messages.find((text) => text.includes(`process ${killed}) ended unexpectedly with SIGKILL`)),
    );
    await recovery(server.url);
    await writers.end();
    const next = postmasterPid(dataDir);
    expect(next).not.toBe(killed);
    expect(messages.join('\n')).toContain(`runs again (process ${next}, port ${new URL(server.url).port})`);
    await server.stop();
    expect(isAlive(next)).toBe(false);
  });

  it.runIf(ON_LINUX)('comes back when all its children were killed too (needs /proc)', async () => {
    const dataDir = preparedDirectory();
    const server = await start(dataDir);
    const writers = await startWriters(server.url);
    await waitFor('some rows', () => (writers.acknowledged.length > 20 ? true : undefined));
    const killed = postmasterPid(dataDir);
    for (const pid of serverProcesses(killed)) killIfRunning(pid);
    await waitFor('its end', () => (isAlive(killed) ? undefined : true));
    await recovery(server.url);
    await writers.end();
    await server.stop();
  });

  it.runIf(ON_LINUX)('does not wait for a backend that is deep in a long statement (needs /proc)', async () => {
    const dataDir = preparedDirectory();
    const server = await start(dataDir);
    const busy = await startLongStatement(server.url);
    const killed = postmasterPid(dataDir);
    killIfRunning(killed);
    await waitFor('its end', () => (isAlive(killed) ? undefined : true));
    await recovery(server.url);
    expect(await busy.end).toBe('ended');
    await server.stop();
  });

  it('comes back when it had been taken over from a killed Node', async () => {
    const dataDir = preparedDirectory();
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
    await recovery(server.url);
    await writers.end();
    await server.stop();
  });

  it('comes back each time when killed twice in a row, one server at a time', async () => {
    const dataDir = preparedDirectory();
    const messages: string[] = [];
    const server = await start(dataDir, messages);
    const writers = await startWriters(server.url);
    for (let round = 0; round < 2; round++) {
      const before = writers.acknowledged.length;
      await waitFor('some rows', () => (writers.acknowledged.length > before + 10 ? true : undefined));
      const killed = postmasterPid(dataDir);
      killIfRunning(killed);
      await waitFor('its end to be noticed', () => messages.find((text) => text.includes(`process ${killed}) ended`)));
      await recovery(server.url);
    }
    await writers.end();
    if (ON_LINUX) {
      const family = new Set(serverProcesses(postmasterPid(dataDir)));
      expect(processesOf(clusterOf(dataDir)).filter((pid) => !family.has(pid))).toEqual([]);
    }
    await server.stop();
  });

  it('is started again when somebody else shut it down in good order', async () => {
    const dataDir = preparedDirectory();
    const server = await start(dataDir);
    const first = postmasterPid(dataDir);
    killIfRunning(first, 'SIGINT');
    await waitFor('its end', () => (isAlive(first) ? undefined : true));
    await recovery(server.url);
    await server.stop();
  });

  it('waits for its own port when another program sits there for a while', async () => {
    const dataDir = preparedDirectory();
    const server = await start(dataDir);
    const killed = postmasterPid(dataDir);
    killIfRunning(killed);
    await waitFor('its end', () => (isAlive(killed) ? undefined : true));
    const squatter = net.createServer((socket) => socket.destroy());
    await new Promise<void>((resolve, reject) => {
      squatter.once('error', reject).listen(Number(new URL(server.url).port), '127.0.0.1', resolve);
    });
    const refusals = () => readFileSync(path.join(dataDir, 'postgres.log'), 'utf8').match(/could not bind/g) ?? [];
    await waitFor('two starts in vain', () => (refusals().length > 1 ? true : undefined));
    await new Promise((resolve) => squatter.close(resolve));
    await recovery(server.url);
    await server.stop();
  });

  it('that dies again and again is started less and less often', async () => {
    const dataDir = preparedDirectory();
    const messages: string[] = [];
    const pauses: number[] = [];
    let nowMs = 0;
    const pause = async (milliseconds: number) => void pauses.push(milliseconds);
    const server = await start(dataDir, messages, { pace: { nowMs: () => nowMs, pause } });
    const runs = () => messages.filter((text) => text.includes('runs again')).length;
    const killAndWait = async () => {
      const before = runs();
      killIfRunning(postmasterPid(dataDir));
      await waitFor('the next run', () => (runs() > before ? true : undefined));
    };
    for (let time = 0; time < 6; time++) await killAndWait();
    expect(pauses).toEqual([150, 300, 600, 1_200, 2_000, 2_000]);
    // One that has run for a while is started at once.
    nowMs += 5_000;
    await killAndWait();
    expect(pauses.at(-1)).toBe(0);
    await server.stop();
  });
});

describe('stop', { timeout: TIMEOUT_MS }, () => {
  const expectNothingLeft = async (dataDir: string) => {
    if (ON_LINUX) {
      // A killed process takes a moment to leave the table.
      await waitFor('no process to be left', () => (processesOf(clusterOf(dataDir)).length === 0 ? true : undefined));
    }
    expect(existsSync(path.join(dataDir, 'postgres.lock'))).toBe(false);
  };
  /** A server that was left, or came back later, would be taken over or be in the way. */
  const startNext = async (dataDir: string) => {
    const messages: string[] = [];
    const next = await start(dataDir, messages);
    expect(messages).toEqual([]);
    return next;
  };

  it('right after a kill leaves no process', async () => {
    const dataDir = preparedDirectory();
    const server = await start(dataDir);
    const busy = await startLongStatement(server.url);
    killIfRunning(postmasterPid(dataDir));
    await server.stop();
    await expectNothingLeft(dataDir);
    if (ON_LINUX) expect(await busy.end).toBe('ended');
    await (await startNext(dataDir)).stop();
  });

  it.each([0, 100, 200, 300, 450])(
    'during a restart (%i ms into it) leaves no process, and the next start finds the data',
    async (ms) => {
      const dataDir = preparedDirectory();
      const messages: string[] = [];
      const server = await start(dataDir, messages);
      await query(server.url, 'CREATE TABLE kept AS SELECT 7 AS id');
      killIfRunning(postmasterPid(dataDir));
      await waitFor('the restart', () => messages.find((text) => text.includes('starting it again')));
      await pause(ms);
      await Promise.all([server.stop(), server.stop()]);
      await expectNothingLeft(dataDir);
      const next = await startNext(dataDir);
      expect(await query(next.url, 'SELECT id FROM kept')).toEqual([{ id: 7 }]);
      await next.stop();
    },
  );
});
