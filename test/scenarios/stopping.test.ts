import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { isAlive } from '../../src/ground/embedded-postgres/process.ts';
import { killIfRunning, PATIENCE_MS, postmasterPid, waitFor } from '../ground/embedded-postgres/fixture.ts';
import { createDemoDatabase } from '../support/database.ts';
import { fillDataDirectory } from '../support/processes/data-directory.ts';
import { callJson, startVintemProcess } from '../support/processes/process.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const ENTRY = join(PROJECT, 'dist/start.js');
const TIMEOUT_MS = 2 * PATIENCE_MS;
/** A missing parent is looked for three times in this. */
const LOOKED_AGAIN_MS = 800;

/** Whoever serves no merchants starts with half the work, and stops in the same way. */
const LEAST_WORK = { VINTEM_ROLE: 'worker' };

const cleanups: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) await cleanup();
});

/** The environment contains nothing of the runner, which may be npm itself. */
function run(
  program: string,
  args: string[],
  env: Record<string, string>,
): { child: ChildProcess; output: () => string } {
  const inherited = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '/' };
  const child = spawn(program, args, {
    cwd: PROJECT,
    env: { ...inherited, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  cleanups.push(() => killIfRunning(child.pid ?? 0));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return { child, output: () => output };
}

const readyUrl = (output: () => string) => waitFor('the ready line', () => /ready at (\S+)/.exec(output())?.[1]);
const exitOf = (child: ChildProcess) => new Promise<number | null>((resolve) => child.once('exit', resolve));

it('npm start, told to stop, takes Node and PostgreSQL with it', { timeout: TIMEOUT_MS }, async () => {
  const dataDir = fillDataDirectory(mkdtempSync(join(tmpdir(), 'vintem-npm-')));
  cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }));
  // Without `prestart`, which would compile while other tests run.
  const npm = run('npm', ['start', '--ignore-scripts'], { DATA_DIR: dataDir });
  const url = await readyUrl(npm.output);
  const postmaster = postmasterPid(dataDir);
  const { pid } = JSON.parse(readFileSync(join(dataDir, 'postgres.lock'), 'utf8')) as { pid: number };
  for (const left of [postmaster, pid]) cleanups.push(() => killIfRunning(left));
  npm.child.kill('SIGTERM');
  await waitFor('PostgreSQL to end', () => (isAlive(postmaster) ? undefined : true));
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  await waitFor('the last line', () => (npm.output().endsWith('stopped\n') ? true : undefined));
});

describe('when the process that started it ends', { timeout: TIMEOUT_MS }, () => {
  /** Starts the service, prints its process id and ends once it is ready, like a shell that does not wait. */
  const PARENT = `
    const { spawn } = require('node:child_process');
    const [entry, session] = process.argv.slice(1);
    const child = spawn(process.execPath, [entry], {
      detached: session === 'apart',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    console.log('service ' + child.pid);
    child.stdout.on('data', (chunk) => {
      process.stdout.write(chunk);
      if (/ready at/.test(chunk)) process.exit();
    });`;

  it.each([
    { how: 'under npm', env: { npm_lifecycle_event: 'start' }, session: 'same', outcome: 'stops' },
    {
      how: 'under npm, in a session of its own (setsid)',
      env: { npm_lifecycle_event: 'start' },
      session: 'apart',
      outcome: 'lives on',
    },
    { how: 'without npm', env: {}, session: 'same', outcome: 'lives on' },
    { how: 'without npm, in a session of its own (setsid)', env: {}, session: 'apart', outcome: 'lives on' },
  ])('$how it $outcome', async ({ env, session, outcome }) => {
    const database = await createDemoDatabase();
    cleanups.push(() => database.drop());
    const parent = run(process.execPath, ['-e', PARENT, ENTRY, session], {
      DATABASE_URL: database.url,
      ...LEAST_WORK,
      ...env,
    } as Record<string, string>);
    const ended = exitOf(parent.child);
    const url = await readyUrl(parent.output);
    const pid = Number(/service (\d+)/.exec(parent.output())?.[1]);
    cleanups.push(() => killIfRunning(pid));
    await ended;
    if (outcome === 'stops') {
      await waitFor('the service to end', () => (isAlive(pid) ? undefined : true));
      return;
    }
    await pause(LOOKED_AGAIN_MS);
    expect((await callJson(`${url}/healthz`)).status).toBe(200);
    killIfRunning(pid, 'SIGTERM');
    await waitFor('the service to end', () => (isAlive(pid) ? undefined : true));
  });
});

describe('signals', { timeout: TIMEOUT_MS }, () => {
  async function startOne(env: Record<string, string> = {}) {
    const database = await createDemoDatabase();
    cleanups.push(() => database.drop());
    const vintem = await startVintemProcess({ env: { DATABASE_URL: database.url, ...LEAST_WORK, ...env } });
    cleanups.push(() => vintem.kill());
    return { vintem, ended: exitOf(vintem.child) };
  }

  it('two at once are one: a terminal and npm both pass on the same Ctrl-C', async () => {
    const { vintem, ended } = await startOne({ VINTEM_ROLE: 'all', DRAIN_SECONDS: '1' });
    vintem.child.kill('SIGINT');
    vintem.child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(vintem.output()).toContain('stopped\n');
  });

  it('a later second one means now', async () => {
    const { vintem, ended } = await startOne({ DRAIN_SECONDS: '60' });
    const asking = setInterval(() => vintem.child.kill('SIGTERM'), 100);
    cleanups.push(() => clearInterval(asking));
    expect(await ended).toBe(1);
    expect(vintem.output()).not.toContain('stopped');
  });

  it('stops in good order when nobody reads its output any more', async () => {
    const { vintem, ended } = await startOne();
    vintem.child.stdout?.destroy();
    vintem.child.stderr?.destroy();
    vintem.child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});
