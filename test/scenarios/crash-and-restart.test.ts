import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Account } from '../../src/ground/embedded-postgres/account.ts';
import { PATIENCE_MS, postmasterPid, serverProcesses } from '../ground/embedded-postgres/fixture.ts';
import { orderBody } from '../support/orders.ts';
import { becomeAnotherUser, OPEN_PLACE } from '../support/processes/another-user.ts';
import { fillDataDirectory } from '../support/processes/data-directory.ts';
import {
  callJson,
  logInAsDemo,
  type ProcessOptions,
  startVintemProcess,
  type VintemProcess,
} from '../support/processes/process.ts';

const TIMEOUT_MS = 3 * PATIENCE_MS;

const isRoot = process.getuid?.() === 0;
const cleanups: (() => void | Promise<void>)[] = [];

afterEach(async () => {
  for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) await cleanup();
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vintem-crash-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Who runs the service, and where this user keeps things. */
interface User {
  folder(): string;
  account?: Account;
  starts: Partial<ProcessOptions>;
}

function anotherUser(): User {
  const { account, folder, node, project, remove } = becomeAnotherUser();
  cleanups.push(remove);
  return { folder, account, starts: { ...account, node, entry: join(project, 'dist/start.js') } };
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
  {
    who: 'as the user running the tests',
    become: (): User => ({ folder: temporaryFolder, starts: {} }),
    applies: true,
    // Root's first start, below a private home, comes at the end.
    isFirst: !isRoot,
  },
  // In many containers the tests run as root; there they also try an ordinary user.
  { who: 'as an ordinary user', become: anotherUser, applies: OPEN_PLACE !== null, isFirst: true },
])('$who', ({ become, applies, isFirst }) => {
  async function start(dataDir: string, { starts }: User): Promise<VintemProcess> {
    const vintem = await startVintemProcess({ env: { DATA_DIR: dataDir }, ...starts });
    cleanups.push(() => vintem.kill());
    return vintem;
  }

  it.runIf(applies)('keeps an acknowledged payment when Node alone is killed', { timeout: TIMEOUT_MS }, async () => {
    const user = become();
    const dataDir = user.folder();
    if (!isFirst) fillDataDirectory(dataDir, user.account);
    const first = await start(dataDir, user);
    const id = await payOnce(first.url);
    await first.kill();
    const second = await start(dataDir, user);
    expect(await statusOf(second.url, id)).toBe(2);
    expect(await second.stop()).toBe(0);
  });

  it.runIf(applies)('keeps it when the database is killed with it', { timeout: TIMEOUT_MS }, async () => {
    const user = become();
    const dataDir = fillDataDirectory(user.folder(), user.account);
    const first = await start(dataDir, user);
    const id = await payOnce(first.url);
    await cutThePower(first, dataDir);
    const second = await start(dataDir, user);
    expect(await statusOf(second.url, id)).toBe(2);
    expect(await second.stop()).toBe(0);
  });
});

it.runIf(isRoot)('runs as root with its data below a private home', { timeout: TIMEOUT_MS }, async () => {
  const home = temporaryFolder();
  const dataDir = join(home, 'project', '.vintem');
  mkdirSync(join(home, 'project'), { mode: 0o700 });
  const vintem = await startVintemProcess({ env: { DATA_DIR: dataDir } });
  cleanups.push(() => vintem.kill());
  const id = await payOnce(vintem.url);
  expect(await statusOf(vintem.url, id)).toBe(2);
  expect(await vintem.stop()).toBe(0);
});
