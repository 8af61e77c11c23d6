// What the checks of the architecture read: the tables of ARCHITECTURE.md and the sources.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCE = /\.[cm]?[jt]sx?$/;
const TEST_CODE = /\.(test|contract)\.ts$/;

/** The rows of the first table under a heading, each as the cells between its bars. */
export function rowsUnder(text, heading) {
  const [, below = ''] = text.split(`\n${heading}\n`);
  const lines = below.split('\n');
  const start = lines.findIndex((line) => line.startsWith('|'));
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  const rows = start < 0 ? [] : lines.slice(start + 2, end < 0 ? undefined : end);
  return rows.map((row) => {
    const cells = row.split('|').slice(1, -1);
    return cells.map((cell) => cell.trim());
  });
}

export function codesIn(cell = '') {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code);
}

/** Files with the code that runs, as paths from the root. */
export function sourcesUnder(folder) {
  const entries = fs.readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && SOURCE.test(entry.name) && !TEST_CODE.test(entry.name));
  return files
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}
