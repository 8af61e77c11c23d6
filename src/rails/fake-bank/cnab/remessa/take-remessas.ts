import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Bank } from '../bank.ts';
import { type FileSeen, filesIn, moveInto } from '../folders.ts';
import { Malformed } from '../records/row.rules.ts';
import { judgeRemessa } from './judge-remessa.rules.ts';
import { readRemessa } from './read-remessa.rules.ts';

/** A hundred thousand titles with a fine each are a third of it. */
const MAX_BYTES = 256 * 1_024 * 1_024;
const FILE_NUMBER_COLUMN = 158;

export interface RemessaReport {
  name: string;
  isTaken: boolean;
  /** Null when the file was not even read that far. */
  fileNumber: number | null;
  orders: number;
  /** Why it was refused: with line and column where that says something. */
  problem: string | null;
}

/** Takes every file that is ready, the oldest name first, and says what became of each. */
export function takeRemessas(bank: Bank, isReady: (file: FileSeen) => boolean = () => true): RemessaReport[] {
  return filesIn(bank.folders.remessa)
    .filter(isReady)
    .map((file) => takeOne(bank, file));
}

function takeOne(bank: Bank, file: FileSeen): RemessaReport {
  try {
    if (file.bytes > MAX_BYTES) throw new Malformed(1, 1, `the file has more than ${MAX_BYTES} bytes`);
    return take(bank, file, readFileSync(file.path));
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    const target = moveInto(bank.folders.refused, file);
    writeFileSync(`${target}.txt`, `${error.message}\n`);
    return { name: file.name, isTaken: false, fileNumber: null, orders: 0, problem: error.message };
  }
}

function take(bank: Bank, file: FileSeen, bytes: Buffer): RemessaReport {
  const { profile, account, state, folders } = bank;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const last = state.remessas.at(-1);
  // A bank that was killed between its journal and its folders finds a file that it took already.
  const isLeftOver =
    last?.sha256 === sha256 && last.name === file.name && !existsSync(path.join(folders.taken, file.name));
  if (last && isLeftOver) {
    moveInto(folders.taken, file);
    return { name: file.name, isTaken: true, fileNumber: last.fileNumber, orders: last.orders, problem: null };
  }
  const { fileNumber, orders } = readRemessa(bytes.toString('latin1'), profile, account);
  checkFileNumber(bank, fileNumber);
  const moment = bank.moment();
  if (bank.faults.take('answered_later')) moment.fromClosing += 1;
  const findTitle = (number: string) => state.titles.get(number);
  const { titles, movements } = judgeRemessa(orders, { profile, account, moment, findTitle });
  const at = bank.clock.now().toISOString();
  const remessa = { name: file.name, sha256, fileNumber, at, orders: orders.length };
  bank.record({ kind: 'remessa', remessa, titles, movements });
  moveInto(folders.taken, file);
  return { name: file.name, isTaken: true, fileNumber, orders: orders.length, problem: null };
}

function checkFileNumber({ habits, state }: Bank, fileNumber: number): void {
  const expected = state.nextRemessa;
  if (!habits.checksFileNumber || fileNumber === expected) return;
  const what =
    fileNumber < expected
      ? `file number ${fileNumber} was seen before: ${expected} must come next`
      : `file number ${fileNumber} leaves a gap: ${expected} must come next`;
  throw new Malformed(1, FILE_NUMBER_COLUMN, what);
}
