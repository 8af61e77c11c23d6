import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { remessa, slipOf } from '../../rails/fake-bank/cnab/remessa-builder.ts';
import { readRetorno } from '../../rails/fake-bank/cnab/retorno-reader.ts';
import { runCli } from './run-cli.ts';

/** The bank that takes files, as an operator starts and steers it. */

const CLI = fileURLToPath(new URL('../../../dist/doors/cli/vintem.js', import.meta.url));

let folder: string;
let bank: ChildProcess;
let output: Interface;
let started: { cnab: { profile: string; acquirer_file: string; remessa: string; retorno: string } };

async function startBank(...more: string[]): Promise<void> {
  const args = [CLI, 'fake-bank', '--cnab', folder, '--without-pix', '--cnab-port', '0', '--json', ...more];
  bank = spawn(process.execPath, args, { env: { PATH: process.env['PATH'] } });
  if (!bank.stdout) throw new Error('no output');
  output = createInterface(bank.stdout);
  started = JSON.parse(String((await once(output, 'line'))[0]));
}

async function stopBank(signal: NodeJS.Signals): Promise<unknown> {
  if (bank.exitCode !== null || bank.signalCode !== null) return bank.exitCode;
  bank.kill(signal);
  return (await once(bank, 'exit'))[0];
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vintem-fake-files-'));
  await startBank('--profile', 'itau');
});
afterAll(async () => {
  await stopBank('SIGTERM');
  await rm(folder, { recursive: true });
});

const cli = (...args: string[]) => runCli({}, 'fake-bank', 'cnab', ...args, '--dir', folder);

/** The file appears as a whole, and the bank says what it did with it. */
async function send(name: string, content: string): Promise<string> {
  const told = once(output, 'line');
  await writeFile(path.join(folder, name), content, 'latin1');
  await rename(path.join(folder, name), path.join(started.cnab.remessa, name));
  return JSON.parse(String((await told)[0])).remessa;
}

it('makes the file for the acquirer, takes a remessa, is paid and writes a retorno', async () => {
  expect(JSON.parse(await readFile(started.cnab.acquirer_file, 'utf8'))).toMatchObject({
    ...{ kind: 'cnab240', profile: 'itau', beneficiary: { name: 'Loja de Teste', document: '11222333000181' } },
    ...{ branch: '1234', account: '56789', account_digit: '7', wallet: '109', our_number_first: 1 },
    ...{ outbox: started.cnab.remessa, inbox: started.cnab.retorno },
  });
  const content = remessa('itau', 1, [slipOf('itau', 0), slipOf('itau', 1)]);
  expect(await send('first.rem', content)).toBe('first.rem: taken, file number 1, orders 2');
  expect(await send('again.rem', content)).toBe(
    'again.rem: refused: line 1, column 158: file number 1 was seen before: 2 must come next',
  );
  const paid = await cli('pay', 'pay_00', '--amount', '150.00', '--day', '2026-11-16');
  expect([paid.code, paid.out]).toEqual([0, '00223350: paid on 2026-11-16: R$ 150.00\n']);
  expect((await cli('close-day')).out).toBe('itau000001.ret: 3 movements\n');
  const { told } = readRetorno(path.join(started.cnab.retorno, 'itau000001.ret'), 'itau');
  expect(told.map(({ code }) => code)).toEqual(['02', '02', '06']);
  expect((await cli('close-day')).out).toBe('nothing happened: no file was written\n');
});

it('goes on after a kill without being told its profile, and does the rest that its commands name', async () => {
  await stopBank('SIGKILL');
  expect((await cli('titles')).err).toMatch(
    /^vintem: no fake bank runs here .+: start it with vintem fake-bank --cnab\n$/,
  );
  await startBank();
  expect((await cli('titles')).out).toMatch(/^00223350: paid on 2026-11-16: R\$ 150\.00\n00223351: OPEN\n$/);
  expect((await cli('write-off', '00223351-0')).out).toBe('00223351: WRITTEN_OFF\n');
  expect((await cli('pay-after-write-off', 'pay_01', '--amount', '1.00')).code).toBe(0);
  expect((await cli('fee', 'pay_01', '--amount', '2.50')).code).toBe(0);
  expect((await cli('say', 'pay_01', '--code', '98', '--motive', 'ZZ')).code).toBe(0);
  expect((await cli('stranger', '00000777', '--amount', '42.00')).out).toBe('00000777: will be told\n');
  expect((await cli('fault', 'twice')).out).toBe('waiting: twice\n');
  expect((await cli('take-back', 'pay_00')).err).toBe('vintem: itau has no code for money that is taken back\n');
  expect((await cli('close-day')).out).toBe('itau000002.ret: 5 movements\n');
  expect(await readdir(started.cnab.retorno)).toEqual(['itau000001.ret', 'itau000002-again.ret', 'itau000002.ret']);
  expect(await stopBank('SIGTERM')).toBe(0);
});

it.each([
  [['--without-pix'], /--without-pix leaves no bank without --cnab/],
  [['--profile', 'bb'], /--profile goes with --cnab DIR/],
  [['--cnab', 'FOLDER', '--profile', 'bb', '--without-pix'], /belongs to itau; give bb a folder of its own/],
  [['--cnab', 'FOLDER', '--profile', 'nubank', '--without-pix'], /no such profile: nubank; there are bb, bradesco/],
  [['--cnab', 'FOLDER/other', '--without-pix'], /a new bank needs a profile: one of bb/],
  [['cnab', 'pay', 'pay_00', '--amount', '9', '--dir', 'FOLDER'], /--amount must look like 12\.34/],
  [['cnab', 'play'], /Unknown command play/],
])('refuses %j in one line', async (args, message) => {
  const { code, err } = await runCli({}, 'fake-bank', ...args.map((word) => word.replace('FOLDER', folder)));
  expect([code, err]).toEqual([1, expect.stringMatching(message)]);
  expect(err.trimEnd()).not.toContain('\n');
});
