// A large database that is filled once and kept for later runs, because filling it takes longer than measuring on it.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from '../../dist/ground/db/migrate.js';
import { atTheEnd } from './cleanups.mjs';
import { FILL_SETTINGS, withoutChecks } from './fast-fill.mjs';
import { shown } from './figures.mjs';
import { addMerchant, addPayments } from './filler.mjs';
import { isMeasurable, postgresMs } from './processor-time.mjs';
import { say, step } from './progress.mjs';
import { patientPool, startApi, startCluster, startInstantAcquirer } from './stage.mjs';

const MIGRATIONS = fileURLToPath(new URL('../../db/migrations', import.meta.url));
const NAME = 'vintem';
/** Of the large one's: the merchant with deep pages has a tenth, the small one a hundredth. */
const MIDDLE = 10;
const SMALL = 100;
const QUIET_AFTER_MS = 5_000;
const QUIET_SHARE = 0.1;
const SETTLE_AT_MOST_MS = 10 * 60_000;

/** A folder of its own in whatever folder was named: it is removed when another is needed. */
const folderOf = () => path.join(process.env.BENCH_DIR ?? tmpdir(), 'vintem-bench-kept');

/** Whatever makes other rows makes another database: the size and the filler itself. A schema that went on does not. */
function fingerprintOf(payments) {
  const filler = readFileSync(new URL('./filler.mjs', import.meta.url), 'utf8');
  return createHash('sha256')
    .update(JSON.stringify([payments, MIDDLE, SMALL, filler]))
    .digest('hex');
}

/**
 * The cluster with three merchants, `large`, `middle` and `small`, and who they are. The first company of each has six
 * tenths of its payments. It stays on disk after `close`.
 */
export async function openKeptDatabase(payments) {
  const folder = folderOf();
  const marker = path.join(folder, 'filled.json');
  const fingerprint = fingerprintOf(payments);
  const known = existsSync(marker) ? JSON.parse(readFileSync(marker, 'utf8')) : null;
  if (known?.fingerprint !== fingerprint) {
    if (known) say('  the kept database has another size or other rows: it is made anew');
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    // Half a database is of no use to anybody, and large.
    atTheEnd(async () => {
      if (!existsSync(marker)) rmSync(folder, { recursive: true, force: true });
    });
    const merchants = await fill(folder, payments);
    writeFileSync(marker, JSON.stringify({ fingerprint, payments, merchants }));
  } else step(`the kept database in ${folder} has ${shown(payments)} payments of the large merchant`);
  const { merchants } = JSON.parse(readFileSync(marker, 'utf8'));
  const cluster = await startCluster({ dataDir: path.join(folder, 'data') });
  const database = await cluster.database(NAME);
  const db = patientPool(database.url);
  await migrate(db, MIGRATIONS);
  await db.close();
  return { cluster, merchants, database };
}

async function fill(folder, payments) {
  const startedAt = performance.now();
  const dataDir = path.join(folder, 'data');
  const acquirer = await startInstantAcquirer();
  const filling = await startCluster({ dataDir, settings: FILL_SETTINGS });
  const database = await filling.database(NAME);
  // Migrations and demo data are the service's own business.
  await (await startApi(database, acquirer)).close();
  const db = patientPool(database.url);
  const merchants = await fillMerchants(db, payments);
  step('collecting statistics');
  await db.query('VACUUM (ANALYZE, FREEZE)');
  await db.query('CHECKPOINT');
  await db.close();
  await filling.close();
  const durable = await startCluster({ dataDir });
  await letJobsCatchUp(await durable.database(NAME), acquirer);
  await durable.close();
  await acquirer.close();
  const [minutes, total] = [(performance.now() - startedAt) / 60_000, payments + payments / MIDDLE + payments / SMALL];
  say(`  filled with ${shown(total)} payments in ${shown(minutes)} minutes; kept in ${folder}`);
  return merchants;
}

async function fillMerchants(db, payments) {
  const merchants = {
    large: await addMerchant(db, 'large', 10),
    middle: await addMerchant(db, 'middle', 1),
    small: await addMerchant(db, 'small', 10),
  };
  const counts = { large: payments, middle: Math.ceil(payments / MIDDLE), small: Math.ceil(payments / SMALL) };
  await withoutChecks(
    db,
    async () => {
      for (const [name, count] of Object.entries(counts)) {
        const onProgress = (done) =>
          step(`filling the ${name} merchant: ${done.toLocaleString('en')} of ${count.toLocaleString('en')}`);
        await addPayments(db, merchants[name], { count, lives: name === 'middle' ? 'approved' : 'mixed', onProgress });
      }
    },
    step,
  );
  return merchants;
}

/**
 * A worker of the service does what follows from so many rows, such as seals and checkpoints, until PostgreSQL
 * is idle again.
 */
export async function letJobsCatchUp(database, acquirer) {
  const worker = await startApi(database, acquirer, { VINTEM_ROLE: 'worker', LOG_LEVEL: 'silent' });
  const db = patientPool(database.url);
  const startedAt = performance.now();
  for (;;) {
    const before = isMeasurable() ? await postgresMs(db) : 0;
    await new Promise((resolve) => setTimeout(resolve, QUIET_AFTER_MS));
    const busy = isMeasurable() ? ((await postgresMs(db)) - before) / QUIET_AFTER_MS : 0;
    const elapsed = performance.now() - startedAt;
    step(
      `background work catches up: PostgreSQL at ${Math.round(busy * 100)} % of a core ` +
        `after ${Math.round(elapsed / 1_000)} s`,
    );
    if ((busy < QUIET_SHARE && elapsed > 3 * QUIET_AFTER_MS) || elapsed > SETTLE_AT_MOST_MS) break;
  }
  await db.close();
  await worker.close();
}
