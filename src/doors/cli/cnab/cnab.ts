import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { lineOfFile } from '../../../gateway/bank-files/retorno-report.ts';
import { sendRemessa } from '../../../gateway/bank-files/send-remessa.ts';
import type { Db } from '../../../ground/db/pool.ts';
import { BankSetupError } from '../../../rails/acquirers/acquirer-kind.ts';
import { findRemessa, listFiles, readFileParts, type StoredFile } from '../../../rails/cnab240/files.sql.ts';
import { syncFolder, writeWhole } from '../../../rails/cnab240/folders/folders.ts';
import { remessaName } from '../../../rails/cnab240/folders/write-out-files.ts';
import { lineOfAside } from '../../../rails/cnab240/order-queue.ts';
import { resumeNumbers } from '../../../rails/cnab240/resume-numbers.ts';
import type { SentFile } from '../../../rails/cnab240/send-file.ts';
import { NAME } from '../acquirers/acquirer-stored.ts';
import { CliError, command, group } from '../command.ts';
import { withDatabase } from '../database.ts';
import { readWhole } from '../values.ts';
import { describeFile, findCnabBank } from './cnab-bank.ts';
import { receive } from './receive.ts';

const MOST_FILES = 200;

const send = command({
  name: 'send',
  description:
    'Make one remessa of all that waits for the bank, keep it, and write it out; nothing waiting: nothing is made',
  examples: ['vintem cnab send bb --out /var/bank/out', 'vintem cnab send bb --again 12 --out /var/bank/out'],
  args: {
    name: NAME,
    out: {
      type: 'string',
      valueHint: 'folder',
      description: 'where the file is written; default: the outbox of the account',
    },
    again: {
      type: 'string',
      valueHint: 'number',
      description: 'write out once more the remessa of that number; makes none',
    },
  },
  run: (args) =>
    withDatabase(async (deps) => {
      const { name, account } = await findCnabBank(deps, args.name);
      const file: SentFile | null = args.again
        ? { ...(await findKept(deps.db, name, readWhole('--again', args.again))), setAside: [] }
        : await plainly(() => sendRemessa(deps, name, account, { day: null, isForOutbox: false }));
      if (!file) return { lines: [`nothing waits for ${name}`], json: null };
      const folder = args.out ?? account.outbox;
      const path = folder && (await writeOut(deps.db, file, folder, remessaName(name, file.number)));
      const where = path
        ? `written: ${path}`
        : `kept; to write it out: vintem cnab send ${name} --again ${file.number} --out DIR`;
      const { setAside } = file;
      const warnings = setAside.map((aside) => `warning: left out and still waiting: ${lineOfAside(aside)}`);
      return { lines: [lineOfFile(file), where, ...warnings], json: { ...describeFile(file), path, setAside } };
    }),
});

const files = command({
  name: 'files',
  description: 'List the files of an account, both ways, newest first',
  examples: ['vintem cnab files bb', 'vintem cnab files bb --json'],
  args: { name: NAME },
  run: (args) =>
    withDatabase(async (deps) => {
      const { name } = await findCnabBank(deps, args.name);
      const found = await listFiles(deps.db, name, MOST_FILES);
      return { lines: found.length > 0 ? found.map(lineOfFile) : ['there is none'], json: found.map(describeFile) };
    }),
});

const resume = command({
  name: 'resume',
  description: 'After a restore: name the next nosso número and the next file, so that none is ever used twice',
  examples: ['vintem cnab resume bb --next-number 100500 --next-file 43'],
  args: {
    name: NAME,
    'next-number': { type: 'string', required: true, description: 'above every number that a slip or a file has had' },
    'next-file': {
      type: 'string',
      required: true,
      description: 'one more than that of the last file that the bank took',
    },
  },
  run: (args) =>
    withDatabase(async (deps) => {
      const { name, account } = await findCnabBank(deps, args.name);
      const nextNumber = readWhole('--next-number', args['next-number']);
      const nextFile = readWhole('--next-file', args['next-file']);
      if (nextNumber < account.ourNumberFirst || nextNumber > account.ourNumberLast)
        throw new CliError(`--next-number must be from ${account.ourNumberFirst} to ${account.ourNumberLast}`);
      if (nextFile < 1) throw new CliError('--next-file must be at least 1');
      const { waiting } = await plainly(() => resumeNumbers(deps, name, account, { nextNumber, nextFile }));
      const warning = `warning: ${waiting} boletos wait for the next file, and the bank may have some of them already`;
      const first = `before that, receive every retorno since the backup: vintem cnab receive ${name} FILE…`;
      return {
        lines: [
          `${name} goes on with number ${nextNumber} and file ${nextFile}`,
          ...(waiting > 0 ? [warning, first] : []),
        ],
        json: { nextNumber, nextFile, waiting },
      };
    }),
});

export const cnab = group(
  { name: 'cnab', description: 'Files of banks that take boletos by CNAB 240' },
  { send, receive, files, resume },
);

/** What the operator can mend is one line. */
async function plainly<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof BankSetupError ? new CliError(error.message) : error;
  }
}

async function findKept(db: Db, acquirer: string, number: number): Promise<StoredFile> {
  const found = await findRemessa(db, acquirer, number);
  if (!found) throw new CliError(`${acquirer} has no remessa ${number}`);
  const { done } = await readFileParts(db, found.id).next();
  if (done) throw new CliError(`the content of remessa ${number} was forgotten after half a year`);
  return found;
}

/** Under another name until it is whole: whoever takes files away never finds a part of one. */
async function writeOut(db: Db, file: StoredFile, folder: string, name: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, name);
  const unfinished = join(folder, `.${name}.by-hand`);
  await writeWhole(unfinished, readFileParts(db, file.id));
  await rename(unfinished, path);
  await syncFolder(folder);
  return path;
}
