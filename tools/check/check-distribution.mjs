// Fails when the schema or a statement stands in the way of distributing rows by merchant (Citus) and ADR 43 does
// not say why: a table without merchant_id, a key that is unique over all merchants, a statement over a merchant's
// table that does not name the merchant.
import fs from 'node:fs';
import path from 'node:path';
import { codesIn, ROOT, rowsUnder, sourcesUnder } from '../support/architecture.mjs';
import { tablesOf, textsIn } from './sql-tables.mjs';

const MERCHANT = 'merchant_id';
/** Fewer than these were surely not all of them. */
const MIN_TABLES = 20;
const MIN_STATEMENTS = 50;

const schema = fs.readFileSync(path.join(ROOT, 'db/schema.sql'), 'utf8');
const excuses = fs.readFileSync(path.join(ROOT, 'docs/adr/0043-how-far-from-distributed.md'), 'utf8');
const tables = readTables();
const ofMerchants = new Set(tables.filter(({ columns }) => columns.includes(MERCHANT)).map(({ name }) => name));
const globalKeys = readKeys().filter(({ table, columns }) => ofMerchants.has(table) && !columns.includes(MERCHANT));
const statements = sourcesUnder('src').flatMap(statementsOf);
const unnamed = statements.filter(({ text }) => !text.includes(MERCHANT));

const problems = [
  ...unexplained(
    'table',
    tables
      .filter(({ name }) => !ofMerchants.has(name))
      .map(({ name }) => ({ what: name, problem: `${name}: has no ${MERCHANT}` })),
    readReasons('### Tables without the merchant'),
  ),
  ...unexplained(
    'key',
    globalKeys.map(({ name, table }) => ({ what: name, problem: `${table}: ${name} is unique over all merchants` })),
    readReasons('### Keys that are unique over all merchants'),
  ),
  ...unexplained(
    'file',
    unnamed.map(({ file, line, touched }) => ({
      what: file,
      problem: `src/${file}:${line}: a statement over ${touched.join(', ')} that does not name the merchant`,
    })),
    readReasons('### Statements without the merchant'),
  ),
  ...tooFew(),
];
for (const problem of problems) console.error(problem);
console.log(
  `distribution: ${tables.length} tables, ${ofMerchants.size} with ${MERCHANT}, ${globalKeys.length} global keys, ` +
    `${statements.length} statements over them, ${unnamed.length} without it, ${problems.length} problems`,
);
process.exitCode = problems.length > 0 ? 1 : 0;

/** Tables of the gateway; the sandbox acquirer stands for somebody else's system. */
function readTables() {
  const made = schema.matchAll(/^CREATE (?:UNLOGGED )?TABLE public\.(\w+) \(\n([\s\S]*?)^\)/gm);
  return [...made].map(([, name, body]) => ({
    name,
    columns: body.split('\n').flatMap((line) => /^ {2}(?!CONSTRAINT)"?(\w+)"? /.exec(line)?.[1] ?? []),
    body,
  }));
}

/** Primary keys, unique constraints and unique indexes, each with the columns that it holds. */
function readKeys() {
  const constraints = tables.flatMap(({ name: table, body }) => {
    const found = body.matchAll(/^ {2}CONSTRAINT (\w+) (?:PRIMARY KEY|UNIQUE) \(([^)]*)\)/gm);
    return [...found].map(([, name, columns]) => ({ table, name, columns: columns.split(/[\s,"]+/) }));
  });
  const indexes = schema.matchAll(/^CREATE UNIQUE INDEX (\w+) ON public\.(\w+) USING \w+ \(([^\n]*)/gm);
  return [
    ...constraints,
    ...[...indexes].map(([, name, table, columns]) => ({ table, name, columns: columns.split(/[\s,"()]+/) })),
  ];
}

function statementsOf(file) {
  const texts = textsIn(fs.readFileSync(path.join(ROOT, file), 'utf8'), file);
  return texts.flatMap(({ text, line }) => {
    const touched = [...new Set(tablesOf(text).map(({ name }) => name))].filter((name) => ofMerchants.has(name));
    return touched.length > 0 ? [{ file: file.replace(/^src\//, ''), line, text, touched }] : [];
  });
}

/** Each name of the first column of a table of ADR 43, with its reason. */
function readReasons(heading) {
  const reasons = rowsUnder(excuses, heading).flatMap(([names, reason]) =>
    codesIn(names).map((name) => ({ name, reason })),
  );
  return { heading: heading.replace(/^#+ /, ''), reasons };
}

/** What has no reason, and reasons for what is not there (any more): such a one would let the next one in unseen. */
function unexplained(kind, found, { heading, reasons }) {
  const missing = found.filter(({ what }) => !reasons.some(({ name }) => name === what));
  const empty = reasons
    .filter(({ reason }) => !reason)
    .map(({ name }) => `${kind} ${name}: listed under "${heading}" without a reason`);
  const idle = reasons.filter(({ name }) => !found.some(({ what }) => what === name));
  return [
    ...missing.map(({ problem }) => `${problem}; give it one, or a reason under "${heading}" in ADR 43`),
    ...empty,
    ...idle.map(({ name }) => `${kind} ${name}: listed under "${heading}", but there is nothing to excuse`),
  ];
}

function tooFew() {
  if (tables.length >= MIN_TABLES && statements.length >= MIN_STATEMENTS) return [];
  return [
    `only ${tables.length} tables and ${statements.length} statements were read: the distribution was not checked`,
  ];
}
