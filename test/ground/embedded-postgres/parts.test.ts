import { spawn } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { canTraverse } from '../../../src/ground/embedded-postgres/account.ts';
import { restoreSymlinks, stageCopy } from '../../../src/ground/embedded-postgres/binaries.ts';
import { acquireLock } from '../../../src/ground/embedded-postgres/lock.ts';
import { accountForNewCluster } from '../../../src/ground/embedded-postgres/owner.ts';
import { recoverySettings, serverOptions } from '../../../src/ground/embedded-postgres/settings.ts';
import { NOBODY } from '../../support/processes/another-user.ts';
import { AS_ROOT, cleanUp, LAUNCHER, temporaryDirectory, waitFor } from './fixture.ts';

afterEach(cleanUp);

/** A small package: one library, its two links, and one program that was installed under umask 077. */
function smallPackage(): string {
  const native = path.join(temporaryDirectory(), 'native');
  mkdirSync(path.join(native, 'lib'), { recursive: true });
  mkdirSync(path.join(native, 'bin'), { mode: 0o700 });
  writeFileSync(path.join(native, 'lib/libx.so.1.2'), 'library', { mode: 0o600 });
  writeFileSync(path.join(native, 'bin/postgres'), 'program', { mode: 0o700 });
  const links = ['native/lib/libx.so', 'native/lib/libx.so.1'].map((target) => ({
    source: 'native/lib/libx.so.1.2',
    target,
  }));
  writeFileSync(path.join(native, 'pg-symlinks.json'), JSON.stringify(links));
  return native;
}

