// How a build knows what it has made, and from what. Contents decide, never times: a checkout, a copy or a clock that
// was set back changes those.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SHORT_HASH = 32;
const KEPT_MS = 3 * 24 * 3_600_000;

/** What a person can mend; its message says how. */
export class BuildError extends Error {}

/** Names from the root, with forward slashes. */
export function relative(file) {
  return path.relative(ROOT, file).split(path.sep).join('/');
}

export function filesBelow(folder) {
  return entriesOf(path.join(ROOT, folder), { recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(path.join(entry.parentPath, entry.name)))
    .sort();
}

/** Of its content; null where there is no such file. */
export function hashOf(file) {
  try {
    return createHash('sha256')
      .update(readFileSync(path.join(ROOT, file)))
      .digest('hex')
      .slice(0, SHORT_HASH);
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Of these files and their names, whatever their order. */
export function hashOfAll(files, hashOfOne = hashOf) {
  const hash = createHash('sha256');
  for (const file of [...new Set(files)].sort()) hash.update(`${file}\0${hashOfOne(file)}\0`);
  return hash.digest('hex');
}

/** Null: there is none, or nobody can read it. Then everything is made again. */
export function readStamp(file) {
  try {
    return JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));
  } catch {
    return null;
  }
}

/** The last step of a build, whole or not at all. */
export function writeStamp(file, stamp) {
  const draft = path.join(ROOT, `${file}.${process.pid}`);
  writeFileSync(draft, JSON.stringify(stamp));
  renameSync(draft, path.join(ROOT, file));
}

/** Runs a build in a folder of its own, and leaves nothing of it behind. */
export async function withDraft(name, build) {
  removeAbandonedDrafts(name);
  const draft = path.join(ROOT, `dist.${name}-${process.pid}`);
  mkdirSync(draft);
  try {
    return await build(draft);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * Each file takes the place of its older self in one step, so that whoever runs meanwhile finds the one or the other,
 * whole. Those that others are named in come last.
 */
export function publish(draft, target, comesLast = () => false) {
  const names = entriesOf(draft, { recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(draft, path.join(entry.parentPath, entry.name)));
  for (const name of [...names.filter((file) => !comesLast(file)), ...names.filter(comesLast)]) {
    const place = path.join(ROOT, target, name);
    mkdirSync(path.dirname(place), { recursive: true });
    renameSync(path.join(draft, name), place);
  }
}

/**
 * A process that is running asks for the files that it named at its start: those that were replaced stay for some days
 * beside the new ones. Their names hold what is in them, so none is taken for another.
 */
export function forgetOldFiles(folder, before, made) {
  const now = new Date();
  const current = new Set(made);
  for (const file of before) {
    if (!current.has(file) && existsSync(path.join(ROOT, file))) utimesSync(path.join(ROOT, file), now, now);
  }
  for (const file of filesBelow(folder)) {
    if (current.has(file)) continue;
    // Another build may have removed it meanwhile.
    const { mtimeMs = 0 } = statSync(path.join(ROOT, file), { throwIfNoEntry: false }) ?? {};
    if (now.getTime() - mtimeMs > KEPT_MS) rmSync(path.join(ROOT, file), { force: true });
  }
}

/** Of builds that were killed: nobody else would remove them. */
function removeAbandonedDrafts(name) {
  const pattern = new RegExp(`^dist\\.${name}-(\\d+)$`);
  for (const entry of entriesOf(ROOT)) {
    const pid = pattern.exec(entry.name)?.[1];
    if (pid && !isRunning(Number(pid))) rmSync(path.join(ROOT, entry.name), { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}

function entriesOf(folder, options = {}) {
  try {
    return readdirSync(folder, { ...options, withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}
