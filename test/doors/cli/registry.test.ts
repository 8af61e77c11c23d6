import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ArgsDef, CommandDef } from 'citty';
import { parseArgs } from 'citty';
import { expect, it } from 'vitest';
import { type HelpMeta, refuseUnknown } from '../../../src/doors/cli/command.ts';
import { vintem } from '../../../src/doors/cli/commands.ts';
import { openTerminal } from '../../../src/doors/cli/terminal.ts';
import { runCli } from './run-cli.ts';

interface Listed {
  path: string;
  meta: HelpMeta;
  args: ArgsDef;
}

/** Every command that does something, by what a person types. */
async function commandsOf(command: CommandDef, path: string): Promise<Listed[]> {
  const found: Listed[] = [];
  for (const [name, sub] of Object.entries((command.subCommands ?? {}) as Record<string, unknown>)) {
    const child = (typeof sub === 'function' ? await sub() : sub) as CommandDef;
    found.push(...(await commandsOf(child, `${path} ${name}`)));
  }
  return command.subCommands ? found : [{ path, meta: command.meta as HelpMeta, args: command.args as ArgsDef }];
}

const commands = await commandsOf(vintem, 'vintem');

it('knows the commands', () => {
  expect(commands.length).toBeGreaterThan(25);
  expect(commands.map(({ path }) => path)).toContain('vintem company token create');
});

it.each(commands)('$path has --json, and help of one sentence with examples that hold', ({ path, meta, args }) => {
  expect(args['json']).toMatchObject({ type: 'boolean' });
  expect(meta.description).toMatch(/^[A-Z][^.]{10,117}[^.]$/);
  for (const arg of Object.values(args)) expect(arg.description).toMatch(/.{4}/);
  expect(meta.examples ?? []).not.toHaveLength(0);
  for (const example of meta.examples ?? []) {
    const words = wordsOf(example);
    const start = words.indexOf('vintem');
    expect(words.slice(start, start + path.split(' ').length).join(' ')).toBe(path);
    const rawArgs = words
      .slice(start + path.split(' ').length)
      .filter((word) => word !== '>' && !/^\w+\.json$/.test(word));
    refuseUnknown(rawArgs, args);
    parseArgs(rawArgs, args);
  }
});

/** As a shell would split them, as far as examples need it. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replaceAll("'", ''));
}

it('the guide lists every command, in its words, and no other', () => {
  const guide = readFileSync(fileURLToPath(new URL('../../../docs/guides/cli.md', import.meta.url)), 'utf8');
  const rows = guide.split('\n').filter((line) => line.startsWith('| `vintem '));
  expect(rows.sort()).toEqual(commands.map(({ path, meta }) => `| \`${path}\` | ${meta.description} |`).sort());
});

it('shows help with examples, and errors as JSON where JSON was asked for', async () => {
  const help = await runCli({}, 'company', 'set', '--help');
  expect(help.code).toBe(0);
  expect(help.out).toMatch(/EXAMPLES\n\n {2}vintem company set 4 --pix-fee-bp 99/);
  const refused = await runCli({}, 'company', 'set', '--pix-fee', '1', '--json');
  expect([refused.code, refused.out]).toEqual([1, '']);
  expect(JSON.parse(refused.err)).toEqual({ error: "Unknown option '--pix-fee'." });
});

it('shows progress on a terminal and nowhere else, and takes it away before it prints', () => {
  const record = (isTTY: boolean) => {
    const written: string[] = [];
    const stream = { write: (text: string) => written.push(text), isTTY, columns: 20 };
    const terminal = openTerminal(false, { stdout: stream, stderr: stream } as unknown as NodeJS.Process);
    terminal.progress('migration 0001_foundation.sql');
    terminal.print({ lines: ['done'], json: null });
    terminal.clear();
    return written;
  };
  expect(record(false)).toEqual(['done\n']);
  expect(record(true)).toEqual(['\r\u001b[Kmigration 0001_foun', '\r\u001b[K', 'done\n']);
});
