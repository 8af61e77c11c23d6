import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { type PollLoop, startPollLoop } from '../../ground/queues/poll-loop.ts';
import { BankSetupError } from '../../rails/acquirers/acquirer-kind.ts';
import type { BankAccount, WithBankAccounts } from '../../rails/cnab240/bank-accounts.ts';
import {
  findStanding,
  isBehindRestore,
  leaseFolders,
  moveLease,
  openStanding,
} from '../../rails/cnab240/counters.sql.ts';
import { folderTrouble, listFiles } from '../../rails/cnab240/folders/folders.ts';
import { type Looks, lookAgain, type SeenFile } from '../../rails/cnab240/folders/inbox.rules.ts';
import { sendDayDue } from '../../rails/cnab240/folders/send-day.rules.ts';
import { writeOutFiles } from '../../rails/cnab240/folders/write-out-files.ts';
import { listOutgoing } from '../../rails/cnab240/outgoing.sql.ts';
import { sendRemessa } from './send-remessa.ts';
import { takeFromInbox } from './take-from-inbox.ts';

const LOOK_EVERY_MS = 10_000;
/** A worker that died gives the folders back after this. A file that takes longer is read twice and counts once. */
const LEASE_MS = 60_000;
const MOST_FILES = 20;

export type ExchangeDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'log' | 'poke'> & WithBankAccounts;

/** What one worker remembers between two looks. */
export interface ExchangeMemory {
  /** By account. */
  looks: Map<string, Looks>;
  /** What is wrong with which account, so that it is told once and not at every look. */
  told: Map<string, string>;
}

export const newMemory = (): ExchangeMemory => ({ looks: new Map(), told: new Map() });

/** Sends and receives the files of all accounts that have folders, in whichever worker comes first. */
export function startBankFiles(deps: ExchangeDeps): PollLoop {
  const memory = newMemory();
  return startPollLoop(deps.log, 'exchange-bank-files', async () =>
    (await exchangeBankFiles(deps, memory)) ? 0 : LOOK_EVERY_MS,
  );
}

/** One round. What is wrong with one account is told and holds up no other. Answers whether there is more to take. */
export async function exchangeBankFiles(deps: ExchangeDeps, memory: ExchangeMemory): Promise<boolean> {
  let hasMore = false;
  for (const bank of await deps.bankAccounts()) {
    const round = { deps, memory, bank };
    await telling(round, 'the file of the day cannot be made', () => sendOfDay(round));
    await telling(round, 'the outbox cannot be used', () => fillOutbox(round));
    const isMore = await telling(round, 'the inbox cannot be used', () => emptyInbox(round));
    hasMore ||= isMore ?? false;
  }
  return hasMore;
}

interface Round {
  deps: ExchangeDeps;
  memory: ExchangeMemory;
  bank: BankAccount;
}

async function sendOfDay({ deps, bank: { name, account } }: Round): Promise<void> {
  if (account.sendAt === null || account.outbox === null) return;
  const standing = await findStanding(deps.db, name);
  const day = sendDayDue(await deps.clock.now(), account.sendAt, standing?.sent_on ?? null);
  if (day === null) return;
  const file = await sendRemessa(deps, name, account, { day, isForOutbox: true });
  if (!file) return;
  deps.log.info({ acquirer: name, number: file.number, titles: file.titles }, 'a remessa was made');
  for (const aside of file.setAside) deps.log.error({ acquirer: name, ...aside }, 'a remessa could not carry a boleto');
}

async function fillOutbox({ deps, bank: { name, account } }: Round): Promise<void> {
  const { outbox } = account;
  if (outbox === null) return;
  await expectFolder('outbox', outbox);
  if ((await listOutgoing(deps.db, name, 1)).length === 0) return;
  const standing = await findStanding(deps.db, name);
  // The bank may have taken it after the backup was made.
  if (!standing || (await isBehindRestore(deps.db, standing))) return;
  await withFolders(deps, name, async (lease) => {
    for (const number of await writeOutFiles(deps, name, outbox, lease.attempt))
      deps.log.info({ acquirer: name, number }, 'a remessa was written into the outbox');
  });
}

async function emptyInbox(round: Round): Promise<boolean> {
  const { deps, memory, bank } = round;
  const { name, account } = bank;
  const { inbox } = account;
  if (inbox === null) return false;
  await expectFolder('inbox', inbox);
  const before = memory.looks.get(name) ?? new Map();
  const { settled, looks } = lookAgain(before, await listFiles(inbox), deps.clock.realNow().getTime());
  memory.looks.set(name, looks);
  if (settled.length === 0) return false;
  let taken = 0;
  await withFolders(deps, name, async (lease) => {
    for (const file of troubledLast(round, settled).slice(0, MOST_FILES)) {
      if (!(await lease.goOn())) return;
      const isTaken = await telling(round, troubleWith(file), () => takeFromInbox(deps, bank, inbox, file));
      taken += isTaken ? 1 : 0;
    }
  });
  return taken === MOST_FILES;
}

const troubleWith = ({ name }: SeenFile) => `the file ${name} of the inbox cannot be taken`;

/** What could not be taken before, for whatever reason, holds up no other file. */
function troubledLast({ memory, bank }: Round, files: readonly SeenFile[]): SeenFile[] {
  const isTroubled = (file: SeenFile) => memory.told.has(keyOf(bank, troubleWith(file)));
  return [...files.filter((file) => !isTroubled(file)), ...files.filter(isTroubled)];
}

function keyOf({ name }: BankAccount, what: string): string {
  return `${name} ${what}`;
}

async function expectFolder(member: 'outbox' | 'inbox', folder: string): Promise<void> {
  const trouble = await folderTrouble(folder);
  if (trouble) throw new BankSetupError(`${member} ${folder} ${trouble}`);
}

interface FolderLease {
  /** Tells this claim from any other. */
  attempt: string;
  /** False: it has ended, and another worker may be at it. */
  goOn(): Promise<boolean>;
}

/** Not where another worker has them. What one does late that stood still does no harm: nothing counts twice. */
async function withFolders(deps: ExchangeDeps, name: string, work: (lease: FolderLease) => Promise<void>) {
  const end = () => new Date(deps.clock.realNow().getTime() + LEASE_MS);
  const realNow = deps.clock.realNow();
  let until = end();
  const isOurs = await withTransaction(deps.db, async (tx) => {
    await openStanding(tx, name);
    return leaseFolders(tx, name, { until, realNow });
  });
  if (!isOurs) return;
  const goOn = async () => {
    const later = end();
    const isStillOurs = await moveLease(deps.db, name, until, later);
    if (isStillOurs) until = later;
    return isStillOurs;
  };
  try {
    await work({ attempt: String(until.getTime()), goOn });
  } finally {
    await moveLease(deps.db, name, until, null);
  }
}

/** A mistake of the operator or the machine is one line of the log until it changes, and never ends the round. */
async function telling<Result>(
  { deps, memory, bank }: Round,
  what: string,
  work: () => Promise<Result>,
): Promise<Result | null> {
  const key = keyOf(bank, what);
  try {
    const result = await work();
    memory.told.delete(key);
    return result;
  } catch (error) {
    const why = (error as Error).message;
    const isSetup = error instanceof BankSetupError;
    if (memory.told.get(key) !== why)
      deps.log.error({ acquirer: bank.name, why, ...(isSetup ? {} : { err: error }) }, what);
    memory.told.set(key, why);
    return null;
  }
}
