import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Builder, openBuilder } from './builder.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PARTS = ['tools/build-programs.mjs', 'tools/support', 'package.json', 'package-lock.json'];
const START = `
  import helmet from 'helmet';
  import { whole } from './words/greet.ts';
  console.log(whole(typeof helmet));
  const { later } = await import('./words/later.ts');
  console.log(later as string);`;
const GREET = `
  import { readFileSync } from 'node:fs';
  const text = readFileSync(new URL('../../words.txt', import.meta.url), 'utf8');
  export const whole = (type: string): string => text + ' ' + type;`;

let copy: string;
let builder: Builder;
beforeEach(() => {
  // Clones are not always where names are plain.
  copy = mkdtempSync(path.join(tmpdir(), 'vintém a clone-'));
  for (const part of PARTS) cpSync(path.join(ROOT, part), path.join(copy, part), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'), 'junction');
  plant('words.txt', 'hello');
  plant('src/start.ts', START);
  plant('src/words/greet.ts', GREET);
  plant('src/words/later.ts', "export const later = 'and good bye';\n");
  plant('src/words/greet.test.ts', 'this is no TypeScript\n');
  builder = openBuilder(copy, 'tools/build-programs.mjs', 'buildPrograms');
});
afterEach(() => {
  builder.stop();
  rmSync(copy, { recursive: true, force: true });
});

function plant(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
  writeFileSync(path.join(copy, file), text);
}
const build = () => builder.build();
const start = () => execFileSync(process.execPath, ['dist/start.js'], { cwd: copy, encoding: 'utf8', stdio: 'pipe' });
const shared = () => readdirSync(path.join(copy, 'dist/programs')).sort();
const BUNDLED = 'programs: bundling 1\n';

/** Each test starts several processes, which a busy machine takes its time for. */
describe('the programs', { timeout: 300_000 }, () => {
  it('hold what they need, find files by the places of their sources, and load the rest later', async () => {
    expect(await build()).toBe(BUNDLED);
    // Nothing of what is installed is needed any more.
    rmSync(path.join(copy, 'node_modules'));
    expect(start()).toBe('hello function\nand good bye\n');
    expect(shared().filter((name) => name.startsWith('later-'))).toHaveLength(1);
  });

  it('are made when something has changed or is not whole, and else left alone', async () => {
    await build();
    const identity = () => statSync(path.join(copy, 'dist/start.js')).ino;
    const before = identity();
    plant('src/words/greet.test.ts', 'another test\n');
    expect([await build(), identity()]).toEqual(['', before]);
    for (const [file, text] of [
      ['src/words/greet.ts', GREET.replace("' '", "', '")],
      ['package-lock.json', '{}\n'],
      ['dist/start.js', 'import "./programs/'],
      [`dist/programs/${shared()[0]}`, ''],
      ['dist/programs-stamp.json', '{"sources":"a'],
    ] as const) {
      plant(file, text);
      expect([file, await build()]).toEqual([file, BUNDLED]);
      expect(start()).toBe('hello, function\nand good bye\n');
    }
    expect(await build()).toBe('');
  });

  it('leave what they were for those that run, for some days', async () => {
    await build();
    const [old] = shared().filter((name) => name.startsWith('later-'));
    const place = path.join(copy, 'dist/programs', old ?? '');
    // It was built a month ago, and is in use until now.
    utimesSync(place, 0, 0);
    plant('src/words/later.ts', "export const later = 'until tomorrow';\n");
    expect(await build()).toBe(BUNDLED);
    expect(start()).toBe('hello function\nuntil tomorrow\n');
    expect(existsSync(place)).toBe(true);
    utimesSync(place, 0, 0);
    plant('src/words/later.ts', "export const later = 'until next week';\n");
    await build();
    expect(existsSync(place)).toBe(false);
  });

  it('stay as they are where they cannot be made', async () => {
    await build();
    plant('src/start.ts', "import './gone.ts';\n");
    await expect(build()).rejects.toThrow(/cannot be bundled[\s\S]*gone\.ts/);
    expect(start()).toBe('hello function\nand good bye\n');
    expect(readdirSync(copy).filter((name) => name.startsWith('dist'))).toEqual(['dist']);
  });
});
