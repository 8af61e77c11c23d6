// npm run bench: measures the service beside references in one run and says which goals are met.
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, platform, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { cleanUp, cleanUpOnSignals, cleanUpTo, isCleaningUp, mark } from './support/cleanups.mjs';
import { say, step } from './support/progress.mjs';
import { chartOf, markdownOf, notMeasured, tableOf } from './support/report.mjs';
import { findPgbench } from './support/sql-script.mjs';
import { startCluster } from './support/stage.mjs';

/** In the order in which a whole run takes them. */
const USUAL = [
  'orders',
  'life',
  'start',
  'scale',
  'confirm',
  'lists',
  'balances',
  'refunds',
  'refund-rate',
  'looks',
  'payouts',
  'webhooks',
  'cnab',
];
/** Only when they are asked for. */
const LONG = ['soak', 'growth', 'neighbours', 'fill', 'console'];
const RESULTS = new URL('./results/', import.meta.url);

const USAGE = `npm run bench -- [measure …] [options]

Measures: ${USUAL.join(', ')} (all of these without a name); by name only: ${LONG.join(', ')}.

  --quick               short rounds, small tables: shows that it runs, says nothing about speed
  --rounds N            rounds of each comparison, the median counts (3)
  --seconds N           how long one side of a round takes (10)
  --payments N          how many payments the large merchant has (5000000)
  --minutes N           how long the soak takes (20)
  --rows N              how many payments the soak adds (3000000)
  --audit               with fill: audits the books afterwards
  --check               exit code 1 when a goal is missed
  --help

BENCH_DIR is where the filled database is kept (the system's temporary folder); \
BENCH_PGBENCH=off uses our own loop instead of pgbench.`;

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      payments: { type: 'string' },
      minutes: { type: 'string' },
      rows: { type: 'string' },
      audit: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const unknown = positionals.filter((name) => ![...USUAL, ...LONG].includes(name));
  if (unknown.length > 0) throw new Error(`there is no measure ${unknown.join(', ')}\n\n${USAGE}`);
  const { quick } = values;
  const number = (name, usual, short) => {
    const value = Number(values[name] ?? (quick ? short : usual));
    if (!(value > 0)) throw new Error(`--${name} must be a number above 0`);
    return value;
  };
  return {
    ...values,
    names: positionals.length > 0 ? positionals : USUAL,
    isWhole: positionals.length === 0,
    rounds: number('rounds', 3, 1),
    seconds: number('seconds', 10, 2),
    payments: number('payments', 5_000_000, 50_000),
    minutes: number('minutes', 20, 0.5),
    rows: number('rows', 3_000_000, 50_000),
  };
}

/** A measure that hangs or drags on is given up: what it has opened is closed, so that it does not disturb the next. */
async function runWithin(minutes, start) {
  const opened = mark();
  const work = start();
  let timer;
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`given up after ${minutes} minutes`)), minutes * 60_000);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {}); // after the limit, whatever still fails is its echo
    await cleanUpTo(opened);
  }
}

async function runAll(options, cluster) {
  const rows = [];
  const details = {};
  let hasFailed = false;
  for (const name of options.names) {
    const startedAt = performance.now();
    say(name);
    try {
      const { measure, minutes } = await import(`./measures/${name}.mjs`);
      const limit = typeof minutes === 'function' ? minutes(options) : minutes;
      const found = await runWithin(limit, () => measure({ ...options, cluster }));
      rows.push(...found.rows);
      details[name] = found.details;
    } catch (error) {
      if (isCleaningUp()) await new Promise(() => {}); // the signal's handler ends the process
      hasFailed = true;
      rows.push(notMeasured(name, error.message));
      say(`  ${error.stack}`);
    }
    say(`  ${name}: ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  }
  return { rows, details, hasFailed };
}

async function run() {
  const options = readOptions();
  if (options.help) return say(USAGE);
  cleanUpOnSignals();
  const command = `npm run bench -- ${process.argv.slice(2).join(' ')}`.trim();
  say(command);
  step('starting PostgreSQL');
  const cluster = await startCluster();
  const machine = {
    node: process.version,
    platform: platform(),
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? 'unknown',
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    sqlAlone: findPgbench() ? 'pgbench -M prepared' : 'our own loop of prepared statements',
    ...(await cluster.durability()),
  };
  say(
    Object.entries(machine)
      .map(([name, value]) => `${name} ${value}`)
      .join(', '),
  );
  const { rows, details, hasFailed } = await runAll(options, cluster);
  await cleanUp();
  process.exitCode = hasFailed ? 1 : 0;
  if (rows.length === 0) return;
  const missed = rows.filter(({ met }) => met === false);
  say(`\n${tableOf(rows)}\n`);
  say(missed.length === 0 ? 'Every goal is met.' : `Not reached: ${missed.map(({ measure }) => measure).join('; ')}.`);
  const written = writeResults(options, { command, machine, rows, details });
  say(`\n${markdownOf(rows)}\n\nWritten: ${written.join(', ')}`);
  if (options.check && missed.length > 0) process.exitCode = 1;
}

function writeResults({ isWhole, quick, names }, { command, machine, rows, details }) {
  const name = quick ? 'quick' : isWhole ? 'all' : names.join('-');
  mkdirSync(RESULTS, { recursive: true });
  const at = new Date().toISOString();
  const files = {
    [`${name}.json`]: `${JSON.stringify({ command, at, machine, rows, details }, (_, value) => rounded(value), 1)}\n`,
    [`${name}.svg`]: chartOf(rows, `${command} – ${at.slice(0, 10)}, ${machine.cores} cores, node ${machine.node}`),
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(new URL(file, RESULTS), text);
  return Object.keys(files).map((file) => `bench/results/${file}`);
}

const rounded = (value) => (typeof value === 'number' ? Number(value.toPrecision(6)) : value);

try {
  await run();
} catch (error) {
  await cleanUp();
  console.error(error.message);
  process.exitCode = 1;
}