describe('programs', () => {
  it('puts back missing and broken links and leaves good ones', () => {
    const native = smallPackage();
    symlinkSync('gone.so', path.join(native, 'lib/libx.so'));
    expect(restoreSymlinks(native)).toBe(true);
    for (const name of ['libx.so', 'libx.so.1']) {
      expect(readlinkSync(path.join(native, 'lib', name))).toBe('libx.so.1.2');
      expect(readFileSync(path.join(native, 'lib', name), 'utf8')).toBe('library');
    }
    const before = lstatSync(path.join(native, 'lib/libx.so')).ino;
    expect(restoreSymlinks(native)).toBe(true);
    expect(lstatSync(path.join(native, 'lib/libx.so')).ino).toBe(before);
  });

  it('refuses a list that names files outside of the package', () => {
    const native = smallPackage();
    writeFileSync(
      path.join(native, 'pg-symlinks.json'),
      JSON.stringify([{ source: 'native/lib/libx.so.1.2', target: 'native/../../x' }]),
    );
    expect(() => restoreSymlinks(native)).toThrow('outside');
  });

  it.runIf(!AS_ROOT)(
    'says so when links cannot be made in a read-only package (root may write anywhere: not as root)',
    () => {
      const native = smallPackage();
      chmodSync(path.join(native, 'lib'), 0o500);
      expect(restoreSymlinks(native)).toBe(false);
      chmodSync(path.join(native, 'lib'), 0o700);
    },
  );

  it('stages a copy everybody can read, with its links, and reuses it while it is whole', () => {
    const native = smallPackage();
    const target = path.join(temporaryDirectory(), 'copy');
    expect(stageCopy(native, target)).toBe('copied');
    expect(lstatSync(target).mode & 0o777).toBe(0o755);
    expect(lstatSync(path.join(target, 'bin/postgres')).mode & 0o777).toBe(0o755);
    expect(lstatSync(path.join(target, 'lib/libx.so.1.2')).mode & 0o777).toBe(0o644);
    expect(readFileSync(path.join(target, 'lib/libx.so'), 'utf8')).toBe('library');
    expect(stageCopy(native, target)).toBe('reused');
    unlinkSync(path.join(target, 'bin/postgres'));
    expect(stageCopy(native, target)).toBe('copied');
    expect(readdirSync(path.dirname(target))).toEqual(['copy']);
  });

  it('does not trust a directory others may write to, nor a link', () => {
    const native = smallPackage();
    const target = path.join(temporaryDirectory(), 'copy');
    stageCopy(native, target);
    chmodSync(target, 0o777);
    expect(() => stageCopy(native, target)).toThrow('somebody else');
    const link = path.join(temporaryDirectory(), 'link');
    symlinkSync(native, link);
    expect(() => stageCopy(native, link)).toThrow('somebody else');
  });

  it('tells how to get the programs when the package is missing', async () => {
    const alone = temporaryDirectory(); // Outside of the project, no node_modules is found.
    const compiled = path.dirname(LAUNCHER);
    for (const name of ['binaries.js', 'account.js', 'files.js']) {
      // Without the source map comment, whose file stays behind.
      writeFileSync(
        path.join(alone, name),
        readFileSync(path.join(compiled, name), 'utf8').replace(/^\/\/# sourceMappingURL.*/m, ''),
      );
    }
    writeFileSync(path.join(alone, 'package.json'), '{"type":"module"}');
    const { findBinaries } = (await import(
      path.join(alone, 'binaries.js')
    )) as typeof import('../../../src/ground/embedded-postgres/binaries.ts');
    await expect(findBinaries(alone, undefined, () => {})).rejects.toThrow(/not installed.*npm ci.*DATABASE_URL/);
  });
});

describe.runIf(AS_ROOT)('the account PostgreSQL runs as (only root lends one)', () => {
  const NOBODY_ELSE = 'root:x:0:0::/root:/bin/sh\nnobody:x:65534:65534::/nonexistent:/usr/sbin/nologin\n';

  /** Its own list of accounts, and a program in place of useradd. */
  function system(passwd: string, script: string) {
    const folder = temporaryDirectory();
    const files = { passwd: path.join(folder, 'passwd'), useradd: path.join(folder, 'useradd') };
    writeFileSync(files.passwd, passwd);
    writeFileSync(files.useradd, `#!/bin/sh\n${script.replace('PASSWD', files.passwd)}\n`, { mode: 0o755 });
    return files;
  }

  it('is postgres where there is one, and otherwise one made for it: never nobody, never root', async () => {
    const messages: string[] = [];
    const log = (message: string) => messages.push(message);
    const listed = system(`postgres:x:101:104::/:/bin/sh\n${NOBODY_ELSE}`, 'exit 1');
    expect(await accountForNewCluster(log, listed)).toEqual({ uid: 101, gid: 104 });
    expect(messages).toEqual([]);
    // The name is the last argument.
    const bare = system(
      `postgres:x:0:0::/:/bin/sh\n${NOBODY_ELSE}`,
      'for name; do :; done; echo "$name:x:997:996::/:/bin/false" >> PASSWD',
    );
    expect(await accountForNewCluster(log, bare)).toEqual({ uid: 997, gid: 996 });
    expect(messages).toEqual([expect.stringContaining('made the system account vintem-postgres')]);
    expect(await accountForNewCluster(log, { ...bare, useradd: '/nonexistent' })).toEqual({ uid: 997, gid: 996 });
  });

  it('is refused with words where none can be made', async () => {
    const closed = system(NOBODY_ELSE, 'echo "cannot lock /etc/passwd" >&2; exit 1');
    await expect(accountForNewCluster(() => {}, closed)).rejects.toThrow(
      /cannot lock \/etc\/passwd.*ordinary user.*DATABASE_URL/,
    );
    await expect(accountForNewCluster(() => {}, { ...closed, useradd: '/nonexistent' })).rejects.toThrow(
      /could not be made.*ordinary user/,
    );
  });
});

describe('the lock', () => {
  const lockFile = () => path.join(temporaryDirectory(), 'postgres.lock');

  it('is refused while held, free after release, and leaves no files', async () => {
    const file = lockFile();
    const lock = await acquireLock(file);
    await expect(acquireLock(file)).rejects.toThrow(`process ${process.pid}`);
    lock.release();
    (await acquireLock(file)).release();
    expect(readdirSync(path.dirname(file))).toEqual([]);
  });

  it.each(['not json', '{}', ''])('takes over a torn lock: %j', async (text) => {
    const file = lockFile();
    writeFileSync(file, text);
    (await acquireLock(file)).release();
  });

  it('takes over the lock of an earlier process that had the same number', async () => {
    const file = lockFile();
    const lock = await acquireLock(file);
    const held = JSON.parse(readFileSync(file, 'utf8')) as object;
    lock.release();
    writeFileSync(file, JSON.stringify({ ...held, birth: 'long ago' }));
    (await acquireLock(file)).release();
  });

  it.runIf(process.platform === 'linux')(
    'takes over the lock of a killed process nobody has waited for (a zombie; needs /proc)',
    async () => {
      const file = lockFile();
      const lock = await acquireLock(file);
      const held = JSON.parse(readFileSync(file, 'utf8')) as object;
      lock.release();
      // Before that child ends, the shell becomes a sleep, which never waits for the child.
      const parent = spawn('sh', ['-c', 'sleep 1 & echo $!; exec sleep 30'], { stdio: ['ignore', 'pipe', 'ignore'] });
      try {
        const pid = await new Promise<number>((resolve) =>
          parent.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk.toString()))),
        );
        const stat = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ');
        await waitFor('a zombie', () => (stat()[2] === 'Z' ? true : undefined));
        writeFileSync(file, JSON.stringify({ ...held, pid, birth: stat()[21] }));
        (await acquireLock(file)).release();
      } finally {
        parent.kill('SIGKILL');
      }
    },
  );

  it('believes a holder in another container by its heartbeat', async () => {
    const file = lockFile();
    const foreign = JSON.stringify({ pid: 1, birth: '1', realm: 'another container' });
    writeFileSync(file, foreign);
    const heartbeat = setInterval(() => utimesSync(file, new Date(), new Date()), 50);
    await expect(acquireLock(file)).rejects.toThrow('process 1 ');
    clearInterval(heartbeat);
    rmSync(file);
    writeFileSync(file, foreign);
    utimesSync(file, new Date(0), new Date(0));
    (await acquireLock(file)).release();
  });
});

describe('small rules', () => {
  it.runIf(AS_ROOT)(
    'judges by mode bits whether an account may enter (needs a directory of another user: root)',
    () => {
      const directory = temporaryDirectory();
      chmodSync(directory, 0o700);
      expect(canTraverse(directory, NOBODY)).toBe(false);
      chmodSync(directory, 0o711);
      expect(canTraverse(directory, NOBODY)).toBe(true);
      expect(canTraverse(directory, undefined)).toBe(true);
    },
  );

  it('lets settings override durability but not the address', () => {
    const options = serverOptions(5, 'name', { fsync: 'off', listen_addresses: '*', unix_socket_directories: '/tmp' });
    expect(options).toContain('fsync=off');
    expect(options).toContain('listen_addresses=127.0.0.1');
    expect(options).toContain('unix_socket_directories=');
    expect(serverOptions(5, 'name')).toContain('fsync=on');
  });

  it('flushes the file system at once before recovery only where that is supported and reports failures', () => {
    const syncfs = { recovery_init_sync_method: 'syncfs' };
    expect(recoverySettings('linux', '6.1.0-13-amd64')).toEqual(syncfs);
    expect(recoverySettings('linux', '5.8.0')).toEqual(syncfs);
    expect(recoverySettings('linux', '5.4.0-200-generic')).toEqual({});
    expect(recoverySettings('linux', 'unheard of')).toEqual({});
    expect(recoverySettings('darwin', '24.0.0')).toEqual({});
  });
});
