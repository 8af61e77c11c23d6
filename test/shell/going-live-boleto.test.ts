/**
 * Goal: whoever follows the guide about boletos sees what it shows. Method: its commands run in order in one shell, on
 * a service in live mode beside the fake banks that the guide starts; what they print is held against it line by line.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LiveGateway, startLive } from '../support/banks/live-bank.ts';
import { blocksOf, patternOf, type Step, stepsOf } from './boleto-guide.ts';

const CLI = fileURLToPath(new URL('../../dist/doors/cli/vintem.js', import.meta.url));
const GUIDES = ['going-live-boleto.md', 'going-live-boleto.pt.md'] as const;
const END = '=== end of command ===';
/** What is asked for happens a moment later: a bank takes its files, a process takes a change of settings. */
const PATIENCE_MS = 30_000;
const AGAIN_AFTER_MS = 500;
/** Asking again changes nothing. */
const MAY_BE_REPEATED = /^(ls|call "\$API\/transactions\/\d+|vintem fake-bank cnab (titles|close-day))\b/;
/** Where new orders go is known within five seconds; an order that came too early would be another boleto. */
const SETTLING_MS = 8_000;
const IS_SETTING = /^vintem company set/;

let live: LiveGateway;
let folder: string;
let shell: ChildProcess;
let env: Record<string, string>;
const banks: ChildProcess[] = [];
let controlUrl = '';

beforeAll(async () => {
  live = await startLive();
  const { accessToken } = await live.openShop();
  folder = await mkdtemp(join(tmpdir(), 'vintem-guide-'));
  await mkdir(join(folder, 'bin'));
  const vintem = join(folder, 'bin', 'vintem');
  await writeFile(vintem, `#!/bin/sh\nexec '${process.execPath}' '${CLI}' "$@"\n`);
  await chmod(vintem, 0o755);
  const path = `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`;
  env = { ...live.env, PATH: path, EST: accessToken, PASSWORD: 'uma senha comprida 7319' };
  shell = spawn('bash', [], { cwd: folder, env, stdio: ['pipe', 'pipe', 'inherit'] });
});
afterAll(async () => {
  for (const child of [...banks, shell]) if (child?.exitCode === null) child.kill();
  await live?.close();
  if (folder) await rm(folder, { recursive: true });
});

/** What one command prints, errors included. */
async function run(command: string): Promise<string[]> {
  const { stdin, stdout } = shell;
  if (!stdin || !stdout) throw new Error('there is no shell');
  const here = command
    .replaceAll('http://localhost:3000', live.vintem.url)
    .replaceAll('http://127.0.0.1:8442', controlUrl);
  stdin.write(`{ ${here}\n} 2>&1\necho\necho '${END}'\n`);
  let printed = '';
  while (!printed.endsWith(`${END}\n`)) printed += String((await once(stdout, 'data'))[0]);
  return printed
    .slice(0, -`${END}\n`.length)
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '');
}

/** A bank runs until it is stopped: its first lines are what it says of itself. */
async function startBank({ command, printed }: Step): Promise<string[]> {
  const anyPort = command.includes('--without-pix') ? ' --cnab-port 0' : ' --port 0 --control-port 0';
  const words = `${command.replaceAll(/(--inter|--sicoob) \d+/g, '$1 0')}${anyPort}`;
  const bank = spawn('bash', ['-c', `exec ${words}`], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  banks.push(bank);
  const lines: string[] = [];
  for await (const line of createInterface(bank.stdout)) if (lines.push(line) >= printed.length) break;
  // Whatever else it says has to go somewhere.
  bank.stdout.resume();
  return lines;
}

const isBank = ({ command }: Step) => command.startsWith('vintem fake-bank --');

async function follow(step: Step): Promise<void> {
  const patterns = step.printed.map((line) => patternOf(line, folder));
  const giveUpAt = Date.now() + PATIENCE_MS;
  for (;;) {
    const lines = isBank(step) ? await startBank(step) : await run(step.command);
    const fits =
      lines.length === patterns.length && patterns.every((pattern, index) => pattern.test(lines[index] ?? ''));
    if (fits && isBank(step)) controlUrl = /http:\S+(?=\/charges)/.exec(lines.join('\n'))?.[0] ?? '';
    if (fits && IS_SETTING.test(step.command)) await pause(SETTLING_MS);
    if (fits) return;
    if (!MAY_BE_REPEATED.test(step.command) || Date.now() > giveUpAt)
      expect(lines.join('\n'), step.command).toBe(step.printed.join('\n'));
    await pause(AGAIN_AFTER_MS);
  }
}
it('is the same in both languages, in every command and every output', () => {
  const [english, portuguese] = GUIDES.map(blocksOf);
  expect(portuguese).toEqual(english);
  expect(english?.flatMap((block) => (block.language === 'console' ? stepsOf(block) : [])).length).toBeGreaterThan(30);
});

it('shows what a person sees, from the first file to a paid boleto, at each of three banks', async () => {
  let isFirstFile = true;
  for (const block of blocksOf(GUIDES[0])) {
    if (block.language === 'sh') await run(block.text);
    if (block.language === 'json' && isFirstFile) {
      await writeFile(join(folder, 'bb.json'), block.text);
      isFirstFile = false;
    }
    if (block.language === 'console') for (const step of stepsOf(block)) await follow(step);
  }
  const { outbox: _, inbox: __, ...invented } = JSON.parse(await readFile(join(folder, 'bank/acquirer.json'), 'utf8'));
  expect(JSON.parse(await readFile(join(folder, 'bb.json'), 'utf8'))).toEqual(invented);
}, 300_000);
