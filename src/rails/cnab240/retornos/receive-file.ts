import { createHash } from 'node:crypto';
import { type Tx, withTransaction } from '../../../ground/db/transaction.ts';
import type { Deps } from '../../../ground/deps.ts';
import type { ReceivedPayment } from '../../acquirers/acquirer.ts';
import { insertNotifications } from '../../acquirers/notifications.sql.ts';
import { lockStanding } from '../counters.sql.ts';
import { filterNewMovements, findLastRetorno, insertFile, insertMovements, type StoredFile } from '../files.sql.ts';
import type { CnabAccount } from '../layout/profiles.rules.ts';
import { partWriter } from '../send-file.ts';
import { lockTitlesByNumber, updateTitles } from '../titles.sql.ts';
import { type PlannedLine, titlesAfter } from './plan.rules.ts';
import { type CheckedFile, checkFile, planFile } from './plan-file.ts';
import { outcomeOfKnownFile, retornoTally } from './retorno-tally.ts';
import type { RetornoOutcome } from './tally.rules.ts';

/** What a bank takes for itself. */
export interface BankFee {
  movementId: number;
  feeCents: number;
}

/** What of a file is not of its titles alone, done in the transaction that applies it. */
export interface BesideTitles {
  bookFees(tx: Tx, fees: readonly BankFee[]): Promise<void>;
  /** Money for which there is no title of ours, or another one than the line names. */
  keepUnknown(tx: Tx, receipts: readonly ReceivedPayment[]): Promise<void>;
  recordReceived(tx: Tx, file: StoredFile): Promise<void>;
}

export interface ReceivedFile extends RetornoOutcome {
  file: StoredFile;
}

/** The file would do something else now than whoever wants it applied has seen. Nothing of it was applied. */
export class PlanChanged extends Error {
  constructor() {
    super('the file would now do something else than was shown: look at it again');
  }
}

interface Receiving {
  acquirer: string;
  account: CnabAccount;
  beside: BesideTitles;
  /** The plan that somebody has seen; null: whatever it is now. */
  seenPlan: string | null;
}

/**
 * Reads a retorno twice: first all of it is checked, and the first mistake ends it with nothing done; then it is
 * planned and carried out piece by piece in one transaction. Null: the same file came before.
 */
export async function receiveFile(
  deps: Pick<Deps, 'db' | 'clock' | 'poke'>,
  receiving: Receiving,
  open: () => AsyncIterable<Buffer>,
): Promise<ReceivedFile | null> {
  const checked = await checkFile(receiving.account, open());
  const times = { at: await deps.clock.now(), realNow: deps.clock.realNow() };
  const received = await withTransaction(deps.db, (tx) => applyFile(tx, receiving, checked, open, times));
  if (received) deps.poke('work-notifications');
  return received;
}

interface Times {
  /** Of the business. */
  at: Date;
  realNow: Date;
}

async function applyFile(
  tx: Tx,
  { acquirer, account, beside, seenPlan }: Receiving,
  checked: CheckedFile,
  open: () => AsyncIterable<Buffer>,
  { at, realNow }: Times,
): Promise<ReceivedFile | null> {
  const expect = ({ plan }: RetornoOutcome) => {
    if (seenPlan !== null && plan !== seenPlan) throw new PlanChanged();
  };
  const { summary, bytes, sha256, paidCents: amount_cents } = checked;
  const { fileNumber: number, madeOn: made_on, titles } = summary;
  await lockStanding(tx, acquirer);
  const lastNumber = await findLastRetorno(tx, acquirer);
  const named = { acquirer, direction: 'retorno', number, made_on, stored_at: at } as const;
  const file = await insertFile(tx, { ...named, titles, amount_cents, bytes, sha256 });
  if (!file) {
    expect(outcomeOfKnownFile({ sha256, account }));
    return null;
  }
  const tally = retornoTally({ sha256, account, lastNumber, number });
  const parts = partWriter(tx, file.id);
  const source = {
    filterNew: (hashes: readonly Buffer[]) => filterNewMovements(tx, acquirer, hashes),
    titlesByNumber: (ourNumbers: readonly string[]) => lockTitlesByNumber(tx, acquirer, ourNumbers),
  };
  for await (const lines of planFile({ account, checked, source, at }, parts.through(open()))) {
    await carryOut({ tx, acquirer, fileId: file.id, beside, realNow }, lines);
    tally.add(lines);
  }
  const { sha256: applied } = await parts.end();
  if (!applied.equals(sha256)) throw new Error('the file has changed while it was read');
  const outcome = tally.outcome();
  expect(outcome);
  await beside.recordReceived(tx, file);
  return { ...outcome, file };
}

interface CarryingOut {
  tx: Tx;
  acquirer: string;
  fileId: number;
  beside: BesideTitles;
  realNow: Date;
}

/** Writes what was planned; decides nothing. */
async function carryOut(
  { tx, acquirer, fileId, beside, realNow }: CarryingOut,
  planned: readonly PlannedLine[],
): Promise<void> {
  const lines = planned.filter(({ does }) => does !== 'came_before');
  if (lines.length === 0) return;
  const ids = await insertMovements(
    tx,
    acquirer,
    fileId,
    lines.map(({ hash, before, remark, movement: { line, code, kind, ourNumber, paidCents, feeCents } }) => ({
      contentHash: Buffer.from(hash, 'hex'),
      titleId: before?.id ?? null,
      note: remark?.text ?? null,
      ...{ line, code, kind, ourNumber, paidCents, feeCents },
    })),
  );
  const changed = titlesAfter(lines);
  if (changed.length > 0) await updateTitles(tx, changed);
  const fees = lines.flatMap(({ movement: { feeCents } }, index) =>
    feeCents > 0 ? [{ movementId: ids[index] as number, feeCents }] : [],
  );
  if (fees.length > 0) await beside.bookFees(tx, fees);
  const receipts = lines.flatMap(({ receipt }) => receipt ?? []);
  if (receipts.length > 0) await beside.keepUnknown(tx, receipts);
  // Worked by real time, whatever the business calls it.
  await insertNotifications(
    tx,
    changed.map(({ reference, id }) => ({
      ...{ acquirer, reference, at: realNow },
      contentHash: createHash('sha256').update(`${fileId} ${id}`).digest(),
    })),
  );
}
