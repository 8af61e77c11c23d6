import { execFile, execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Builder, openBuilder } from './builder.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TOOLS = ['bring-natives', 'build', 'build-programs', 'build-service', 'build-web'].map(
  (name) => `tools/${name}.mjs`,
);
const PARTS = [...TOOLS, 'tools/support', 'tsconfig.json', 'tsconfig.build.json', 'package.json', 'package-lock.json'];

let copy: string;
let builder: Builder;
beforeEach(() => {
  // Clones are not always where names are plain.
  copy = mkdtempSync(path.join(tmpdir(), 'vintém a clone-'));
  for (const part of PARTS) cpSync(path.join(ROOT, part), path.join(copy, part), { recursive: true });
  plant('src/hello.ts', "import { greet } from './words/greet.ts';\nconsole.log(greet('you' as string));\n");
  plant('src/words/greet.ts', "export const greet = (name: string): string => 'hello ' + name;\n");
  plant('src/words/greet.test.ts', 'this is no TypeScript\n');
  plant('run.mjs', "import { buildService } from './tools/build-service.mjs';\nawait buildService(console.log);\n");
  builder = openBuilder(copy, 'tools/build-service.mjs', 'buildService');
});
afterEach(() => {
  builder.stop();
  rmSync(copy, { recursive: true, force: true });
});

function plant(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
  writeFileSync(path.join(copy, file), text);
}
const install = () => symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'), 'junction');
const remove = (file: string) => rmSync(path.join(copy, file));
const run = (file: string) => execFileSync(process.execPath, [file], { cwd: copy, encoding: 'utf8', stdio: 'pipe' });
const build = () => builder.build();
const start = () => run('dist/hello.js');
/** Which file it is, and when it was written: another one is there after each compilation. */
const identityOf = (file: string) => {
  const { ino, mtimeMs } = statSync(path.join(copy, file));
  return `${ino} ${mtimeMs}`;
};
function failureOf(file: string): string {
  try {
    run(file);
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return stdout + stderr;
  }
  throw new Error('it did not fail');
}

/** Each test starts several processes, which a busy machine takes its time for. */
describe('the build of the service', { timeout: 300_000 }, () => {
  beforeEach(install);

  it('compiles everything once, and then nothing until something changes', async () => {
    expect(await build()).toBe('service: compiling 2 of 2 files\n');
    expect(start()).toBe('hello you\n');
    const before = ['dist/hello.js', 'dist/words/greet.js', 'dist/service-stamp.json'].map(identityOf);
    expect(await build()).toBe('');
    expect(['dist/hello.js', 'dist/words/greet.js', 'dist/service-stamp.json'].map(identityOf)).toEqual(before);
    expect(existsSync(path.join(copy, 'dist/words/greet.test.js'))).toBe(false);
  });

  it('compiles what has changed and nothing else', async () => {
    await build();
    const untouched = identityOf('dist/hello.js');
    plant('src/words/greet.ts', "export const greet = (name: string): string => 'good day ' + name;\n");
    expect(await build()).toBe('service: compiling 1 of 2 files\n');
    expect(start()).toBe('good day you\n');
    expect(identityOf('dist/hello.js')).toBe(untouched);
    expect(await build()).toBe('');
  });

  it('leaves no module of a source that is gone, and everything that others have made', async () => {
    plant('dist/web/pay/assets/pay.js', 'pages');
    plant('dist/simulation/src/old.js', 'simulation');
    plant('dist/start.js', 'a program');
    plant('dist/programs/shared-abc.js', 'what programs share');
    await build();
    remove('src/words/greet.ts');
    expect(await build()).not.toBe('');
    expect(readdirSync(path.join(copy, 'dist/words'))).toEqual([]);
    expect(failureOf('dist/hello.js')).toContain('ERR_MODULE_NOT_FOUND');
    for (const file of ['web/pay/assets/pay.js', 'simulation/src/old.js', 'start.js', 'programs/shared-abc.js'])
      expect([file, existsSync(path.join(copy, 'dist', file))]).toEqual([file, true]);
    expect(await build()).toBe('');
  });

  it('takes nothing for made that it did not make whole', async () => {
    await build();
    plant('dist/words/greet.js', 'export const gre');
    expect(await build()).toBe('service: compiling 1 of 2 files\n');
    remove('dist/hello.js');
    expect(await build()).toBe('service: compiling 1 of 2 files\n');
    plant('dist/service-stamp.json', '{"settings":"a');
    expect(await build()).toBe('service: compiling 2 of 2 files\n');
    const { compilerOptions, ...rest } = JSON.parse(readFileSync(path.join(copy, 'tsconfig.build.json'), 'utf8'));
    plant(
      'tsconfig.build.json',
      JSON.stringify({ ...rest, compilerOptions: { ...compilerOptions, sourceMap: false } }),
    );
    expect(await build()).toBe('service: compiling 2 of 2 files\n');
    expect(start()).toBe('hello you\n');
  });

  it('leaves what is there where it fails, and removes what a killed build has left', async () => {
    await build();
    // Of a process that has ended: nobody else has its number so soon.
    const { pid } = spawnSync(process.execPath, ['--version']);
    plant(`dist.service-${pid}/words/greet.js`, 'export const gre');
    plant('src/words/greet.ts', 'export const greet = (;\n');
    expect(failureOf('run.mjs')).toMatch(/greet\.ts.*error[\s\S]*does not compile/);
    expect(start()).toBe('hello you\n');
    expect(readdirSync(copy).filter((name) => name.startsWith('dist'))).toEqual(['dist']);
    plant('src/words/greet.ts', "export const greet = () => 'mended';\n");
    expect(await build()).toBe('service: compiling 1 of 2 files\n');
    expect(start()).toBe('mended\n');
  });

  it('may run twice at once', async () => {
    const inBackground = () =>
      new Promise<void>((resolve, reject) => {
        execFile(process.execPath, ['run.mjs'], { cwd: copy }, (error) => (error ? reject(error) : resolve()));
      });
    await Promise.all([inBackground(), inBackground(), inBackground()]);
    expect(start()).toBe('hello you\n');
    expect(await build()).toBe('');
    expect(readdirSync(copy).filter((name) => name.startsWith('dist'))).toEqual(['dist']);
  });
});

it('without the packages that build, the command says which command brings them', () => {
  const said = failureOf('tools/build.mjs');
  expect(said).toContain('the compiler is not installed');
  expect(said).toContain('npm ci ');
  expect(said).not.toContain('    at ');
});
