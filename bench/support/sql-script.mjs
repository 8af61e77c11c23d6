// Runs a script of SQL by so many clients for so long, by pgbench where it is installed and by an equal loop of our own
// where it is not. A script is `{ variables: { name: [from, to] }, statements: [{ sql, keeps?: { variable: column } }]
// }`; `:name` in it is a parameter.
import { fork, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { atTheEnd, endChild } from './cleanups.mjs';

const LOOP = fileURLToPath(new URL('./sql-loop-process.mjs', import.meta.url));
const DEBIAN = '/usr/lib/postgresql';

/** Debian keeps the programs of each version by themselves; the newest is taken. Null where there is none. */
export function findPgbench() {
  if (process.env.BENCH_PGBENCH === 'off') return null;
  const ofDebian = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((one, other) => Number(other) - Number(one)) : [];
  const folders = [
    ...ofDebian.map((version) => path.join(DEBIAN, version, 'bin')),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ];
  return folders.map((folder) => path.join(folder, 'pgbench')).find((file) => existsSync(file)) ?? null;
}

/** Transactions per second. */
export async function runScript({ url, script, clients, seconds }) {
  const program = findPgbench();
  return program ? runPgbench(program, { url, script, clients, seconds }) : runLoop({ url, script, clients, seconds });
}

export function pgbenchText(script) {
  const { variables, statements } = keptByColumn(script);
  const sets = Object.entries(variables).map(([name, [from, to]]) => `\\set ${name} random(${from}, ${to})`);
  const commands = statements.map(({ sql, keeps }) => {
    const oneLine = sql.replaceAll(/\s*\n\s*/g, ' ').trim();
    return keeps ? `${oneLine} \\gset` : `${oneLine};`;
  });
  return `${[...sets, ...commands].join('\n')}\n`;
}

async function runPgbench(program, { url, script, clients, seconds }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'vintem-bench-script-'));
  const remove = atTheEnd(async () => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'script.pgbench');
  writeFileSync(file, pgbenchText(script));
  const { hostname, port, username, password, pathname } = new URL(url);
  const env = {
    PATH: process.env.PATH,
    PGHOST: hostname,
    PGPORT: port,
    PGUSER: username,
    PGPASSWORD: decodeURIComponent(password),
  };
  const parameters = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(clients),
    '-j',
    '2',
    '-T',
    String(seconds),
    '-f',
    file,
    pathname.slice(1),
  ];
  const child = spawn(program, parameters, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = atTheEnd(() => endChild(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  await end();
  await remove();
  const rate = /tps = ([\d.]+)/.exec(output)?.[1];
  if (code !== 0 || !rate) throw new Error(`pgbench ended with ${code}: ${output.slice(0, 600)}`);
  return Number(rate);
}

/** pgbench keeps all columns under their own names: what is kept under another name is asked for by its column. */
function keptByColumn(script) {
  const columns = Object.assign({}, ...script.statements.map(({ keeps }) => keeps ?? {}));
  const renamed = (sql) =>
    sql.replaceAll(/(?<!:):([a-z_]+)\b/g, (whole, name) => (columns[name] ? `:${columns[name]}` : whole));
  return {
    ...script,
    statements: script.statements.map((statement) => ({ ...statement, sql: renamed(statement.sql) })),
  };
}

async function runLoop(task) {
  const child = fork(LOOP, { env: { PATH: process.env.PATH } });
  const end = atTheEnd(() => endChild(child));
  const answer = await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code, signal) => reject(new Error(`the loop of SQL ended with ${code ?? signal}`)));
    child.send(task);
  });
  await end();
  if (answer.error) throw new Error(`the loop of SQL: ${answer.error}`);
  return answer.rate;
}
