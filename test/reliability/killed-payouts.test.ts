import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from '../doors/cli/run-cli.ts';
import { expectCleanBooks } from '../support/audit.ts';
import { fillBankFolder } from '../support/banks/bank-identities.ts';
import { eventually } from '../support/contract.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { pause } from '../support/insistence.ts';
import { balanceOf, openCompany, settled, type TestCompany } from '../support/money.ts';
import { callJson, startVintemProcess } from '../support/processes/process.ts';
import { fund, OWN_KEY } from '../support/sandbox-payouts.ts';

/**
 * Workers are killed while they send payouts to a bank of Efí's kind that loses requests and answers. The bank is a
 * process of its own: what it has sent, it says itself. The API lives on, and asks and cancels meanwhile.
 */

const CLI = fileURLToPath(new URL('../../dist/doors/cli/vintem.js', import.meta.url));
const ROUNDS = 3;
const PAYOUTS_PER_ROUND = 8;
const FUNDS = 1_000_000;
const FEE = 7;
/** Far beyond what a busy machine needs. */
const PATIENCE_MS = 120_000;
const TIMEOUT_MS = 600_000;

let gateway: TestGateway;
let company: TestCompany;
let folder: string;
let bank: ChildProcess;
let bankUrl: string;
const kills = new Set<() => Promise<void>>();
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vintem-killed-payouts-'));
  await fillBankFolder(path.join(folder, 'fake-bank'));
  const args = [CLI, 'fake-bank', '--port', '0', '--control-port', '0', '--json'];
  bank = spawn(process.execPath, args, { env: { PATH: process.env['PATH'], DATA_DIR: folder } });
  const [line] = await once(createInterface(bank.stdout as NodeJS.ReadableStream), 'line');
  const started = JSON.parse(String(line));
  bankUrl = started.control_url;
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
  company = await openCompany(gateway);
  await fund(gateway, company, FUNDS);
  const file = JSON.parse(await readFile(started.acquirer_file, 'utf8'));
  await writeFile(path.join(folder, 'efi.json'), JSON.stringify({ ...file, profile: 'efi' }));
  const terms = ['--payout-acquirer', 'banco', '--payout-fee', String(FEE)];
  await cli('acquirer', 'set', 'banco', '--file', path.join(folder, 'efi.json'));
  await cli('company', 'set', String(company.id), ...terms);
  await eventually(() => expect(gateway.vintem.deps.acquirers.find('banco')?.name).toBe('banco'), PATIENCE_MS);
}, TIMEOUT_MS);
afterAll(async () => {
  for (const kill of kills) await kill();
  bank?.kill('SIGKILL');
  await gateway?.close();
  await rm(folder, { recursive: true, force: true });
});

async function cli(...args: string[]): Promise<void> {
  const { code, err } = await runCli({ DATABASE_URL: gateway.database.url }, ...args);
  expect({ code, err }).toMatchObject({ code: 0 });
}

/** A worker, from its first instruction on: it may be killed long before it is ready. */
function startWorker(): () => Promise<void> {
  let kill = async () => {};
  const env = {
    DATABASE_URL: gateway.database.url,
    VINTEM_ROLE: 'worker',
    LOG_LEVEL: 'error',
    DATABASE_POOL_SIZE: '8',
  };
  const onSpawn = (end: () => Promise<void>) => {
    kill = end;
    kills.add(end);
  };
  startVintemProcess({ env, onSpawn }).catch(() => {});
  return kill;
}

const steer = (route: string, body: object, method = 'POST') => callJson(`${bankUrl}${route}`, { method, body });

/** The next of what is sent: late, lost on its way back, late, lost on its way there, and so on. */
async function spoil(times: number): Promise<void> {
  const late = { operation: 'put_envio', kind: 'slow', moment: 'after' };
  const lost = { operation: 'put_envio', kind: 'lost' };
  for (let turn = 0; turn < times; turn++) {
    const faults = [
      { ...late, delayMs: 150 },
      { ...lost, moment: 'after' },
      { ...late, delayMs: 600 },
      { ...lost, moment: 'before' },
    ];
    expect((await steer('/faults', faults[turn % faults.length] as object)).status).toBe(201);
  }
}

interface SentAtBank {
  idEnvio: string;
  valor: string;
  status: 'REALIZADO' | 'NAO_REALIZADO' | 'EM_PROCESSAMENTO';
}

async function sentAtBank(): Promise<SentAtBank[]> {
  return (await callJson(`${bankUrl}/sent`)).body.sent;
}

interface Row {
  id: number;
  reference: string;
  amount_cents: number;
  status: string;
  sends: number;
  steps: string;
  events: string;
}

