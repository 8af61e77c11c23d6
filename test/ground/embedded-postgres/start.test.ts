import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { isAlive } from '../../../src/ground/embedded-postgres/process.ts';
import { becomeAnotherUser, NOBODY, OPEN_PLACE } from '../../support/processes/another-user.ts';
import {
  AS_ROOT,
  cleanUp,
  clusterOf,
  killIfRunning,
  launchInChild,
  PATIENCE_MS,
  postmasterPid,
  preparedDirectory,
  query,
  serverProcesses,
  start,
  temporaryDirectory,
  waitFor,
} from './fixture.ts';

const TIMEOUT_MS = 2 * PATIENCE_MS;
const ON_LINUX = process.platform === 'linux';
/** Any account except root and those that PostgreSQL would get. */
const SOMEBODY = { uid: 64_123, gid: 64_123 };
const mode = (file: string) => statSync(file).mode & 0o777;

afterEach(cleanUp, TIMEOUT_MS);

async function keepSomething(url: string): Promise<void> {
  await query(url, 'CREATE TABLE kept (id int PRIMARY KEY)');
  await query(url, 'INSERT INTO kept VALUES (7)');
}

async function expectKept(url: string): Promise<void> {
  expect(await query(url, 'SELECT id FROM kept')).toEqual([{ id: 7 }]);
}

