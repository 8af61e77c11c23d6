/** Files between us and the bank: carried by hand, by commands that are killed at any point, and carried again. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { sleep } from '../../support/service.mjs';
import { insist } from './world.mjs';

export const BANK = 'filebank';
const KILLS = 2;

/** Kills come about when a command that only reads would end: then one that writes is at its work. */
async function killTimes(world, ...args) {
  const from = performance.now();
  await world.command('cnab', 'files', BANK);
  const usualMs = performance.now() - from;
  for (let kill = 0; kill < KILLS; kill++) await world.commandKilled(usualMs * (0.8 + Math.random() * 0.4), ...args);
}

export function filesOf(world) {
  const out = join(world.folder, 'out');
  mkdirSync(out);
  const remessas = [];
  const received = [];

  /** Under another name until it is whole, as a bank demands of whoever brings files. */
  const bring = async (path, name) => {
    const target = join(world.bankFolder, 'remessa', name);
    copyFileSync(path, `${join(world.bankFolder, 'remessa')}/.${name}`);
    renameSync(`${join(world.bankFolder, 'remessa')}/.${name}`, target);
    await insist(() => {
      if (existsSync(target)) throw new Error(`the bank does not look at ${name}`);
    });
    return existsSync(join(world.bankFolder, 'remessa', 'taken', name));
  };

  return {
    remessas,
    received,
    /** What waits goes out once, however often the command dies; a number that was made and not written is written. */
    async send() {
      const send = ['cnab', 'send', BANK, '--out', out];
      await killTimes(world, ...send);
      await world.command(...send);
      const made = (await world.command('cnab', 'files', BANK)).filter(({ direction }) => direction === 'remessa');
      const fresh = made.filter(({ number }) => !remessas.includes(number)).sort((a, b) => a.number - b.number);
      for (const { number } of fresh) {
        const { path } = await world.command('cnab', 'send', BANK, '--again', String(number), '--out', out);
        if (!(await bring(path, `${number}.rem`))) throw new Error(`the bank has refused remessa ${number}`);
        remessas.push(number);
      }
      const titles = fresh.reduce((sum, file) => sum + file.titles, 0);
      return { text: `${fresh.length} remessa, ${titles} titles`, titles };
    },
    /** The same file a second time: written out again byte by byte, and refused by the bank for its number. */
    async sendAgain() {
      const number = remessas.at(-1);
      const send = ['cnab', 'send', BANK, '--out', out];
      for (let more = await world.command(...send); more !== null; more = await world.command(...send)) {
        if (!isOnlyWriteOffs(more.path)) throw new Error('a second remessa was made of nothing');
        if (!(await bring(more.path, `${more.number}.rem`))) throw new Error(`the bank has refused ${more.number}`);
        remessas.push(more.number);
      }
      const { path } = await world.command('cnab', 'send', BANK, '--again', String(number), '--out', out);
      const first = readFileSync(join(world.bankFolder, 'remessa', 'taken', `${number}.rem`));
      if (!readFileSync(path).equals(first)) throw new Error(`remessa ${number} is another file the second time`);
      if (await bring(path, `${number}-again.rem`)) throw new Error(`the bank has taken remessa ${number} twice`);
      return `nothing waits; remessa ${number} once more is the same bytes, and refused by the bank`;
    },
    async closeDay() {
      await world.command('fake-bank', 'cnab', 'close-day', '--dir', world.bankFolder);
    },
    async receive() {
      const told = [];
      for (const name of readdirSync(join(world.bankFolder, 'retorno')).sort()) {
        if (received.includes(name)) continue;
        const receive = ['cnab', 'receive', BANK, join(world.bankFolder, 'retorno', name)];
        await killTimes(world, ...receive);
        const [report] = await world.command(...receive);
        received.push(name);
        told.push(report === null ? `${name} came before` : `${name} ${kindsOf(report)}`);
      }
      return told.join('; ');
    },
    async receiveAgain() {
      const paths = received.map((name) => join(world.bankFolder, 'retorno', name));
      const reports = await world.command('cnab', 'receive', BANK, ...paths);
      if (reports.some((report) => report !== null)) throw new Error('a retorno took effect twice');
      return `${paths.length} retornos once more: came before`;
    },
    /** The worker finds what lies in its inbox, and is killed while it does. */
    async receiveByInbox(inbox) {
      const names = readdirSync(join(world.bankFolder, 'retorno')).filter((name) => !received.includes(name));
      for (const name of names) {
        copyFileSync(join(world.bankFolder, 'retorno', name), join(inbox, `.${name}`));
        renameSync(join(inbox, `.${name}`), join(inbox, name));
      }
      for (let kill = 0; kill < KILLS; kill++) {
        await sleep(3_000 + Math.random() * 4_000);
        await world.killWorker();
      }
      await insist(() => {
        for (const name of names) if (!existsSync(join(inbox, 'done', name))) throw new Error(`${name} is not taken`);
      });
      received.push(...names);
      return `${names.join(', ')} by the worker's inbox`;
    },
  };
}

/** The worker withdraws slips of what was paid by PIX, and may be slower than the file (P, columns 16 to 17). */
function isOnlyWriteOffs(path) {
  const entries = readFileSync(path, 'latin1')
    .split(/\r?\n/)
    .filter((line) => line[7] === '3' && line[13] === 'P');
  return entries.length > 0 && entries.every((line) => line.slice(15, 17) === '02');
}

const kindsOf = ({ kinds, repeated, listed }) => {
  const parts = Object.entries(kinds).map(([kind, count]) => `${kind} ${count}`);
  if (repeated > 0) parts.push(`repeated ${repeated}`);
  if (listed.length > 0) parts.push(`listed ${JSON.stringify(listed.slice(0, 3))}`);
  return parts.join(', ');
};
