import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * What a test file needs before it can run. It is read from what the file imports, so that no list has to be kept:
 * - `rules` need nothing: they run at once.
 * - `database` tests need a PostgreSQL with the migrations.
 * - `service` tests also need what `npm run build` makes: they run the whole service inside the test.
 * - `process` tests start programs, and are the slowest.
 */
export type Need = 'rules' | 'database' | 'service' | 'process';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const FOLDERS = ['src', 'packages/client/test', 'packages/medusa/test', 'test'];
/** They need programs of the system or of others, or are run by hand; each has a configuration of its own. */
const APART = ['test/readers/', 'test/shell/', 'test/browser/', 'test/drills/', 'test/medusa/'];

/** Imports of types alone are gone before anything runs. */
const IMPORT = /(?:^|\n)(?:import|export)\s(?!type\b)[^'"]*?\bfrom\s+'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'/g;
const STARTS_PROGRAMS = /from 'node:child_process'/;
/** The programs of bench/ import what is compiled. */
const READS_THE_BUILD = /new URL\(\s*['`][^'`]*\b(?:dist|bench)\b/;
const DATABASE = 'test/support/database.ts';
/** Whoever calls it starts a database of their own. */
const LAUNCHER = 'src/ground/embedded-postgres/start-embedded-postgres.ts';

/** Every test file of `npm test`, by what it needs. */
export function testFilesByNeed(): Record<Need, string[]> {
  const files: Record<Need, string[]> = { rules: [], database: [], service: [], process: [] };
  const modules = new Map<string, Module>();
  for (const file of testFiles()) files[needOf(reachedFrom(file, modules))].push(file);
  return files;
}

function testFiles(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => `${folder}/${name.split(sep).join('/')}`),
  )
    .filter((file) => !APART.some((folder) => file.startsWith(folder)))
    .sort();
}

interface Module {
  file: string;
  imports: string[];
  startsPrograms: boolean;
  readsTheBuild: boolean;
}

function reachedFrom(file: string, modules: Map<string, Module>): Module[] {
  const reached = new Set([file]);
  for (const next of reached) for (const imported of read(next, modules).imports) reached.add(imported);
  return [...reached].map((each) => read(each, modules));
}

function read(file: string, modules: Map<string, Module>): Module {
  const known = modules.get(file);
  if (known) return known;
  const text = readFileSync(join(ROOT, file), 'utf8');
  const imports = [...text.matchAll(IMPORT)]
    .map(([, fixed, dynamic]) => resolve(ROOT, dirname(file), fixed ?? dynamic ?? ''))
    .filter((path) => path.endsWith('.ts') && existsSync(path))
    .map((path) => relative(ROOT, path).split(sep).join('/'));
  const isTest = file.startsWith('test/');
  const module = {
    file,
    imports,
    startsPrograms: isTest && (STARTS_PROGRAMS.test(text) || imports.includes(LAUNCHER)),
    readsTheBuild: READS_THE_BUILD.test(text),
  };
  modules.set(file, module);
  return module;
}

function needOf(reached: readonly Module[]): Need {
  if (reached.some((module) => module.startsPrograms)) return 'process';
  if (reached.some((module) => module.readsTheBuild)) return 'service';
  return reached.some((module) => module.file === DATABASE) ? 'database' : 'rules';
}
