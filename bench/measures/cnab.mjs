// Boletos by files (CNAB 240): a remessa of many titles in one file and its retorno, seconds and memory; and orders of
// invoices beside orders of PIX.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { liveClock } from '../../dist/ground/clock.js';
import { createCnab240Client } from '../../dist/rails/cnab240/cnab-client.js';
import { readCnabAccount } from '../../dist/rails/cnab240/layout/read-account.js';
import { atTheEnd } from '../support/cleanups.mjs';
import { inParallel, median, shown } from '../support/figures.mjs';
import { addSomePayments } from '../support/filler.mjs';
import { writeLargeRetorno } from '../support/large-retorno.mjs';
import { step } from '../support/progress.mjs';
import { row } from '../support/report.mjs';
import {
  AMOUNT_CENTS,
  logIn,
  ordersOf,
  patientPool,
  rateOf,
  runCnab,
  startApi,
  startInstantAcquirer,
  startLoad,
  warmUpSeconds,
} from '../support/stage.mjs';
import { BY_FILES } from '../support/vintem-with-acquirer.mjs';

const TITLES = 100_000;
const FEW = 10;
const CLIENTS = 32;
const MIB = 2 ** 20;
const ADDRESS = {
  line_1: 'Rua das Laranjeiras, 40',
  zip_code: '01310100',
  city: 'São Paulo',
  state: 'SP',
  country: 'BR',
};
const ACCOUNT = readCnabAccount({
  ...{ kind: 'cnab240', profile: 'bb', beneficiary: { name: 'Loja de Teste', document: '11222333000181' } },
  ...{ branch: '1234', branch_digit: '3', account: '123456', account_digit: '0', agreement: '1234567', wallet: '17' },
  ...{ our_number_first: 1, our_number_last: 9_999_999_999 },
});

export const minutes = 20;

export async function measure(options) {
  const acquirer = await startInstantAcquirer();
  const database = await options.cluster.database('cnab');
  const api = await startApi(database, acquirer, { CNAB_ACCOUNT: JSON.stringify(ACCOUNT) });
  const load = startLoad();
  const db = patientPool(database.url, 4);
  try {
    const rates = await compareOrders({ ...options, api, load, db });
    const files = await measureFiles({ ...options, database, db });
    return { rows: [...rates.rows, ...files.rows], details: { rates: rates.found, files: files.found } };
  } finally {
    await db.close();
    await Promise.all([load.close(), api.close()]);
    await acquirer.close();
  }
}

/** The same order three times: PIX, a boleto of an acquirer that answers at once, a boleto by files. */
async function compareOrders(stage) {
  const { cluster, api, load, db, rounds, seconds, quick } = stage;
  await addSomePayments(db, quick);
  await db.query(
    `UPDATE company_payment_plans SET acquirer = $1 WHERE payment_type = 'invoice' AND company_id =
       (SELECT id FROM companies WHERE name = 'Marketplace Demo')`,
    [BY_FILES],
  );
  const token = await logIn(api.url);
  const orders = {
    pix: ordersOf(token, 'est_demo_marketplace', { type: 'pix', address: ADDRESS }),
    sandbox: ordersOf(token, 'est_demo_loja', { type: 'invoice', address: ADDRESS }),
    files: ordersOf(token, 'est_demo_marketplace', { type: 'invoice', address: ADDRESS }),
  };
  const rate = async (name, duration = seconds) => {
    const task = { urls: [api.url], connections: CLIENTS, order: orders[name], limit: { seconds: duration } };
    return rateOf(await load.send(task));
  };
  step('warming up: PIX, boletos, boletos by files');
  for (const name of Object.keys(orders)) await rate(name, warmUpSeconds(stage));
  const found = { pix: [], sandbox: [], files: [] };
  for (let round = 1; round <= rounds; round++) {
    const names = Object.keys(orders);
    for (const name of round % 2 === 1 ? names : names.reverse()) {
      await cluster.checkpoint();
      found[name].push(await rate(name));
    }
    step(`round ${round}: ${names.map((name) => `${name} ${shown(found[name].at(-1))}/s`).join(', ')}`);
  }
  const drawn = await db.query(`SELECT count(*) AS count FROM cnab_titles WHERE acquirer = $1`, [BY_FILES]);
  if (Number(drawn[0].count) === 0) throw new Error('no boleto went by files: another acquirer was asked');
  const rowOf = (measure, name) =>
    row({
      measure,
      ours: median(found[name]),
      reference: median(found.pix),
      unit: '/s',
      figure: median(found[name].map((each, index) => each / found.pix[index])),
      goal: { atLeast: 0.9 },
    });
  const rows = [
    rowOf(`orders of boletos by files ÷ orders of PIX, ${CLIENTS} clients`, 'files'),
    rowOf('orders of boletos at an acquirer that answers at once ÷ orders of PIX', 'sandbox'),
  ];
  return { rows, found };
}

/** A tenth first, so that memory can be seen to grow or not. */
async function measureFiles({ database, db, quick }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'vintem-cnab-bench-'));
  atTheEnd(async () => rmSync(folder, { recursive: true, force: true }));
  const titles = quick ? TITLES / 50 : TITLES;
  const found = {};
  for (const [size, count] of Object.entries({ few: titles / FEW, all: titles })) {
    const name = `bank-${size}`;
    step(`${count} titles: drawing their numbers`);
    await drawTitles(db, name, count);
    const task = { DATABASE_URL: database.url, NAME: name, CNAB_ACCOUNT: JSON.stringify(ACCOUNT) };
    const remessa = await runCnab(task);
    const file = path.join(folder, `${size}.ret`);
    await writeLargeRetorno(db, name, 1, file);
    const retorno = await runCnab({ ...task, RETORNO: file });
    if (remessa.titles !== count || retorno.titles !== count) throw new Error(`not ${count} titles went both ways`);
    found[size] = { remessa, retorno };
    for (const [what, { seconds, peakBytes, bytes }] of Object.entries({ remessa, retorno }))
      step(
        `${what} of ${count}: ${shown(bytes / MIB)} MiB, ${shown(seconds)} s, at most ${shown(peakBytes / MIB)} MiB`,
      );
  }
  const rows = ['remessa', 'retorno'].flatMap((what) => {
    const [few, all] = [found.few[what], found.all[what]];
    return [
      row({ measure: `${what} of ${titles.toLocaleString('en')} titles`, figure: all.seconds, figureUnit: 's' }),
      row({
        measure: `memory at its most: ${what} of ${titles.toLocaleString('en')} titles ÷ of a tenth`,
        ours: all.peakBytes / MIB,
        reference: few.peakBytes / MIB,
        unit: 'MiB',
        figure: all.peakBytes / few.peakBytes,
        goal: { atMost: 1.5 },
      }),
    ];
  });
  return { rows, found };
}

async function drawTitles(db, name, count) {
  const { charges } = createCnab240Client({ name, account: ACCOUNT, db, clock: liveClock(db) });
  const payer = { name: 'Maria da Silva', document: '52998224725', email: 'maria@example.com' };
  const address = {
    line1: ADDRESS.line_1,
    line2: null,
    district: null,
    zipCode: '01310100',
    city: 'São Paulo',
    state: 'SP',
  };
  await inParallel(count, 200, async (index) => {
    const { outcome } = await charges.invoice({
      ...{ reference: `${String(index).padStart(20, '0')}${name}`, paymentType: 'invoice', amountCents: AMOUNT_CENTS },
      ...{ dueDate: '2026-11-30', terms: null, payer: { ...payer, address } },
    });
    if (outcome !== 'accepted') throw new Error(`no number was drawn: ${outcome}`);
  });
}
