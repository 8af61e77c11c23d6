// Fails when the map of ARCHITECTURE.md and the folders of src/ differ, when a storey has no short README that names
// files to begin with, or when a folder holds more files than a reader takes in.
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../support/architecture.mjs';
import { STOREYS } from './storeys.mjs';

const FOLDERS = ['src', 'test', 'web', 'tools', 'bench', 'packages', 'examples', 'deploy', 'docs'];
const NOT_OURS = new Set(['node_modules', 'dist']);
const MOST_LINES = 20;
const MOST_FILES = 30;
/** They are looked at one at a time. */
const GROWS_BY_THE_FILE = /^docs\/(adr|pictures)$/;

const files = FOLDERS.flatMap(filesBelow);
const problems = [...wrongMap(), ...STOREYS.flatMap(wrongReadme), ...crowdedFolders()];
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
  for (const [, indent, name] of (map ?? '').matchAll(/^( {2}| {4})([a-z-]+)\/ /gm)) {
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
