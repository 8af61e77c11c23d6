import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Builder, openBuilder } from './builder.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TOOLS = ['tools/build-web.mjs', 'tools/support/web-chunks.mjs'];
const PARTS = [
  'web',
  'src',
  ...TOOLS,
  'tools/support/made-files.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

let copy: string;
let builder: Builder;
beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), 'vintem-web-'));
  for (const part of PARTS) cpSync(path.join(ROOT, part), path.join(copy, part), { recursive: true });
  // Applications and a reference of one line: how often they are built is what is looked at.
  for (const file of ['web/main.tsx', 'web/operator/main.tsx', 'web/docs/docs.ts'])
    writeFileSync(path.join(copy, file), "document.title = 'Vintém';\n");
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  builder = openBuilder(copy, 'tools/build-web.mjs', 'buildWeb');
});
afterAll(() => {
  builder.stop();
  rmSync(copy, { recursive: true, force: true });
});

const build = () => builder.build();
const change = (file: string, text: string) => {
  const place = path.join(copy, file);
  writeFileSync(place, readFileSync(place, 'utf8') + text);
};
const filesOf = () => readdirSync(path.join(copy, 'dist/web/pay/assets')).sort();

const identityOf = (file: string) => statSync(path.join(copy, file)).ino;

const only = (...parts: string[]) =>
  [`web: building ${parts.join(', ')}`, ...parts.map((part) => `web: built ${part}`), ''].join('\n');
const ALL = only('pay', 'dashboard', 'operator', 'docs');

/** Each test builds several times, which a busy machine takes minutes for. */
describe('the build of the web', { timeout: 600_000 }, () => {
  it('is made when absent and left alone when nothing has changed', async () => {
    expect(await build()).toBe(ALL);
    expect(await build()).toBe('');
    // What is not imported by the web changes nothing of it.
    change('src/ground/config.ts', '\n// another line\n');
    expect(await build()).toBe('');
  });

  it('is made anew, by parts, when something has changed', async () => {
    const before = filesOf();
    for (const [file, text, made] of [
      ['web/pay/pay.css', '.another { color: red; }\n', only('pay')],
      ['web/pay/pay.ts', '\nconsole.log(1);\n', only('pay')],
      ['src/pages/payer-pages/countdown.rules.ts', '\nexport const another = 1;\n', only('pay')],
      ['web/docs/docs.ts', '\nconsole.log(1);\n', only('docs')],
      ['web/home/home.page.tsx', '\n', only('dashboard')],
      ['web/operator/home/home.page.tsx', '\n', only('operator')],
      ['web/ui/room.ts', '\n', only('dashboard', 'operator')],
      ['package-lock.json', '\n', ALL],
      ...TOOLS.map((tool) => [tool, '\n', ALL] as const),
    ] as const) {
      change(file, text);
      expect([file, await build()]).toEqual([file, made]);
    }
    expect(await build()).toBe('');
    const after = filesOf();
    // Processes that run still name the files of before.
    expect(after).toEqual(expect.arrayContaining(before));
    expect(after.length).toBeGreaterThan(before.length);
  });

  it('keeps files for days after they were replaced, and takes none for made that is not whole', async () => {
    const folder = 'dist/web/pay/assets';
    const script = JSON.parse(readFileSync(path.join(copy, 'dist/web/pay/manifest.json'), 'utf8'))['pay/pay.ts'].file;
    const old = path.join(copy, folder, 'gone-long-ago.js');
    writeFileSync(old, '');
    // Both were built a month ago: the one is still in use, the other has not been for as long.
    for (const file of [old, path.join(copy, 'dist/web/pay', script)]) utimesSync(file, 0, 0);
    const page = identityOf('dist/web/docs/manifest.json');
    change('web/pay/pay.ts', '\nconsole.log(2);\n');
    expect(await build()).toBe(only('pay'));
    expect(filesOf()).toContain(path.basename(script));
    expect(filesOf()).not.toContain('gone-long-ago.js');
    expect(identityOf('dist/web/docs/manifest.json')).toBe(page);
    rmSync(path.join(copy, 'dist/web/docs/manifest.json'));
    expect(await build()).toBe(only('docs'));
  });

  it('leaves what is there where it fails, and nothing half made beside it', async () => {
    const before = filesOf();
    change('web/pay/pay.ts', '\nimport "./not-there.ts";\n');
    await expect(build()).rejects.toThrow(/not-there/);
    expect(filesOf()).toEqual(before);
    expect(readdirSync(path.join(copy, 'dist'))).toEqual(['web']);
    expect(readdirSync(copy).filter((name) => name.startsWith('dist'))).toEqual(['dist']);
  });
});
