// Makes a remessa, or reads a retorno, in a process of its own, and says how long it took and how much memory it had at
// its most.
import { createReadStream } from 'node:fs';
import { receiveRetorno } from '../../dist/gateway/bank-files/receive-retorno.js';
import { liveClock } from '../../dist/ground/clock.js';
import { openPool } from '../../dist/ground/db/pool.js';
import { sendFile } from '../../dist/rails/cnab240/send-file.js';

const { DATABASE_URL, NAME, CNAB_ACCOUNT, RETORNO } = process.env;
const account = JSON.parse(CNAB_ACCOUNT);
const db = openPool({ url: DATABASE_URL, max: 2, applicationName: 'vintem-bench', onError: () => {}, isPatient: true });
const deps = { db, clock: liveClock(db), poke: () => {} };

const startedAt = performance.now();
const file = RETORNO
  ? (await receiveRetorno(deps, NAME, account, () => createReadStream(RETORNO)))?.file
  : await sendFile(deps, NAME, account);
const seconds = (performance.now() - startedAt) / 1_000;
await db.close();
// In kilobytes.
const peakBytes = process.resourceUsage().maxRSS * 1_024;
process.send({ fileId: file.id, titles: file.titles, bytes: file.bytes, seconds, peakBytes }, () => process.exit(0));
