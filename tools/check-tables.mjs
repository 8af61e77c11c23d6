// Fails when SQL touches a table of another folder. Who owns which table, and who may read across, stands in ARCHITECTURE.md.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { tablesIn } from './sql-tables.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TEST_CODE = /\.(test|contract)\.ts$/;
/** Fewer statements than this were surely not all of them. */
const MIN_TOUCHES = 100;

const known = tablesOfSchema();
const architecture = fs.readFileSync(path.join(ROOT, 'ARCHITECTURE.md'), 'utf8');
const owners = readOwners(rowsUnder(architecture, '## Who owns which table'));
const readers = readReaders(rowsUnder(architecture, '### Who reads across'));
const touches = sourcesUnder('src').flatMap(touchesOf);

const problems = [...wrongOwners(), ...strangers(), ...idleReaders(), ...tooFew()];
for (const problem of problems) console.error(problem);
console.log(
  `tables: ${known.size} tables, ${touches.length} places that touch them, ${readers.size} readers across, ${problems.length} problems`,
);
process.exitCode = problems.length > 0 ? 1 : 0;

function tablesOfSchema() {
  const schema = fs.readFileSync(path.join(ROOT, 'db/schema.sql'), 'utf8');
  return new Set([...schema.matchAll(/^CREATE TABLE (?:public\.)?([\w.]+) \(/gm)].map(([, name]) => name));
}

/** The rows of the first table under a heading, each as the cells between its bars. */
function rowsUnder(text, heading) {
  const [, below = ''] = text.split(`\n${heading}\n`);
  const lines = below.split('\n');
  const start = lines.findIndex((line) => line.startsWith('|'));
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  const rows = start < 0 ? [] : lines.slice(start + 2, end < 0 ? undefined : end);
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

function codesIn(cell = '') {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code);
}

function readOwners(rows) {
  const owned = new Map();
  for (const [folder, tables] of rows) {
    for (const table of codesIn(tables)) owned.set(table, [...(owned.get(table) ?? []), ...codesIn(folder)]);
  }
  return owned;
}

/** file → the tables it may read. */
function readReaders(rows) {
  return new Map(rows.flatMap(([file, tables, reason]) => (reason ? codesIn(file).map((name) => [`src/${name}`, codesIn(tables)]) : [])));
}

function sourcesUnder(folder) {
  const entries = fs.readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !TEST_CODE.test(entry.name));
  return files.map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')).sort();
}

function touchesOf(file) {
  const found = tablesIn(fs.readFileSync(path.join(ROOT, file), 'utf8'), file);
  return found.filter(({ name }) => name === null || known.has(name)).map((touch) => ({ ...touch, file }));
}

function wrongOwners() {
  const folders = new Set(fs.readdirSync(path.join(ROOT, 'src')).flatMap((name) => [name, `${name}/`]));
  const missing = [...known].filter((table) => !owners.has(table)).map((table) => `${table}: no folder owns it (ARCHITECTURE.md)`);
  const wrong = [...owners].flatMap(([table, folder]) => {
    if (folder.length > 1) return [`${table}: owned by ${folder.join(' and ')}; one folder owns a table`];
    if (!known.has(table)) return [`${table}: ARCHITECTURE.md names a table that db/schema.sql does not have`];
    return folders.has(folder[0]) ? [] : [`${table}: its owner src/${folder[0]} does not exist`];
  });
  return [...missing, ...wrong];
}

function strangers() {
  return touches.flatMap(({ file, line, name, access }) => {
    if (name === null) return [`${file}:${line}: a table must be named in full view, not put in by a value`];
    const owner = owners.get(name)?.[0];
    if (file === `src/${owner}` || file.startsWith(`src/${owner}`)) return [];
    if (access === 'read' && readers.get(file)?.includes(name)) return [];
    const advice = access === 'read' ? 'ask its owner, or list the reader in ARCHITECTURE.md' : 'only its owner writes it';
    return [`${file}:${line}: ${access}s ${name}, which belongs to ${owner ?? 'nobody'}; ${advice}`];
  });
}

/** A permission that nobody uses would let a stranger in unseen. */
function idleReaders() {
  return [...readers].flatMap(([file, tables]) =>
    tables
      .filter((table) => !touches.some((touch) => touch.file === file && touch.name === table))
      .map((table) => `${file}: listed as a reader of ${table}, but does not read it`),
  );
}

function tooFew() {
  return touches.length < MIN_TOUCHES ? [`only ${touches.length} places were found: the tables were not checked`] : [];
}
