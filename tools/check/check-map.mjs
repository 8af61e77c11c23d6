// Fails when the map of ARCHITECTURE.md and the folders of src/ differ, when its invariants name a file, a table or a
// trigger that is not there, when a storey has no short README that names
// files to begin with, or when a folder holds more files than a reader takes in.
import fs from 'node:fs';
import path from 'node:path';
import { codesIn, ROOT, rowsUnder } from '../support/architecture.mjs';
import { STOREYS } from './storeys.mjs';

const FOLDERS = ['src', 'test', 'web', 'tools', 'bench', 'packages', 'examples', 'deploy', 'docs'];
const NOT_OURS = new Set(['node_modules', 'dist']);
const MOST_LINES = 20;
const MOST_FILES = 30;
/** Fewer were surely not all of them. */
const FEWEST_NAMES = 100;
/** They are looked at one at a time. */
const GROWS_BY_THE_FILE = /^docs\/(adr|pictures)$/;

const files = FOLDERS.flatMap(filesBelow);
const problems = [...wrongMap(), ...wrongInvariants(), ...STOREYS.flatMap(wrongReadme), ...crowdedFolders()];
for (const problem of problems) console.error(problem);
console.log(`map: ${STOREYS.length} storeys, ${roomsOf(files).length} rooms, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;

function filesBelow(folder) {
  return fs.readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [name];
    return NOT_OURS.has(entry.name) ? [] : filesBelow(name);
  });
}

/** The storeys and rooms in the order in which the map names them. */
function drawn() {
  const text = fs.readFileSync(path.join(ROOT, 'ARCHITECTURE.md'), 'utf8');
  const [, map] = /```\nsrc\/\n([\s\S]*?)\n```/.exec(text) ?? [];
  const found = { storeys: [], rooms: [] };
  for (const [, indent, name] of (map ?? '').matchAll(/^( {2}| {4})([a-z][a-z0-9-]*)\/ /gm)) {
    if (indent.length === 2) found.storeys.push(name);
    else found.rooms.push(`${found.storeys.at(-1)}/${name}`);
  }
  return found;
}

function roomsOf(all) {
  const rooms = all.flatMap((file) => /^src\/([^/]+\/[^/]+)\//.exec(file)?.[1] ?? []);
  return [...new Set(rooms)].sort();
}

function wrongMap() {
  const { storeys, rooms } = drawn();
  const order =
    storeys.join(' ') === STOREYS.join(' ') ? [] : [`ARCHITECTURE.md: its storeys are not those of the list`];
  const built = roomsOf(files);
  return [
    ...order,
    ...built.filter((room) => !rooms.includes(room)).map((room) => `src/${room} is not on the map of ARCHITECTURE.md`),
    ...rooms
      .filter((room) => !built.includes(room))
      .map((room) => `ARCHITECTURE.md: its map has src/${room}, which is not there`),
  ];
}

/** Every file stands with its whole path, from the root or from src/; other names are the database's or the code's. */
function wrongInvariants() {
  const text = fs.readFileSync(path.join(ROOT, 'ARCHITECTURE.md'), 'utf8');
  const schema = fs.readFileSync(path.join(ROOT, 'db/schema.sql'), 'utf8');
  const code = files.filter((file) => file.startsWith('src/') && file.endsWith('.ts'));
  const words = schema + code.map((file) => fs.readFileSync(path.join(ROOT, file), 'utf8')).join('\n');
  const cells = rowsUnder(text, '## Invariants, and what holds them').flatMap((cell) => cell.slice(1));
  const names = [...new Set(cells.flatMap(codesIn))];
  if (names.length < FEWEST_NAMES) return [`ARCHITECTURE.md: only ${names.length} names hold its invariants`];
  return names.flatMap((name) => {
    const isPath = /\.(ts|mjs|sql)$|\/$/.test(name);
    if (isPath) {
      const isThere = fs.existsSync(path.join(ROOT, name)) || fs.existsSync(path.join(ROOT, 'src', name));
      return isThere ? [] : [`ARCHITECTURE.md: an invariant names ${name}, which is not there`];
    }
    const isName = /^\w+(\.\w+)?$/.test(name);
    const isKnown = name.split('.').every((part) => new RegExp(`\\b${part}\\b`).test(words));
    return isName && !isKnown ? [`ARCHITECTURE.md: an invariant names ${name}, which nothing is called`] : [];
  });
}

function wrongReadme(storey) {
  const name = `src/${storey}/README.md`;
  if (!files.includes(name)) return [`${name} is missing`];
  const text = fs.readFileSync(path.join(ROOT, name), 'utf8');
  const lines = text.trimEnd().split('\n').length;
  const [, first] = /^\*\*Begin with\*\* (.+)$/m.exec(text) ?? [];
  const toOpen = [...(first ?? '').matchAll(/`([^`]+)`/g)].map(([, file]) => `src/${storey}/${file}`);
  return [
    ...(lines > MOST_LINES ? [`${name}: ${lines} lines, more than ${MOST_LINES}`] : []),
    ...(toOpen.length === 2 ? [] : [`${name}: names ${toOpen.length} files to begin with, and not two`]),
    ...toOpen.filter((file) => !files.includes(file)).map((file) => `${name}: there is no ${file}`),
  ];
}

function crowdedFolders() {
  const counts = new Map();
  for (const file of files) counts.set(path.dirname(file), (counts.get(path.dirname(file)) ?? 0) + 1);
  return [...counts]
    .filter(([folder, count]) => count > MOST_FILES && !GROWS_BY_THE_FILE.test(folder))
    .map(([folder, count]) => `${folder} holds ${count} files, more than ${MOST_FILES}`);
}
