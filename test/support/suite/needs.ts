import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * What a test file needs before it can run. It is read from what the file imports, so that no list has to be kept:
 * - `rules` need nothing: they run at once.
 * - `server` tests open servers of their own, such as banks and receivers of webhooks, and talk to them.
 * - `database` tests need a PostgreSQL with the migrations.
 * - `service` tests also need what `npm run build` makes: they run the whole service inside the test.
 * - `process` tests start programs, and are the slowest.
 */
export type Need = 'rules' | 'server' | 'database' | 'service' | 'process';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const FOLDERS = ['src', 'packages/client/test', 'packages/medusa/test', 'test'];
/** They need programs of the system or of others, or are run by hand; each has a configuration of its own. */
const APART = ['test/readers/', 'test/shell/', 'test/browser/', 'test/drills/', 'test/medusa/'];

/** Imports of types alone are gone before anything runs. */
const IMPORT = /(?:^|\n)(?:import|export)\s(?!type\b)[^'"]*?\bfrom\s+'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'/g;
const OPENS_A_SERVER = /\.listen\(/;
const STARTS_PROGRAMS = /from 'node:child_process'/;
/** The programs of bench/ import what is compiled. */
const READS_THE_BUILD = /new URL\(\s*['`][^'`]*\b(?:dist|bench)\b/;
const DATABASE = 'test/support/database.ts';
/** Whoever calls it starts a database of their own. */
const LAUNCHER = 'src/ground/embedded-postgres/start-embedded-postgres.ts';

/** Every test file of `npm test`, by what it needs. */
export function testFilesByNeed(): Record<Need, string[]> {
  const files: Record<Need, string[]> = { rules: [], server: [], database: [], service: [], process: [] };
  for (const [file, need] of needsOf(testFiles())) files[need].push(file);
  return files;
}

/** What each of these files needs, which are named from the root of the project. */
export function needsOf(files: readonly string[]): Map<string, Need> {
  const modules = readAllFrom(files);
  const process = reaching(modules, (module) => module.startsPrograms);
  const service = reaching(modules, (module) => module.readsTheBuild);
  const database = reaching(modules, (module) => module.file === DATABASE);
  const server = reaching(modules, (module) => module.opensServers);
  const needOf = (file: string): Need => {
    if (process.has(file)) return 'process';
    if (service.has(file)) return 'service';
    if (database.has(file)) return 'database';
    return server.has(file) ? 'server' : 'rules';
  };
  return new Map(files.map((file) => [file, needOf(file)]));
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
  opensServers: boolean;
  startsPrograms: boolean;
  readsTheBuild: boolean;
}

function readAllFrom(files: readonly string[]): Module[] {
  const names = new Set(files);
  const modules: Module[] = [];
  for (const name of names) {
    const module = read(name);
    modules.push(module);
    for (const imported of module.imports) names.add(imported);
  }
  return modules;
}

function read(file: string): Module {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const imports = [...text.matchAll(IMPORT)]
    .map(([, fixed, dynamic]) => resolve(ROOT, dirname(file), fixed ?? dynamic ?? ''))
    .filter((path) => path.endsWith('.ts') && existsSync(path))
    .map((path) => relative(ROOT, path).split(sep).join('/'));
  return {
    file,
    imports,
    opensServers: OPENS_A_SERVER.test(text),
    startsPrograms: file.startsWith('test/') && (STARTS_PROGRAMS.test(text) || imports.includes(LAUNCHER)),
    readsTheBuild: READS_THE_BUILD.test(text),
  };
}

/** The wanted modules and all that import one of them, directly or through others. */
function reaching(modules: readonly Module[], isWanted: (module: Module) => boolean): Set<string> {
  const importers = new Map<string, string[]>(modules.map(({ file }) => [file, []]));
  for (const { file, imports } of modules) for (const imported of imports) importers.get(imported)?.push(file);
  const reached = new Set(modules.filter(isWanted).map(({ file }) => file));
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer);
  return reached;
}
