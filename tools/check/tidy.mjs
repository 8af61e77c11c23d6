// House rules that neither the compiler nor the linter knows. Fails with one line per finding.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { deadPathFinder } from './check-paths.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAX_FILE_LINES = 320;
const MAX_FUNCTION_LINES = 80;
const MAX_LINE_LENGTH = 120;
/** As wide as the formatter makes it. */
const CODE_WIDTH = JSON.parse(readFileSync(path.join(ROOT, 'biome.json'), 'utf8')).formatter.lineWidth;
/** With fewer files than this, the walk looked in the wrong place. */
const MIN_FILES = 50;
const NOT_OURS = new Set(['node_modules', 'dist', '.git', '.vintem', 'coverage']);
const CODE = /\.(ts|tsx|mjs|cjs)$/;
const TEST = /\.(test|contract)\.tsx?$/;
const GENERATED = /\.generated\.ts$/;
const MAY_FETCH = new Set(['web/pay/pay.ts', 'web/api/call.ts', 'packages/client/src/transport.ts']);
const KEBAB_CASE = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const MIGRATION = /^\d{4}_[a-z0-9]+(_[a-z0-9]+)*\.sql$/;

/** Findings that are right as they are, each with its reason. */
const ALLOWED = [
  // Deliveries of the simulated acquirer are leases in real time, and the database is the clock that
  // its couriers share.
  'src/rails/sandbox-acquirer/notifications.sql.ts: database-clock',
  // What guards the last year of events must not believe a time that the caller gives.
  'db/migrations/0011_events.sql: database-clock',
  // The same for as long as the owner has said that the audit log is kept.
  'db/migrations/0002_parties.sql: database-clock',
  // It reads the database's clock only to compare the clocks of the processes with it.
  'src/ground/clock.ts: database-clock',
];

/** Patterns are put together from halves so that this file does not find itself. */
const word = (...halves) => halves.join('');

