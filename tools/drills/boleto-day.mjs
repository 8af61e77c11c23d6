/**
 * The drill: a day of boletos in live mode, over the command line and real processes. Boletos are ordered, go to a bank
 * by two remessas, are registered, rejected, paid on time, late, with discounts and by the PIX code on them, written
 * off, paid after that, and paid twice. API and worker are killed between every two steps and in the middle of some,
 * commands at any point of their work, and every step is repeated. In the end books, statement, divergences, statuses
 * and numbers must be what the drill's own arithmetic says.
 *
 *   npm run build && node tools/drills/boleto-day.mjs [--boletos 1000]
 *
 * The service has the real time. Days that pass are days of the bank: it says in its files what was paid when.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { nextBusinessDay, plusDays, saoPauloDay } from './boleto-day/arithmetic.mjs';
import {
  checkBanks,
  checkDivergences,
  checker,
  checkNumbers,
  checkPayments,
  checkStatement,
  statusOf,
} from './boleto-day/checks.mjs';
import { BANK, filesOf } from './boleto-day/files.mjs';
import { daysAheadOf, isPaidAfterEnd, LEAST_BOLETOS, planOf } from './boleto-day/plan.mjs';
import { setUp, shopOf } from './boleto-day/shop.mjs';
import { forAll, insist, openWorld, writeAccount } from './boleto-day/world.mjs';

const SECONDS_OF_A_DAY = 86_400;
/** Of a pool whose connections are all in use: it says how busy the machine is, and whoever waited tries again. */
const TOO_BUSY = /timeout exceeded when trying to connect|due to connection timeout/;

const { values } = parseArgs({ options: { boletos: { type: 'string', default: '1000' } } });
const count = Number(values.boletos);
if (!Number.isInteger(count) || count < LEAST_BOLETOS || count > 10_000)
  throw new Error(`--boletos must be from ${LEAST_BOLETOS} to 10000`);

const started = performance.now();
const secondsSince = (from) => ((performance.now() - from) / 1_000).toFixed(1);
const say = (text) => console.log(`${secondsSince(started).padStart(6)} s  ${text}`);

const today = saoPauloDay(Date.now());
const plan = planOf(count, today);
const of = (...fates) => plan.filter(({ fate }) => fates.includes(fate));

async function runDay(world) {
  const account = writeAccount(world);
  const setup = await setUp(world, account);
  const shop = shopOf(world, setup);
  const files = filesOf(world);
  say(`live: API and worker, PostgreSQL, a bank for files (bb) and one for PIX codes; ${today}, ${count} boletos`);

  /** Done, killed, done again. */
  const step = async (name, work, again = work) => {
    const from = performance.now();
    const told = await work();
    await world.crash();
    const repeated = await again();
    say(`${name}: ${told}; killed, and again: ${repeated} (${secondsSince(from)} s)`);
  };
  /** They die while orders are under way. */
  const orderAll = async (boletos, isCut) => {
    let done = 0;
    let cut = null;
    await forAll(boletos, async (boleto) => {
      await shop.order(boleto);
      if (++done >= boletos.length / 2 && isCut) cut ??= world.crash();
    });
    await cut;
    return `${boletos.length} orders`;
  };
  const order = (name, boletos) =>
    step(
      name,
      () => orderAll(boletos, true),
      () => orderAll(boletos, false),
    );
  const exchange = async (name) => {
    const sent = async () => (await files.send()).text;
    await step(`${name}: remessa`, sent, () => files.sendAgain());
    await files.closeDay();
    await step(
      `${name}: retorno`,
      () => files.receive(),
      () => files.receiveAgain(),
    );
  };
  const isRegistered = ({ registration }, { fate }) =>
    registration.status === (fate === 'rejected' ? 'REJECTED' : 'REGISTERED');

  await order(
    'morning',
    plan.filter(({ isFirstHalf }) => isFirstHalf),
  );
  await exchange('first');
  await shop.wait(
    plan.filter(({ isFirstHalf }) => isFirstHalf),
    isRegistered,
  );
  await order(
    'afternoon',
    plan.filter(({ isFirstHalf }) => !isFirstHalf),
  );
  await payByPix(world, shop, step);
  await step('cancelled by the shop', () => cancelAll(shop, of('cancelled', 'cancelledThenPaid')));
  for (const { number, due } of of('pixThenSlip'))
    await world.atFileBank(`/titles/${number}/pay`, { day: today, amountCents: due.paid });
  await exchange('second');
  await shop.wait(plan, isRegistered);
  await shop.wait(of('cancelled', 'cancelledThenPaid'), ({ status }, boleto) => status === statusOf(boleto));

  await payOnTime(world, files);
  await step(
    'paid today: retorno',
    () => files.receive(),
    () => files.receiveAgain(),
  );
  await shop.wait(of('onTime', 'discounted', 'slipThenPix', 'writtenOff', 'writtenOffThenPaid'), isAsPlanned);
  await payAgainByPix(world, shop, step);
  await payLate(world, files);
  await world.command('acquirer', 'set', BANK, '--file', account.watched);
  await step(
    'paid late: retorno',
    () => files.receiveByInbox(account.inbox),
    () => files.receiveAgain(),
  );
  await shop.wait(of('late'), isAsPlanned);
  await files.closeDay();
  await step(
    'the same lines in one more retorno',
    () => files.receiveByInbox(account.inbox),
    () => files.receiveAgain(),
  );
  return { ...shop, ...setup, files };
}

