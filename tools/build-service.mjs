// Compiles src/ into dist/: what has changed since, and nothing else. Types are not looked at, which is most of what a
// compiler does and is the matter of `npm run typecheck`.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  BuildError,
  filesBelow,
  hashOf,
  hashOfAll,
  publish,
  ROOT,
  readStamp,
  withDraft,
  writeStamp,
} from './support/made-files.mjs';
import { PROGRAMS, SHARED } from './support/programs.mjs';

const STAMP = 'dist/service-stamp.json';
const COMPILER = path.join(ROOT, 'node_modules/@typescript/native/bin/tsc');
/** What the compiled form depends on beside its source; the lock file names the compiler's version. */
const SETTINGS = ['tsconfig.json', 'tsconfig.build.json', 'package-lock.json', 'tools/build-service.mjs'];
/** What others put into dist/. */
const NOT_OURS = new RegExp(`^dist/((web|simulation|mutation|node_modules|${SHARED})/|(${PROGRAMS.join('|')})\\.js$)`);
/** Bundled by their own step (build-programs.mjs). */
const BUNDLED = new Set(PROGRAMS.map((program) => `src/${program}.ts`));
const COMPILED = /\.js(\.map)?$/;

export async function buildService(say) {
  const sources = listSources();
  const settings = hashOfAll(SETTINGS);
  const stamp = readStamp(STAMP);
  const known = stamp?.settings === settings ? stamp.files : {};
  // Taken before the compiler reads them: one that is changed meanwhile is compiled again the next time.
  const hashes = new Map(sources.map((source) => [source, hashOf(source)]));
  const changed = sources.filter(
    (source) => known[source]?.source !== hashes.get(source) || known[source].made !== hashOf(madeOf(source)),
  );
  const left = listLeftOvers(sources);
  if (changed.length === 0 && left.length === 0) return;
  say(`service: compiling ${changed.length} of ${sources.length} files`);
  if (changed.length > 0) await withDraft('service', (draft) => compile(changed, draft));
  // Types are not looked at, so that an import of what is gone would find its old form.
  for (const file of left) rmSync(path.join(ROOT, file), { force: true });
  const made = new Set(changed);
  const files = Object.fromEntries(
    sources.map((source) => [
      source,
      made.has(source) ? { source: hashes.get(source), made: hashOf(madeOf(source)) } : known[source],
    ]),
  );
  writeStamp(STAMP, { settings, files });
}

function listSources() {
  const { exclude } = JSON.parse(readFileSync(path.join(ROOT, 'tsconfig.build.json'), 'utf8'));
  const endings = exclude.map((pattern) => pattern.replace('src/**/*', ''));
  return filesBelow('src').filter(
    (file) => file.endsWith('.ts') && !BUNDLED.has(file) && !endings.some((ending) => file.endsWith(ending)),
  );
}

function madeOf(source) {
  return source.replace(/^src\/(.*)\.ts$/, 'dist/$1.js');
}

/** Compiled forms of sources that are gone. */
function listLeftOvers(sources) {
  const wanted = new Set(sources.map(madeOf).flatMap((file) => [file, `${file}.map`]));
  return filesBelow('dist').filter((file) => COMPILED.test(file) && !NOT_OURS.test(file) && !wanted.has(file));
}

/** Beside dist/, at the same depth: maps name their sources by the way from there. */
async function compile(sources, draft) {
  if (!existsSync(COMPILER)) throw new BuildError('the compiler is not installed');
  const project = path.join(draft, 'tsconfig.json');
  const settings = {
    extends: '../tsconfig.build.json',
    // Each file by itself: imports are neither followed nor looked at.
    compilerOptions: { noCheck: true, noResolve: true, types: [], rootDir: '../src', outDir: '.' },
    files: sources.map((source) => `../${source}`),
    include: [],
  };
  writeFileSync(project, JSON.stringify(settings));
  const compiler = spawn(process.execPath, [COMPILER, '-p', project], { stdio: ['ignore', 2, 2] });
  const code = await new Promise((resolve, reject) => compiler.on('error', reject).on('exit', resolve));
  if (code !== 0) throw new BuildError('src/ does not compile: the lines above say where');
  rmSync(project);
  publish(draft, 'dist');
}