const LINE_RULES = [
  {
    name: 'left-over-mark',
    advice: 'finish it or write an issue',
    files: (file) => CODE.test(file) || file.endsWith('.sql'),
    pattern: new RegExp(`\\b(${word('TO', 'DO')}|${word('FIX', 'ME')}|${word('X', 'XX')}|${word('HA', 'CK')})\\b`),
  },
  {
    name: 'long-line',
    advice: `at most ${MAX_LINE_LENGTH} characters`,
    files: (file) => CODE.test(file),
    /** The formatter does not wrap comments; it breaks code at a width of its own. */
    pattern: new RegExp(`^(?=.{${MAX_LINE_LENGTH + 1}})\\s*(//|/?\\*)|^.{${CODE_WIDTH + 1}}`, 'u'),
    /** The title of a test, and a word (an address, a code, a regular expression) that nothing can break. */
    except: /^\s*(it|test|describe)\b.*|\S{70,}/g,
  },
  {
    name: 'test-that-does-not-run',
    advice: 'every test runs, or is deleted',
    files: isTest,
    pattern: /\b(it|test|describe|suite)(\.\w+)*\.(only|skip|todo|fails)\b/,
  },
  {
    name: 'clock-or-chance-in-rules',
    advice: 'time, ids and randomness come in as arguments',
    files: (file) => file.endsWith('.rules.ts') || /^src\/ground\/money\//.test(file),
    pattern:
      /\b(Date|performance)\.now\(|\bMath\.random\(|\bnew Date\(\s*\)|\bTemporal\.Now\b|\brandom(Bytes|UUID|Int)\b/,
  },
  {
    name: 'database-clock',
    advice: 'the time is a parameter: the sandbox moves its clock, the database does not',
    files: (file) => isProduct(file) || file.startsWith('db/migrations/'),
    pattern:
      /\bnow\(\)|\bCURRENT_(TIMESTAMP|DATE|TIME)\b|\bLOCALTIME(STAMP)?\b|\b(clock|statement|transaction)_timestamp\(\)/i,
    /** Our own clock, and the table of the migration runner, which keeps real time. */
    except: /\.now\(\)|\bnow\(\): Promise|\basync now\(\)|.*\bschema_migrations\b.*/g,
  },
  {
    name: 'column-gone-too-early',
    advice: 'the release before may still read it; drop it one release later, with "-- unread since" and that version',
    files: (file) => file.startsWith('db/migrations/'),
    pattern: /\b(DROP\s+(COLUMN|TABLE)|RENAME\s+(COLUMN\s+\w+\s+)?TO)\b/i,
    except: /.*-- unread since \d+\.\d+\.\d+.*/g,
  },
  {
    name: 'network-without-import',
    advice: 'the global fetch escapes the walls: use the port or the guarded client',
    // A page has no other way to ask; in the dashboard one file does, and so it is in the client.
    files: (file) => (isProduct(file) || isClient(file)) && !MAY_FETCH.has(file),
    pattern: /(?<![\w.])fetch\(/,
  },
  {
    name: 'download-address-in-lock-file',
    advice: 'npm install with omit-lockfile-registry-resolved=true',
    files: (file) => file.endsWith('package-lock.json'),
    pattern: /"resolved": *"https?:/,
  },
];

const files = walk('');
const findDeadPaths = deadPathFinder(files);
const findings = files.flatMap((file) => examine(file));
if (files.length < MIN_FILES)
  findings.push(`only ${files.length} files were found, fewer than ${MIN_FILES}: nothing was checked`);
for (const finding of findings) console.error(finding);
console.log(`tidy: ${files.length} files, ${findings.length} findings`);
process.exitCode = findings.length > 0 ? 1 : 0;

function walk(folder) {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (NOT_OURS.has(entry.name)) return [];
    if (entry.isDirectory()) return walk(file);
    return entry.isFile() ? [file] : [];
  });
}

function isProduct(file) {
  return /^(src|web)\/.*\.tsx?$/.test(file) && !TEST.test(file);
}

function isClient(file) {
  return /^packages\/(client|medusa)\/src\/.*\.ts$/.test(file);
}

function isTest(file) {
  return file.startsWith('test/') || TEST.test(file);
}

function isMigration(file) {
  return /^db\/(migrations|sandbox-acquirer)\/.*\.sql$/.test(file);
}

function examine(file) {
  if (file.endsWith('.md')) return findDeadPaths(file, readFileSync(path.join(ROOT, file), 'utf8'));
  const found = checkName(file);
  const rules = LINE_RULES.filter((rule) => rule.files(file));
  if (GENERATED.test(file) || (!CODE.test(file) && rules.length === 0)) return found;
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  const lines = text.split('\n');
  // A test file is a list of cases, and may be as long as its list.
  if (CODE.test(file) && !isTest(file) && lines.length - 1 > MAX_FILE_LINES) {
    found.push(
      `${file}: long-file: ${lines.length - 1} lines, at most ${MAX_FILE_LINES}; is it one room with one purpose?`,
    );
  }
  for (const rule of rules) found.push(...checkLines(file, lines, rule));
  if (isProduct(file) || isClient(file)) found.push(...checkFunctions(file, text));
  return found;
}

function checkName(file) {
  const name = path.basename(file);
  if (isMigration(file))
    return MIGRATION.test(name) ? [] : [`${file}: file-name: a migration is named NNNN_what_it_does.sql`];
  if (!CODE.test(file) || KEBAB_CASE.test(name)) return [];
  return [`${file}: file-name: code files are kebab-case`];
}

function checkLines(file, lines, rule) {
  if (ALLOWED.includes(`${file}: ${rule.name}`)) return [];
  return lines.flatMap((line, index) => {
    const text = rule.except ? line.replaceAll(rule.except, '') : line;
    return rule.pattern.test(text) ? [`${file}:${index + 1}: ${rule.name}: ${rule.advice}`] : [];
  });
}

/**
 * Counts the lines of each function without the functions inside it: a factory of small functions reads like
 * a small module.
 */
function checkFunctions(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line + 1;
  const linesOf = (node) => lineOf(node.getEnd()) - lineOf(node.getStart()) + 1;
  /** Returns how many lines inside the node belong to the functions in it. */
  const visit = (node) => {
    let taken = 0;
    ts.forEachChild(node, (child) => {
      taken += visit(child);
    });
    if (!ts.isFunctionLike(node) || !node.body) return taken;
    const own = linesOf(node) - taken;
    const name = node.name?.getText() ?? 'a function';
    if (own > MAX_FUNCTION_LINES) {
      const place = `${file}:${lineOf(node.getStart())}`;
      found.push(`${place}: long-function: ${name} has ${own} lines of its own, at most ${MAX_FUNCTION_LINES}`);
    }
    // A function on one line shares that line with the code around it.
    return linesOf(node) > 1 ? linesOf(node) : 0;
  };
  visit(source);
  return found;
}
