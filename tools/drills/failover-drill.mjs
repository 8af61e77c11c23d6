/**
 * The drill: three PostgreSQL servers under Patroni, HAProxy in front, and two API processes and two workers of Vintém
 * under load. The primary is killed together with its Patroni; or, with --switchover, its place is handed over. No
 * acknowledged order may be missing afterwards, writes must work again within 30 s, and no process of Vintém is
 * restarted.
 *
 *   npm run build && node tools/drills/failover-drill.mjs [--switchover] [--runs 3]
 *
 * Needs Debian's packages patroni, etcd-server, haproxy and postgresql, and, as root, the postgres user.
 */

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startPatroni } from '../support/patroni.mjs';
import { call, freePort, logIn, ORDER, sleep, startVintem } from '../support/service.mjs';

const CLI = fileURLToPath(new URL('../../dist/doors/cli/vintem.js', import.meta.url));
const LOAD_MS = 8_000;
const CLIENTS = 8;
const WRITES_AGAIN_WITHIN_MS = 30_000;
const GIVE_UP_MS = 120_000;

/**
 * Sends orders to both API processes without a pause until told to stop, and reads lists beside them; every answer is
 * kept with its time.
 */
function startLoad(urls, token) {
  const [answers, lists] = [[], []];
  let isOver = false;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const repeat = async (kept, url, init) => {
    while (!isOver) {
      const sentAt = Date.now();
      const answer = await call(url, { headers, ...init }).catch((error) => ({ error }));
      const said = answer.status ?? `no answer (${answer.error.cause?.code ?? answer.error.message})`;
      const order = said === 200 ? (answer.body.transaction?.order_number ?? null) : null;
      kept.push({ sentAt, at: Date.now(), said, order });
      if (said !== 200) await sleep(100);
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, client) =>
    repeat(answers, `${urls[client % urls.length]}/payments/order`, { method: 'POST', body: ORDER }),
  );
  clients.push(...urls.map((url) => repeat(lists, `${url}/transactions?limit=5`)));
  return {
    answers,
    lists,
    async stop() {
      isOver = true;
      await Promise.all(clients);
    },
  };
}

async function findLost(url, orders) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query('SELECT order_number FROM payments');
    const found = new Set(rows.map(({ order_number }) => order_number));
    return orders.filter((order) => !found.has(order));
  } finally {
    await client.end();
  }
}

function audit(url) {
  const env = { PATH: process.env.PATH, DATABASE_URL: url };
  const done = spawnSync(process.execPath, [CLI, 'audit'], { env, encoding: 'utf8' });
  return done.status === 0 ? 'clean' : done.stderr.trim();
}

/** Until an order that was sent after that moment is acknowledged. */
async function untilWritten(load, since) {
  const deadline = Date.now() + GIVE_UP_MS;
  while (Date.now() < deadline) {
    if (load.answers.some(({ order, sentAt }) => order !== null && sentAt > since)) return;
    await sleep(50);
  }
  throw new Error(`no write succeeded within ${GIVE_UP_MS / 1_000} s`);
}

/** The longest time in which nothing was acknowledged. */
function longestGap(answers) {
  const times = answers.filter(({ order }) => order !== null).map(({ at }) => at);
  return Math.max(...times.slice(1).map((at, index) => at - times[index]));
}

async function startService(cluster) {
  const port = String(await freePort());
  const addresses = { DATABASE_URL: cluster.url, DATABASE_READ_URL: cluster.readUrl };
  const env = { ...addresses, PUBLIC_URL: `http://localhost:${port}`, DATABASE_POOL_SIZE: '10' };
  const first = await startVintem({ env: { ...env, VINTEM_ROLE: 'api', PORT: port } });
  const second = String(await freePort());
  // The ready line of an API process shows the public address; each is called by its own.
  const api = await startVintem({ env: { ...env, VINTEM_ROLE: 'api', PORT: second } });
  const workers = [
    await startVintem({ env: { ...env, VINTEM_ROLE: 'worker' } }),
    await startVintem({ env: { ...env, VINTEM_ROLE: 'worker' } }),
  ];
  const urls = [port, second].map((each) => `http://127.0.0.1:${each}`);
  return { urls, processes: [first, api, ...workers] };
}

async function drill(isSwitchover) {
  const cluster = await startPatroni();
  const processes = [];
  try {
    const service = await startService(cluster);
    processes.push(...service.processes);
    const load = startLoad(service.urls, await logIn(service.urls[0]));
    await sleep(LOAD_MS);
    const what = isSwitchover ? await cluster.switchOver() : `${await cluster.killPrimary()} killed`;
    // A switchover has not begun when Patroni says yes to it.
    if (isSwitchover) await sleep(LOAD_MS);
    await untilWritten(load, Date.now());
    await sleep(LOAD_MS);
    await load.stop();
    const orders = load.answers.map(({ order }) => order).filter((order) => order !== null);
    const others = countOthers([...load.answers, ...load.lists]);
    return {
      what,
      acknowledged: orders.length,
      lists: load.lists.filter(({ said }) => said === 200).length,
      gapMs: longestGap(load.answers),
      lost: (await findLost(cluster.url, orders)).length,
      others,
      audit: audit(cluster.url),
      restarted: service.processes.filter(({ hasEnded }) => hasEnded()).length,
    };
  } catch (error) {
    console.error(JSON.stringify(await cluster.members()), cluster.logs());
    throw error;
  } finally {
    await Promise.all(processes.map((process) => process.kill()));
    await cluster.close();
  }
}

function countOthers(answers) {
  const counts = {};
  for (const { said } of answers) if (said !== 200) counts[said] = (counts[said] ?? 0) + 1;
  return counts;
}

function isAsPromised(run) {
  const isQuiet = Object.keys(run.others).every((said) => said === '503');
  return (
    run.lost === 0 && run.gapMs <= WRITES_AGAIN_WITHIN_MS && run.audit === 'clean' && run.restarted === 0 && isQuiet
  );
}

const { values } = parseArgs({
  options: { switchover: { type: 'boolean', default: false }, runs: { type: 'string', default: '1' } },
});
for (let run = 1; run <= Number(values.runs); run++) {
  const figures = await drill(values.switchover);
  const verdict = isAsPromised(figures) ? 'as promised' : 'NOT AS PROMISED';
  const seconds = (ms) => `${(ms / 1_000).toFixed(1)} s`;
  console.log(
    `${figures.what}: ${figures.acknowledged} orders acknowledged, ${figures.lost} lost, ${figures.lists} lists; ` +
      `longest time without a write ${seconds(figures.gapMs)}; other answers ${JSON.stringify(figures.others)}; ` +
      `audit ${figures.audit}; ${figures.restarted} processes ended: ${verdict}`,
  );
  if (!isAsPromised(figures)) process.exitCode = 1;
}
