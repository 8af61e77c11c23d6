import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { postmasterPid, serverProcesses } from '../embedded-postgres/fixture.ts';
import { orderBody } from '../support/orders.ts';
import { callJson, logInAsDemo, startVintemProcess, type VintemProcess } from '../support/process.ts';

const isRoot = process.getuid?.() === 0;
const cleanups: (() => void | Promise<void>)[] = [];

afterEach(async () => {
  for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) await cleanup();
});

function temporaryFolder(uid?: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'vintem-crash-'));
  if (uid !== undefined) chownSync(folder, uid, uid);
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Kills the process and the database at once, as a power cut would. */
async function cutThePower(vintem: VintemProcess, dataDir: string): Promise<void> {
  const server = serverProcesses(postmasterPid(dataDir));
  await vintem.kill();
  for (const pid of server) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      // A backend that was only answering a query may have ended by itself.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

async function payOnce(url: string): Promise<number> {
  const token = await logInAsDemo(url);
  const { body } = await callJson(`${url}/payments/order`, { token, body: orderBody() });
  const { id } = body.transaction;
  await callJson(`${url}/sandbox/transactions/${id}/pay`, { token, method: 'POST' });
  return id;
}

async function statusOf(url: string, id: number): Promise<number> {
  const { body } = await callJson(`${url}/transactions/${id}`, { token: await logInAsDemo(url) });
  return body.status;
}

describe.each([
  { who: 'as the user running the tests', uid: undefined as number | undefined, applies: true },
  // In many containers the tests run as root; there they also try an ordinary user.
  { who: 'as an ordinary user', uid: 65534, applies: isRoot },
])('$who', ({ uid, applies }) => {
  const account = uid === undefined ? {} : { uid, gid: uid };

  it.runIf(applies)('keeps an acknowledged payment when Node alone is killed', async () => {
    const dataDir = temporaryFolder(uid);
    const first = await startVintemProcess({ env: { DATA_DIR: dataDir }, ...account });
    cleanups.push(() => first.kill());
    const id = await payOnce(first.url);
    await first.kill();
    const second = await startVintemProcess({ env: { DATA_DIR: dataDir }, ...account });
    cleanups.push(() => second.kill());
    expect(await statusOf(second.url, id)).toBe(2);
    expect(await second.stop()).toBe(0);
  });

  it.runIf(applies)('keeps it when the database is killed with it', async () => {
    const dataDir = temporaryFolder(uid);
    const first = await startVintemProcess({ env: { DATA_DIR: dataDir }, ...account });
    cleanups.push(() => first.kill());
    const id = await payOnce(first.url);
    await cutThePower(first, dataDir);
    const second = await startVintemProcess({ env: { DATA_DIR: dataDir }, ...account });
    cleanups.push(() => second.kill());
    expect(await statusOf(second.url, id)).toBe(2);
    expect(await second.stop()).toBe(0);
  });
});

it.runIf(isRoot)('runs as root with its data below a private home', async () => {
  const home = temporaryFolder();
  const dataDir = join(home, 'project', '.vintem');
  mkdirSync(join(home, 'project'), { mode: 0o700 });
  const vintem = await startVintemProcess({ env: { DATA_DIR: dataDir } });
  cleanups.push(() => vintem.kill());
  const id = await payOnce(vintem.url);
  expect(await statusOf(vintem.url, id)).toBe(2);
  expect(await vintem.stop()).toBe(0);
});
