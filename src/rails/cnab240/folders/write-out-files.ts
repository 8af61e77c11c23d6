import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { DbPool } from '../../../ground/db/pool.ts';
import { readFileParts } from '../files.sql.ts';
import { deleteOutgoing, listOutgoing, type OutgoingFile, recordWhole } from '../outgoing.sql.ts';
import { isGone, syncFolder, writeWhole } from './folders.ts';

/** What has gathered while the outbox could not be used comes some at a time. */
const MOST_AT_ONCE = 20;
const NUMBER_DIGITS = 6;

export function remessaName(acquirer: string, number: number): string {
  return `${acquirer}-${String(number).padStart(NUMBER_DIGITS, '0')}.rem`;
}

/**
 * Brings stored remessas into the outbox, each once. A file is written under a name of this attempt alone; once it is
 * whole, that name is kept, and only what was kept is ever renamed. Whoever finds it renamed already has nothing to do,
 * also if somebody has taken the file away meanwhile. Answers which numbers are there now.
 */
export async function writeOutFiles(
  { db }: { db: DbPool },
  acquirer: string,
  outbox: string,
  attempt: string,
): Promise<number[]> {
  const written: number[] = [];
  for (const file of await listOutgoing(db, acquirer, MOST_AT_ONCE)) {
    const whole = file.whole_as ?? (await writeUnderAnotherName(db, file, acquirer, outbox, attempt));
    if (whole === null) continue;
    await rename(whole, path.join(path.dirname(whole), remessaName(acquirer, file.number))).catch((error) => {
      if (!isGone(error)) throw error;
    });
    await syncFolder(path.dirname(whole));
    await deleteOutgoing(db, file.file_id);
    await removeLeftOvers(path.dirname(whole), beginOfParts(acquirer, file.number));
    written.push(file.number);
  }
  return written;
}

/** Null: another worker was faster. */
async function writeUnderAnotherName(
  db: DbPool,
  { file_id, number }: OutgoingFile,
  acquirer: string,
  outbox: string,
  attempt: string,
): Promise<string | null> {
  const file = path.join(outbox, `${beginOfParts(acquirer, number)}${attempt}.part`);
  await writeWhole(file, readFileParts(db, file_id));
  await syncFolder(outbox);
  if (await recordWhole(db, file_id, file)) return file;
  await rm(file, { force: true });
  return null;
}

function beginOfParts(acquirer: string, number: number): string {
  return `.${remessaName(acquirer, number)}.`;
}

/**
 * Of attempts that ended half-way. Not before the file is there: until then any of them may be the one that was whole
 * first.
 */
async function removeLeftOvers(outbox: string, begin: string): Promise<void> {
  const parts = (await readdir(outbox)).filter((name) => name.startsWith(begin) && name.endsWith('.part'));
  for (const name of parts) await rm(path.join(outbox, name), { force: true });
}