function readPayouts(): Promise<Row[]> {
  return gateway.database.db.query<Row>(
    `SELECT id, reference, amount_cents, status, sends,
       (SELECT string_agg(step, ',' ORDER BY s.id) FROM payout_steps s WHERE s.payout_id = p.id) AS steps,
       (SELECT string_agg(kind, ',' ORDER BY sequence) FROM events e
         WHERE e.subject_kind = 'payout' AND e.subject_id = p.id) AS events
     FROM payouts p ORDER BY id`,
  );
}

/** What a minute would do, once nobody is left who holds one. */
const endLeases = () =>
  gateway.database.db.query('UPDATE payouts SET check_leased_until = NULL WHERE check_leased_until IS NOT NULL');

const LIVES: Record<string, { steps: string; events: string }> = {
  PAID: { steps: 'REQUESTED,SENT,PAID', events: 'payout.requested,payout.sent,payout.paid' },
  FAILED: { steps: 'REQUESTED,SENT,FAILED', events: 'payout.requested,payout.sent,payout.failed' },
  CANCELLED: { steps: 'REQUESTED,CANCELLED', events: 'payout.requested,payout.cancelled' },
};

it('workers killed again and again while answers get lost: each payout is sent once at most, and ends', {
  timeout: TIMEOUT_MS,
}, async () => {
  const key = { type: 'pix_key', key_type: 'cnpj', key: (OWN_KEY as { key: string }).key };
  const added = await gateway.post(`/companies/${company.id}/destinations`, key);
  expect(added).toMatchObject({ status: 201 });
  const destination_id = added.body.id;
  const asked: number[] = [];
  const cancelled: number[] = [];
  let killed = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const before = (await sentAtBank()).length;
    await spoil(PAYOUTS_PER_ROUND);
    // In one of the rounds the bank refuses what it has taken.
    await steer(
      '/habits',
      { sendingOutcome: round === 1 ? 'NAO_REALIZADO' : 'REALIZADO', sendingDelayMs: 200 },
      'PATCH',
    );
    const workers = [startWorker(), startWorker()];
    const mine: number[] = await Promise.all(
      Array.from({ length: PAYOUTS_PER_ROUND }, async (_, index) => {
        const amount = 1_000 + 100 * round + index;
        const answer = await gateway.post('/payouts', { company_id: company.id, amount, destination_id });
        expect(answer).toMatchObject({ status: 201, body: { status: 'REQUESTED' } });
        return answer.body.id;
      }),
    );
    asked.push(...mine);
    // At other moments of the sending in each round: when the bank has some more, and a moment into the next.
    await eventually(async () => expect((await sentAtBank()).length).toBeGreaterThan(before + round), PATIENCE_MS);
    for (const kill of workers) {
      await pause(round * 40);
      await kill();
      killed += 1;
    }
    // Nobody knows by now what the bank has of these.
    for (const id of mine.slice(-3)) {
      const { status, body } = await gateway.post(`/payouts/${id}/cancel`);
      if (status === 200) cancelled.push(id);
      else expect({ status, code: body.code }).toEqual({ status: 400, code: 'PAYOUT_NOT_CANCELLABLE' });
    }
    await endLeases();
  }
  startWorker();
  const payouts = await eventually(async () => {
    const rows = await readPayouts();
    expect(rows.filter(({ status }) => status === 'REQUESTED' || status === 'SENT')).toEqual([]);
    return rows;
  }, PATIENCE_MS);

  expect(killed).toBe(2 * ROUNDS);
  expect(payouts.map(({ id }) => id)).toEqual(asked.sort((a, b) => a - b));
  for (const { id, status, steps, events } of payouts) expect({ id, steps, events }).toEqual({ id, ...LIVES[status] });
  expect(payouts.filter(({ status }) => status === 'CANCELLED').map(({ id }) => id)).toEqual(
    cancelled.sort((a, b) => a - b),
  );

  // The bank's own list: what was not cancelled, each once, of that amount and with that end.
  const endOf: Record<string, string> = { PAID: 'REALIZADO', FAILED: 'NAO_REALIZADO' };
  const expected = payouts
    .filter(({ status }) => status !== 'CANCELLED')
    .map(({ reference, amount_cents, status }) => `${reference} ${(amount_cents / 100).toFixed(2)} ${endOf[status]}`);
  const listed = (await sentAtBank()).map(({ idEnvio, valor, status }) => `${idEnvio} ${valor} ${status}`);
  expect(listed.sort()).toEqual(expected.sort());
  expect(payouts.filter(({ status }) => status === 'PAID').length).toBeGreaterThan(0);
  expect(payouts.filter(({ status }) => status === 'FAILED').length).toBeGreaterThan(0);
  // Some requests were lost on their way, and were sent again under the same reference.
  expect(payouts.filter(({ sends }) => sends > 1).length).toBeGreaterThan(0);

  const left = payouts.filter(({ status }) => status === 'PAID').reduce((sum, one) => sum + one.amount_cents + FEE, 0);
  expect(await balanceOf(gateway, company)).toEqual(settled(FUNDS - left));
  await expectCleanBooks(gateway.database.db);
});
