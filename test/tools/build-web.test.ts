import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TOOLS = ['tools/build-web.mjs', 'tools/support/web-chunks.mjs'];
const PARTS = ['web', 'src', ...TOOLS, 'package.json', 'package-lock.json', 'tsconfig.json'];

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), 'vintem-web-'));
  for (const part of PARTS) cpSync(path.join(ROOT, part), path.join(copy, part), { recursive: true });
  // A dashboard and a reference of one line: how often they are built is what is looked at.
  for (const file of ['web/main.tsx', 'web/docs/docs.ts'])
    writeFileSync(path.join(copy, file), "document.title = 'Vintém';\n");
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Says what it did; nothing when there was nothing to do. */
const build = () => execFileSync(process.execPath, ['tools/build-web.mjs'], { cwd: copy, encoding: 'utf8' });
const change = (file: string, text: string) => {
  const place = path.join(copy, file);
  writeFileSync(place, readFileSync(place, 'utf8') + text);
};
const filesOf = () => readdirSync(path.join(copy, 'dist/web/pay/assets')).sort();

/** It is built a dozen times; a busy machine takes its time. */
const TIMEOUT_MS = 600_000;

describe('the build of the web', { timeout: TIMEOUT_MS }, () => {
  it('is made when absent, left alone when nothing has changed, and made anew when something has', () => {
    expect(build()).toContain('web: built');
    const before = filesOf();
    expect(build()).toBe('');
    // What is not imported by the web changes nothing of it.
    change('src/config.ts', '\n// another line\n');
    expect(build()).toBe('');
    for (const [file, text] of [
      ['web/pay/pay.css', '.another { color: red; }\n'],
      ['web/pay/pay.ts', '\nconsole.log(1);\n'],
      ['src/payer-pages/countdown.rules.ts', '\nexport const another = 1;\n'],
      ['package-lock.json', '\n'],
      ...TOOLS.map((file) => [file, '\n'] as const),
    ] as const) {
      change(file, text);
      expect([file, build()]).toEqual([file, expect.stringContaining('web: built')]);
      expect([file, build()]).toEqual([file, '']);
    }
    const after = filesOf();
    // Processes that run still name the files of before.
    expect(after).toEqual(expect.arrayContaining(before));
    expect(after.length).toBeGreaterThan(before.length);
  });

  it('leaves what is there where it fails, and nothing half made beside it', () => {
    const before = filesOf();
    change('web/pay/pay.ts', '\nimport "./not-there.ts";\n');
    expect(() => execFileSync(process.execPath, ['tools/build-web.mjs'], { cwd: copy, stdio: 'pipe' })).toThrow();
    expect(filesOf()).toEqual(before);
    expect(readdirSync(path.join(copy, 'dist'))).toEqual(['web']);
  });
});
