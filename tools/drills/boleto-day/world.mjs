/** The processes of the day: a database, the banks, the service as API and worker, and commands. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '../../../dist/ground/embedded-postgres/start-embedded-postgres.js';
import { freePort, sleep, startVintem } from '../../support/service.mjs';

const CLI = fileURLToPath(new URL('../../../dist/doors/cli/vintem.js', import.meta.url));
const LOGGED_ERROR = /"level":[56]0/;

/** Runs a command to its end, or to a kill after so many milliseconds. */
function runCommand(env, args, killAfterMs = null) {
  const child = spawn(process.execPath, [CLI, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const timer = killAfterMs === null ? null : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  return new Promise((resolve) => {
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({ code, out, err });
    });
  });
}

async function startBanks(folder, env, ports) {
  const args = ['fake-bank', '--dir', join(folder, 'pix-bank'), '--port', ports.pix, '--control-port', ports.control];
  const files = ['--cnab', join(folder, 'bank'), '--profile', 'bb', '--cnab-port', ports.cnab];
  const child = spawn(process.execPath, [CLI, ...args, ...files], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  await new Promise((resolve, reject) => {
    let told = '';
    child.stdout.on('data', (chunk) => {
      told += chunk;
      if (told.includes('/titles')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`the banks ended with ${code}: ${told}`)));
  });
  return async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await exited;
  };
}

async function callJson(url, { method, headers = {}, body }) {
  const response = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

/** What live demands; the certificates are the fake bank's, which trusts itself. */
function settingsOf(folder, databaseUrl, port, callbackPort) {
  const file = (name) => join(folder, 'pix-bank', name);
  return {
    VINTEM_MODE: 'live',
    DATABASE_URL: databaseUrl,
    JWT_SECRET: randomBytes(48).toString('base64'),
    WEBHOOK_KEY: randomBytes(32).toString('hex'),
    ACQUIRER_KEY: randomBytes(32).toString('hex'),
    PUBLIC_URL: 'https://pay.example.com',
    PORT: port,
    LOG_LEVEL: 'error',
    CALLBACK_URL: `https://127.0.0.1:${callbackPort}`,
    CALLBACK_TLS_PORT: callbackPort,
    CALLBACK_TLS_CERT_FILE: file('server.pem'),
    CALLBACK_TLS_KEY_FILE: file('server-key.pem'),
    CALLBACK_TLS_CLIENT_CA_FILE: file('ca.pem'),
  };
}

export async function openWorld(folder) {
  const [port, callback, workerPort, workerCallback, pix, control, cnab] = await Promise.all(
    Array.from({ length: 7 }, async () => String(await freePort())),
  );
  const endings = [];
  const close = async () => {
    for (let end = endings.pop(); end; end = endings.pop()) await end();
  };
  const path = { PATH: process.env.PATH };
  const logged = [];
  const listen = (text) =>
    logged.push(
      ...String(text)
        .split('\n')
        .filter((line) => LOGGED_ERROR.test(line)),
    );
  let running = [];
  let kills = 0;
  const killAll = () => Promise.all(running.splice(0).map((service) => service.kill()));
  try {
    const database = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: () => {} });
    endings.push(() => database.stop());
    endings.push(await startBanks(folder, path, { pix, control, cnab }));
    endings.push(killAll);
    const env = settingsOf(folder, database.url, port, callback);
    const start = (role) => {
      const own = role === 'api' ? {} : { PORT: workerPort, CALLBACK_TLS_PORT: workerCallback };
      return startVintem({ env: { ...env, ...own, VINTEM_ROLE: role }, onOutput: listen });
    };
    const startAll = async () => {
      running = [await start('api')];
      running.push(await start('worker'));
    };
    await startAll();
    const cliEnv = { ...path, ...env };
    const command = async (...args) => {
      const { code, out, err } = await runCommand(cliEnv, [...args, '--json']);
      if (code !== 0) throw new Error(`vintem ${args.join(' ')} ended with ${code}: ${err}${out}`);
      return JSON.parse(out);
    };
    return {
      folder,
      bankFolder: join(folder, 'bank'),
      pixBankFolder: join(folder, 'pix-bank'),
      logged,
      kills: () => kills,
      command,
      /** A command that may be killed at any point of its work; how it ended does not matter. */
      commandKilled: (afterMs, ...args) => {
        kills += 1;
        return runCommand(cliEnv, [...args, '--json'], afterMs);
      },
      tryCommand: (...args) => runCommand(cliEnv, args),
      call: (route, options = {}) => callJson(`http://127.0.0.1:${port}${route}`, options),
      atFileBank: (route, body) => steer(`http://127.0.0.1:${cnab}${route}`, body),
      atPixBank: (route, body) => steer(`http://127.0.0.1:${control}${route}`, body),
      /** As a power cut would: both die at once, and are started again. */
      async crash() {
        kills += running.length;
        await killAll();
        await startAll();
      },
      async killWorker() {
        kills += 1;
        await running[1].kill();
        running[1] = await start('worker');
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function steer(url, body) {
  const answer = await callJson(url, { body });
  if (answer.status >= 300) throw new Error(`${url} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** The account as the fake bank has written it, with folders of ours: files are carried by hand. */
export function writeAccount(world) {
  const {
    outbox: _,
    inbox: __,
    ...account
  } = JSON.parse(readFileSync(join(world.bankFolder, 'acquirer.json'), 'utf8'));
  const inbox = join(world.folder, 'in');
  mkdirSync(inbox);
  const file = join(world.folder, 'account.json');
  const watched = join(world.folder, 'account-watched.json');
  writeFileSync(file, JSON.stringify(account));
  writeFileSync(watched, JSON.stringify({ ...account, inbox }));
  return { file, watched, inbox };
}

/** What no repetition mends. */
export class Wrong extends Error {}

export async function insist(attempt, patienceMs = 120_000) {
  const until = Date.now() + patienceMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > until || error instanceof Wrong) throw error;
      await sleep(200);
    }
  }
}

/** At most so many at once. */
export async function forAll(items, work, width = 8) {
  const queue = [...items];
  const workers = Array.from({ length: width }, async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  });
  await Promise.all(workers);
}
