// Fails when SQL touches a table of another folder. ARCHITECTURE.md says who owns which table, and who may read across.
import fs from 'node:fs';
import path from 'node:path';
import { codesIn, ROOT, rowsUnder, sourcesUnder } from '../support/architecture.mjs';
import { tablesIn } from './sql-tables.mjs';

/** Files whose callers name the tables: the check reads the names in each call. */
const NAMED_BY_CALLERS = ['src/ground/queues/fold-deltas.sql.ts', 'src/ground/queues/remove-oldest.sql.ts'];
/** Fewer statements than this were surely not all of them. */
const MIN_TOUCHES = 100;

const known = tablesOfSchema();
const architecture = fs.readFileSync(path.join(ROOT, 'ARCHITECTURE.md'), 'utf8');
const owners = readOwners(rowsUnder(architecture, '## Who owns which table'));
const readers = readReaders(rowsUnder(architecture, '### Who reads across'));
const touches = sourcesUnder('src').flatMap(touchesOf);

const problems = [...wrongOwners(), ...strangers(), ...wrongReaders(), ...tooFew()];
for (const problem of problems) console.error(problem);
console.log(
  `tables: ${known.size} tables, ${touches.length} places that touch them, ${readers.length} readers across, ` +
    `${problems.length} problems`,
);
process.exitCode = problems.length > 0 ? 1 : 0;

/** Views count as well: they are another name for what they show. */
function tablesOfSchema() {
  const schema = fs.readFileSync(path.join(ROOT, 'db/schema.sql'), 'utf8');
  const made = schema.matchAll(/^CREATE (?:UNLOGGED )?(?:TABLE|VIEW|MATERIALIZED VIEW) (?:public\.)?([\w.]+)/gm);
  return new Set([...made].map(([, name]) => name));
}

/** Each table with all that claim it. */
function readOwners(rows) {
  const owned = new Map();
  for (const [folder, tables] of rows) {
    for (const table of codesIn(tables)) owned.set(table, [...(owned.get(table) ?? []), ...codesIn(folder)]);
  }
  return owned;
}

function readReaders(rows) {
  return rows.flatMap(([files, tables, reason]) => {
    return codesIn(files).flatMap((file) => codesIn(tables).map((table) => ({ file: `src/${file}`, table, reason })));
  });
}

function touchesOf(file) {
  const found = tablesIn(fs.readFileSync(path.join(ROOT, file), 'utf8'), file);
  return found.filter(({ name }) => name === null || known.has(name)).map((touch) => ({ ...touch, file }));
}

function wrongOwners() {
  const missing = [...known]
    .filter((table) => !owners.has(table))
    .map((table) => `${table}: no folder owns it (ARCHITECTURE.md)`);
  const wrong = [...owners].flatMap(([table, folders]) => {
    if (folders.length !== 1)
      return [`${table}: owned by ${folders.join(' and ') || 'nobody'}; one folder owns a table`];
    if (!known.has(table)) return [`${table}: ARCHITECTURE.md names a table that db/schema.sql does not have`];
    const isFolder = /^[\w-]+\/[\w-]+\/$/.test(folders[0]) && fs.existsSync(path.join(ROOT, 'src', folders[0]));
    return isFolder ? [] : [`${table}: its owner src/${folders[0]} is not a room of src/`];
  });
  return [...missing, ...wrong];
}

function isOwner(file, table) {
  return owners.get(table)?.some((folder) => file.startsWith(`src/${folder}`)) ?? false;
}

function strangers() {
  return touches.flatMap(({ file, line, name, access }) => {
    if (name === null && NAMED_BY_CALLERS.includes(file)) return [];
    if (name === null)
      return [`${file}:${line}: a value names the table here; write its name in the text of the statement`];
    if (isOwner(file, name)) return [];
    if (access === 'read' && readers.some((reader) => reader.file === file && reader.table === name)) return [];
    const advice =
      access === 'read' ? 'ask its owner, or list the reader in ARCHITECTURE.md' : 'only its owner writes it';
    return [`${file}:${line}: ${access}s ${name}, which belongs to ${owners.get(name)?.[0] ?? 'nobody'}; ${advice}`];
  });
}

/** A permission that nobody uses would let a stranger in unseen. */
function wrongReaders() {
  return readers.flatMap(({ file, table, reason }) => {
    if (!reason) return [`${file}: listed as a reader of ${table} without a reason`];
    if (isOwner(file, table)) return [`${file}: listed as a reader of ${table}, which its own folder owns`];
    const isUsed = touches.some((touch) => touch.file === file && touch.name === table && touch.access === 'read');
    return isUsed ? [] : [`${file}: listed as a reader of ${table}, but does not read it`];
  });
}

function tooFew() {
  return touches.length < MIN_TOUCHES ? [`only ${touches.length} places were found: the tables were not checked`] : [];
}