const isAsPlanned = ({ status }, boleto) => status === statusOf(boleto);

/** By the code that a payer's application would scan, while the shop is up or down. */
async function payByPix(world, shop, step) {
  const payers = of('byPix', 'pixThenSlip');
  await shop.wait([...payers, ...of('slipThenPix')], (body, boleto) => {
    boleto.code = body.pix_qr_code;
    return Boolean(body.pix_qr_code);
  });
  for (const boleto of payers) {
    const { horario } = await world.atPixBank('/codes/pay', { code: boleto.code });
    boleto.pixPaidOn = saoPauloDay(Date.parse(horario));
  }
  await step('paid by PIX', async () => {
    await shop.wait(payers, isAsPlanned, true);
    return `${payers.length} approved`;
  });
}

async function cancelAll(shop, boletos) {
  for (const { id } of boletos) await shop.post(`/transactions/${id}/cancel`, undefined, 202);
  return `${boletos.length} wait for the bank's answer`;
}

async function payOnTime(world, files) {
  for (const { number, due } of of('onTime', 'discounted', 'slipThenPix'))
    await world.atFileBank(`/titles/${number}/pay`, { day: today, amountCents: due.paid });
  for (const { number } of of('writtenOff', 'writtenOffThenPaid'))
    await world.atFileBank(`/titles/${number}/write-off`, {});
  await world.atFileBank('/faults', { kind: 'twice' });
  await files.closeDay();
}

/** The slip was paid, its code is gone, and somebody's money comes all the same. */
async function payAgainByPix(world, shop, step) {
  const { charges } = await world.atPixBank('/charges');
  for (const boleto of of('slipThenPix')) {
    const { txid } = charges.find(({ pixCopiaECola }) => pixCopiaECola === boleto.code);
    await world.atPixBank(`/charges/${txid}/pay`, { amountCents: boleto.amount });
  }
  await step('a slip that is paid, paid by PIX', async () => {
    await shop.wait(of('slipThenPix'), isAsPlanned, true);
    return `${of('slipThenPix').length} stays approved`;
  });
}

/** Days pass at the bank. */
async function payLate(world, files) {
  await world.atFileBank('/clock/advance', { seconds: daysAheadOf(plan, today) * SECONDS_OF_A_DAY });
  for (const { number, payOn, due } of of('late'))
    await world.atFileBank(`/titles/${number}/pay`, { day: payOn, amountCents: due.paid });
  for (const { number, amount } of plan.filter(isPaidAfterEnd))
    await world.atFileBank(`/titles/${number}/pay-after-write-off`, {
      day: nextBusinessDay(today),
      amountCents: amount,
    });
  await world.atFileBank('/faults', { kind: 'lines_again' });
  await files.closeDay();
}

async function checkAll(world, day) {
  const check = checker();
  const { get, post, company } = day;
  const from = performance.now();
  const expected = plan.filter(isPaidAfterEnd).length + of('pixThenSlip', 'slipThenPix').length;
  await insist(async () => {
    const { body } = await get('/divergences?limit=1');
    if (body.total < expected) throw new Error(`${body.total} divergences`);
  }, 60_000).catch(() => {});
  await checkPayments({ get, plan, check });
  const period = { from: plusDays(today, -1), to: plusDays(today, 90) };
  const { lines, total } = await checkStatement({ get, post, plan, check, company, ...period });
  const divergences = await checkDivergences({ get, world, plan, check });
  const owed = await checkBanks({ world, plan, check });
  say(
    `checked in ${secondsSince(from)} s: statement ${lines} lines, ${total} cents; banks owe ${JSON.stringify(owed)}`,
  );
  const { files, numbers } = checkNumbers({ world, plan, check });
  const audit = await world.tryCommand('audit');
  check.same('audit', [audit.code, audit.err], [0, '']);
  say(`${divergences} divergences; remessas 1 to ${files}, ${numbers} numbers; audit ends with ${audit.code}`);
  return check;
}

const folder = mkdtempSync(join(tmpdir(), 'vintem-boleto-day-'));
let world = null;
const cleanUp = async () => {
  await world?.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
};
// Whoever ends the drill early leaves no process behind.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => cleanUp().finally(() => process.exit(1)));
try {
  world = await openWorld(folder);
  const day = await runDay(world);
  const check = await checkAll(world, day);
  for (const problem of check.tell()) console.error(problem);
  const errors = world.logged.filter((line) => !TOO_BUSY.test(line));
  for (const line of errors.slice(0, 5)) console.error(`logged: ${line.slice(0, 600)}`);
  if (errors.length < world.logged.length)
    say(
      `a busy machine: ${world.logged.length - errors.length} times nobody got a connection in time, and tried again`,
    );
  say(`${world.kills()} kills, ${errors.length} errors in the log, ${check.problems.length} findings`);
  process.exitCode = check.problems.length === 0 && errors.length === 0 ? 0 : 1;
} finally {
  await cleanUp();
}
