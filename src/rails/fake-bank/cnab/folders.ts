import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';

/** Where files come in, where they go out, and what becomes of them. */
export interface Folders {
  root: string;
  remessa: string;
  taken: string;
  refused: string;
  retorno: string;
  /** Written, and not yet where the customer looks: the same disk, so that a file appears as a whole. */
  outgoing: string;
  journal: string;
}

export function makeFolders(root: string): Folders {
  const remessa = path.join(root, 'remessa');
  const folders = {
    root,
    remessa,
    taken: path.join(remessa, 'taken'),
    refused: path.join(remessa, 'refused'),
    retorno: path.join(root, 'retorno'),
    outgoing: path.join(root, 'outgoing'),
  };
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  return { ...folders, journal: path.join(root, 'bank.jsonl') };
}

export interface FileSeen {
  name: string;
  path: string;
  bytes: number;
  changedAtMs: number;
}

/** The files of a folder by their names. What begins with a dot is somebody's work that is not done. */
export function filesIn(folder: string): FileSeen[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => {
      const file = path.join(folder, name);
      const { size, mtimeMs } = statSync(file);
      return { name, path: file, bytes: size, changedAtMs: mtimeMs };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Moves a file, and never over another one. Returns where it is. */
export function moveInto(folder: string, file: FileSeen): string {
  const { name, ext } = path.parse(file.name);
  let target = path.join(folder, file.name);
  for (let copy = 2; existsSync(target); copy += 1) target = path.join(folder, `${name}-${copy}${ext}`);
  renameSync(file.path, target);
  return target;
}