describe('a first start', { timeout: TIMEOUT_MS }, () => {
  it('makes a private UTF-8 database on loopback with a password, and stop is idempotent', async () => {
    const dataDir = path.join(temporaryDirectory(), 'data');
    const server = await start(dataDir);
    expect(new URL(server.url).hostname).toBe('127.0.0.1');
    const [facts] = await query(
      server.url,
      `SELECT current_database() AS db, pg_encoding_to_char(encoding) AS encoding, datlocprovider::text AS provider,
         datlocale AS locale,
              current_setting('data_checksums') AS checksums, current_setting('TimeZone') AS tz,
              current_setting('listen_addresses') AS listen,
              current_setting('unix_socket_directories') AS sockets, current_setting('max_connections') AS connections,
              current_setting('synchronous_commit') AS commits, (SELECT bool_and(auth_method = 'scram-sha-256')
              FROM pg_hba_file_rules) AS scram
         FROM pg_database WHERE datname = current_database()`,
    );
    expect(facts).toEqual({
      db: 'vintem',
      encoding: 'UTF8',
      provider: 'b',
      locale: 'C.UTF-8',
      checksums: 'on',
      tz: 'UTC',
      listen: '127.0.0.1',
      sockets: '',
      connections: '200',
      commits: 'on',
      scram: true,
    });
    expect(mode(path.join(dataDir, 'postgres.password'))).toBe(0o600);
    expect(mode(path.join(dataDir, 'postgres.log'))).toBe(0o600);
    expect(mode(clusterOf(dataDir))).toBe(0o700);
    await Promise.all([server.stop(), server.stop()]);
    await server.stop();
    expect(existsSync(path.join(clusterOf(dataDir), 'postmaster.pid'))).toBe(false);
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log', 'postgres.password']);
  });

  it.runIf(ON_LINUX)('never leaves its memory beside the data when it ends itself', async () => {
    const dataDir = preparedDirectory();
    await start(dataDir);
    const limits = readFileSync(`/proc/${postmasterPid(dataDir)}/limits`, 'utf8');
    expect(limits).toMatch(/^Max core file size +0 +0 /m);
  });

  it('keeps data for the second start', async () => {
    const dataDir = temporaryDirectory();
    const first = await start(dataDir);
    await keepSomething(first.url);
    await first.stop();
    const second = await start(dataDir);
    await expectKept(second.url);
    await second.stop();
  });

  it('refuses a wrong password and keeps the right one off command lines', async () => {
    const dataDir = preparedDirectory();
    const server = await start(dataDir);
    const url = new URL(server.url);
    const { password } = url;
    expect(password).toMatch(/^[0-9a-f]{64}$/);
    if (ON_LINUX) expect(readFileSync(`/proc/${postmasterPid(dataDir)}/cmdline`, 'utf8')).not.toContain(password);
    url.password = 'guess';
    await expect(query(url.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    await server.stop();
    expect(readFileSync(path.join(dataDir, 'postgres.log'), 'utf8')).not.toContain(password);
  });

  it('writes no values of statements to the log', async () => {
    const dataDir = preparedDirectory();
    const server = await start(dataDir);
    await query(server.url, 'CREATE TABLE person (document text PRIMARY KEY, age int CHECK (age > 0))');
    await query(server.url, 'INSERT INTO person VALUES ($1, 5)', ['52998224725']);
    await expect(query(server.url, 'INSERT INTO person VALUES ($1, 6)', ['52998224725'])).rejects.toMatchObject({
      code: '23505',
    });
    await expect(
      query(
        server.url,
        `INSERT INTO person VALUES ('52998224725',
     -1)`,
      ),
    ).rejects.toMatchObject({ code: '23514' });
    await expect(query(server.url, 'SELECT $1::text::uuid', ['52998224725'])).rejects.toMatchObject({ code: '22P02' });
    await server.stop();
    const log = readFileSync(path.join(dataDir, 'postgres.log'), 'utf8');
    expect(log).toContain('ready to accept connections');
    expect(log).not.toContain('52998224725');
  });

  it('lets Node end by itself after stop', async () => {
    const child = launchInChild(preparedDirectory(), 'leave');
    await child.line('STOPPED');
    expect(await child.exit).toBe(0);
  });

  it('clears what an interrupted initdb left and starts afresh', async () => {
    const dataDir = temporaryDirectory();
    const child = launchInChild(dataDir, 'stay');
    const draft = await waitFor('initdb at work', () =>
      readdirSync(dataDir).find((name) => name.startsWith('postgres.init-')),
    );
    await waitFor('some of its files', () => (existsSync(path.join(dataDir, draft, 'PG_VERSION')) ? true : undefined));
    killIfRunning(child.pid);
    await child.exit;
    expect(existsSync(clusterOf(dataDir))).toBe(false);
    const messages: string[] = [];
    const server = await start(dataDir, messages);
    expect(messages.join('\n')).toContain('interrupted');
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await server.stop();
  });
});

describe('after a crash', { timeout: TIMEOUT_MS }, () => {
  it('takes over the server of a killed Node, with its committed data', async () => {
    const dataDir = preparedDirectory();
    const child = launchInChild(dataDir, 'stay');
    await keepSomething(await child.line('READY'));
    const orphan = postmasterPid(dataDir);
    killIfRunning(child.pid);
    await child.exit;
    expect(isAlive(orphan)).toBe(true);
    const messages: string[] = [];
    const server = await start(dataDir, messages);
    expect(messages.join('\n')).toContain(`process ${orphan}`);
    expect(postmasterPid(dataDir)).toBe(orphan);
    await expectKept(server.url);
    await server.stop();
    expect(existsSync(path.join(clusterOf(dataDir), 'postmaster.pid'))).toBe(false);
  });

  it('stops an orphan it cannot log in to, sets a new password and keeps the data', async () => {
    const dataDir = preparedDirectory();
    const child = launchInChild(dataDir, 'stay');
    const before = await child.line('READY');
    await keepSomething(before);
    const orphan = postmasterPid(dataDir);
    killIfRunning(child.pid);
    await child.exit;
    rmSync(path.join(dataDir, 'postgres.password'));
    const server = await start(dataDir);
    expect(postmasterPid(dataDir)).not.toBe(orphan);
    expect(new URL(server.url).password).not.toBe(new URL(before).password);
    await expectKept(server.url);
    await server.stop();
  });

  it.runIf(ON_LINUX)('recovers when Node, the postmaster and all its children were killed (needs /proc)', async () => {
    const dataDir = preparedDirectory();
    const child = launchInChild(dataDir, 'stay');
    await keepSomething(await child.line('READY'));
    killIfRunning(child.pid);
    for (const pid of serverProcesses(postmasterPid(dataDir))) killIfRunning(pid);
    const server = await start(dataDir);
    await expectKept(server.url);
    expect(readFileSync(path.join(dataDir, 'postgres.log'), 'utf8')).toContain('not properly shut down');
    await server.stop();
  });

  it('recovers when only the postmaster was killed, while its children are still dying', async () => {
    const dataDir = preparedDirectory();
    const child = launchInChild(dataDir, 'stay');
    const url = await child.line('READY');
    await keepSomething(url);
    const busy = query(url, 'SELECT pg_sleep(1)').catch(() => {});
    killIfRunning(child.pid);
    killIfRunning(postmasterPid(dataDir));
    const server = await start(dataDir);
    await expectKept(server.url);
    await busy;
    await server.stop();
  });

  it('does not hurt a stranger whose process id is in a stale postmaster.pid', async () => {
    const dataDir = preparedDirectory();
    const first = await start(dataDir);
    await keepSomething(first.url);
    const pidFile = path.join(clusterOf(dataDir), 'postmaster.pid');
    const stale = readFileSync(pidFile, 'utf8').split('\n').slice(1).join('\n');
    const owner = statSync(pidFile);
    await first.stop();
    // The process has the same user as the server: PostgreSQL itself would believe the file and refuse to start.
    // Of ours there may be no other program than Node; the server's user may not reach Node where root has it, and
    // always the shell, which waits for a line that never comes.
    const [program, ...words] =
      owner.uid === process.getuid?.()
        ? [process.execPath, '-e', 'setTimeout(() => {}, 60_000)']
        : ['/bin/sh', '-c', 'read line'];
    const stranger = spawn(program as string, words, { uid: owner.uid, gid: owner.gid, cwd: '/', stdio: 'pipe' });
    try {
      writeFileSync(pidFile, `${stranger.pid}\n${stale}`, { mode: 0o600 });
      chownSync(pidFile, owner.uid, owner.gid);
      const second = await start(dataDir);
      await expectKept(second.url);
      await second.stop();
      expect(stranger.exitCode).toBe(null);
      expect(stranger.signalCode).toBe(null);
    } finally {
      stranger.kill('SIGKILL');
    }
  });
});

describe('two starts on one data directory', { timeout: TIMEOUT_MS }, () => {
  it('refuses the second with the process id of the first, from the same and from another process', async () => {
    const dataDir = preparedDirectory();
    const server = await start(dataDir);
    await expect(start(dataDir)).rejects.toThrow(`in use by process ${process.pid}`);
    const child = launchInChild(dataDir, 'leave');
    expect(await child.line('FAILED')).toContain(`in use by process ${process.pid}`);
    expect(await child.exit).toBe(1);
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await server.stop();
    const again = await start(dataDir);
    await again.stop();
  });

  it('lets one of several at once win', async () => {
    const dataDir = temporaryDirectory();
    const children = [1, 2, 3].map(() => launchInChild(dataDir, 'stay'));
    const outcomes = children.map((child) =>
      Promise.race([child.line('READY').then(() => 'ready'), child.line('FAILED').then(() => 'refused')]),
    );
    expect((await Promise.all(outcomes)).sort()).toEqual(['ready', 'refused', 'refused']);
  });
});

describe('users', { timeout: TIMEOUT_MS }, () => {
  it.runIf(AS_ROOT && ON_LINUX)(
    'root: works with the data under a directory only root may enter, and recovers there (needs root)',
    async () => {
      const closed = temporaryDirectory();
      chmodSync(closed, 0o700);
      const dataDir = path.join(closed, 'data');
      const child = launchInChild(dataDir, 'stay');
      await keepSomething(await child.line('READY'));
      expect(statSync(clusterOf(dataDir)).uid).not.toBe(0);
      const orphan = postmasterPid(dataDir);
      killIfRunning(child.pid);
      await child.exit;
      const adopted = await start(dataDir);
      expect(postmasterPid(dataDir)).toBe(orphan);
      for (const pid of serverProcesses(orphan)) killIfRunning(pid);
      await adopted.stop();
      const recovered = await start(dataDir);
      await expectKept(recovered.url);
      await recovered.stop();
    },
  );

  it.runIf(AS_ROOT)('root: goes on as the owner of an existing cluster (needs root)', async () => {
    const dataDir = preparedDirectory();
    const first = await start(dataDir);
    await keepSomething(first.url);
    await first.stop();
    chownTree(clusterOf(dataDir), SOMEBODY.uid, SOMEBODY.gid);
    const second = await start(dataDir);
    await expectKept(second.url);
    expect(statSync(clusterOf(dataDir)).uid).toBe(SOMEBODY.uid);
    await second.stop();
    chownTree(clusterOf(dataDir), 0, 0);
    await expect(start(dataDir)).rejects.toThrow(/belongs to root.*chown -R/);
  });

  it.runIf(AS_ROOT)(
    'root: takes the files of a cluster that an earlier version made as nobody (needs root)',
    async () => {
      const dataDir = preparedDirectory();
      const first = await start(dataDir);
      await keepSomething(first.url);
      const { uid } = statSync(clusterOf(dataDir));
      expect(uid).not.toBe(NOBODY.uid);
      await first.stop();
      chownTree(clusterOf(dataDir), NOBODY.uid, NOBODY.gid);
      const messages: string[] = [];
      const second = await start(dataDir, messages);
      await expectKept(second.url);
      expect(messages.join('\n')).toContain('belonged to nobody');
      const owners = (readdirSync(clusterOf(dataDir), { recursive: true }) as string[]).map(
        (name) => lstatSync(path.join(clusterOf(dataDir), name)).uid,
      );
      expect(new Set([...owners, statSync(clusterOf(dataDir)).uid])).toEqual(new Set([uid]));
      await second.stop();
    },
  );

  it.runIf(OPEN_PLACE !== null)(
    'an ordinary user: runs in a directory of its own (needs root to become nobody)',
    async () => {
      const user = becomeAnotherUser();
      const dataDir = user.folder();
      try {
        const child = launchInChild(dataDir, 'stay', user);
        await keepSomething(await child.line('READY'));
        expect(statSync(clusterOf(dataDir)).uid).toBe(NOBODY.uid);
        killIfRunning(child.pid);
        await child.exit;
        const next = launchInChild(dataDir, 'leave', user);
        expect(await next.line('LOG')).toContain('took over');
        expect(await next.exit).toBe(0);
      } finally {
        user.remove();
      }
    },
  );
});

function chownTree(directory: string, uid: number, gid: number): void {
  chownSync(directory, uid, gid);
  for (const entry of readdirSync(directory, { recursive: true }) as string[])
    chownSync(path.join(directory, entry), uid, gid);
}
