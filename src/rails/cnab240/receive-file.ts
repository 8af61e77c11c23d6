import { createHash } from 'node:crypto';
import { startOfSaoPauloDay } from '../../ground/brazil/calendar.rules.ts';
import { type Tx, withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import type { ReceivedPayment } from '../acquirers/acquirer.ts';
import { insertNotifications } from '../acquirers/notifications.sql.ts';
import { lockStanding } from './counters.sql.ts';
import {
  filterNewMovements,
  findLastRetorno,
  insertFile,
  insertMovements,
  type NewMovement,
  type StoredFile,
} from './files.sql.ts';
import { isAlreadyThere, type Movement, motivesText } from './layout/movement.rules.ts';
import type { MovementKind } from './layout/movement-kinds.rules.ts';
import type { CnabAccount } from './layout/profiles.rules.ts';
import { type RetornoSummary, retornoReader } from './layout/retorno.rules.ts';
import { receiptIdOf } from './receipt-id.rules.ts';
import { type RepeatCounter, repeatCounter } from './repeats.rules.ts';
import { partWriter } from './send-file.ts';
import type { StoredTitle } from './stored-title.rules.ts';
import { isMoney, isPaymentOfNothing, titleAfter } from './title.rules.ts';
import { isAboutAnother } from './title-witness.rules.ts';
import { lockTitlesByNumber, updateTitles } from './titles.sql.ts';

const CHUNK = 500;

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
}

export interface ReceivedFile {
  file: StoredFile;
  /** How many pairs of records of each kind took effect. */
  kinds: Partial<Record<MovementKind, number>>;
  /** Pairs that came before, in this file or another one. */
  repeated: number;
  /** Pairs that a person should read: of no title of ours, of a code that nobody knows, refused instructions. */
  listed: { line: number; code: string; ourNumber: string | null; why: string }[];
  /** Of those, what was paid: it is kept as receipts that an operator has to find the owner of. */
  unknown: { count: number; cents: number };
  /** The numbers of files that did not come, between the last one and this. */
  missing: { from: number; to: number } | null;
}

/** More are not listed by name; they stand in the database all the same. */
const MOST_LISTED = 1_000;

/**
 * Reads a retorno twice: first all of it is checked, and the first mistake ends it with nothing done; then all of it
 * takes effect in one transaction. Null: the same file came before.
 */
export async function receiveFile(
  deps: Pick<Deps, 'db' | 'clock' | 'poke'>,
  acquirer: string,
  account: CnabAccount,
  open: () => AsyncIterable<Buffer>,
  beside: BesideTitles,
): Promise<ReceivedFile | null> {
  const checked = await checkFile(account, open());
  const now = await deps.clock.now();
  const received = await withTransaction(deps.db, async (tx) => {
    await lockStanding(tx, acquirer);
    const last = await findLastRetorno(tx, acquirer);
    const { fileNumber: number, madeOn: made_on, titles } = checked.summary;
    const { bytes, sha256, paidCents: amount_cents } = checked;
    const named = { acquirer, direction: 'retorno', number, made_on, stored_at: now } as const;
    const file = await insertFile(tx, { ...named, titles, amount_cents, bytes, sha256 });
    if (!file) return null;
    const result: ReceivedFile = {
      ...{ file, kinds: {}, repeated: 0, listed: [], unknown: { count: 0, cents: 0 } },
      missing: last !== null && number > last + 1 ? { from: last + 1, to: number - 1 } : null,
    };
    const reader = retornoReader(account);
    const parts = partWriter(tx, file.id);
    const repeats = repeatCounter(titles);
    let waiting: Movement[] = [];
    const apply = async (isEnd: boolean) => {
      while (waiting.length >= CHUNK || (isEnd && waiting.length > 0))
        await applyMovements({ tx, acquirer, account, result, beside, repeats, now }, waiting.splice(0, CHUNK));
    };
    for await (const chunk of open()) {
      await parts.add(chunk);
      waiting.push(...reader.take(chunk));
      await apply(false);
    }
    waiting = [...waiting, ...reader.end().movements];
    await apply(true);
    const { sha256: applied } = await parts.end();
    if (!applied.equals(sha256)) throw new Error('the file has changed while it was read');
    return result;
  });
  if (received) deps.poke('work-notifications');
  return received;
}

interface CheckedFile {
  summary: RetornoSummary;
  paidCents: number;
  bytes: number;
  sha256: Buffer;
}

async function checkFile(account: CnabAccount, content: AsyncIterable<Buffer>): Promise<CheckedFile> {
  const reader = retornoReader(account);
  const hash = createHash('sha256');
  let [bytes, paidCents] = [0, 0];
  const add = (movements: readonly Movement[]) => {
    for (const movement of movements) paidCents += movement.paidCents;
  };
  for await (const chunk of content) {
    hash.update(chunk);
    bytes += chunk.length;
    add(reader.take(chunk));
  }
  const { movements, summary } = reader.end();
  add(movements);
  return { summary, paidCents, bytes, sha256: hash.digest() };
}

interface Applying {
  tx: Tx;
  acquirer: string;
  account: CnabAccount;
  result: ReceivedFile;
  beside: BesideTitles;
  /** How often the same pair has come in this file. */
  repeats: RepeatCounter;
  now: Date;
}

async function applyMovements(applying: Applying, movements: readonly Movement[]): Promise<void> {
  const { tx, acquirer, account, result, beside, now } = applying;
  const hashed = new Map(movements.map((movement) => [hashOf(movement, applying.repeats), movement]));
  const isNew = await filterNewMovements(
    tx,
    acquirer,
    [...hashed.keys()].map((hash) => Buffer.from(hash, 'hex')),
  );
  const fresh = [...hashed].filter(([hash]) => isNew.has(hash));
  result.repeated += movements.length - fresh.length;
  if (fresh.length === 0) return;
  const numbers = fresh.flatMap(([, { ourNumber }]) => ourNumber ?? []);
  const titles = await lockTitlesByNumber(tx, acquirer, numbers);
  const changed = new Map<number, StoredTitle>();
  const unknown: ReceivedPayment[] = [];
  const rows = fresh.map(([hash, movement]): NewMovement => {
    const named = movement.ourNumber === null ? undefined : titles.get(movement.ourNumber);
    const isOdd = named !== undefined && isAboutAnother(named, movement);
    const title = isOdd ? undefined : named;
    const after = title && titleAfter(account, title, movement, now);
    if (after) {
      titles.set(after.our_number, after);
      changed.set(after.id, after);
    }
    const note = isOdd ? 'the number is of one title, and the rest of another' : noteOf(account, movement, title);
    tellOf(result, movement, note);
    if (!title && isMoney(movement)) unknown.push(receiptOf(hash, movement, result.file.made_on));
    const { line, code, kind, ourNumber, paidCents, feeCents } = movement;
    const contentHash = Buffer.from(hash, 'hex');
    return { contentHash, line, code, kind, titleId: title?.id ?? null, ourNumber, paidCents, feeCents, note };
  });
  const ids = await insertMovements(tx, acquirer, result.file.id, rows);
  if (changed.size > 0) await updateTitles(tx, [...changed.values()]);
  const fees = rows.flatMap(({ feeCents }, index) =>
    feeCents > 0 ? [{ movementId: ids[index] as number, feeCents }] : [],
  );
  if (fees.length > 0) await beside.bookFees(tx, fees);
  if (unknown.length > 0) await beside.keepUnknown(tx, unknown);
  for (const { amountCents } of unknown) {
    result.unknown.count += 1;
    result.unknown.cents += amountCents;
  }
  await insertNotifications(
    tx,
    [...changed.values()].map(({ reference, id }) => ({
      ...{ acquirer, reference, at: now },
      contentHash: createHash('sha256').update(`${result.file.id} ${id}`).digest(),
    })),
  );
}

/** Columns 4 to 13 say where in its file a record stands: the same one in another file stands elsewhere. */
const PLACE = /^(.{3}).{10}/;

/** What makes a pair of records the same again; of equal ones in one file the second is another. */
function hashOf({ content }: Movement, repeats: RepeatCounter): string {
  const bare = content
    .split('\n')
    .map((record) => record.replace(PLACE, '$1'))
    .join('\n');
  const digest = createHash('sha256').update(bare).digest();
  const before = repeats.note(digest);
  const hash = digest.toString('hex');
  return before === 0 ? hash : createHash('sha256').update(`${hash} ${before}`).digest('hex');
}

/** As a bank names a payment that it lists: by the line that told of it, which counts once. */
function receiptOf(hash: string, movement: Movement, day: string): ReceivedPayment {
  const { reference, ourNumber, paidCents, paidOn, creditOn } = movement;
  return {
    endToEndId: receiptIdOf(hash),
    // No database keeps every character that a file may have.
    reference: (reference ?? ourNumber ?? '').replace(/[^ -~]/g, '?'),
    amountCents: paidCents,
    refundedAmountCents: 0,
    paidAt: startOfSaoPauloDay(paidOn ?? day),
    creditOn,
  };
}

function noteOf({ profile }: CnabAccount, movement: Movement, title: StoredTitle | undefined): string | null {
  if (movement.kind === 'unknown') return `the bank's table does not name the movement ${movement.code}`;
  if (!title && movement.kind !== 'fee') return 'no title of ours has this number';
  if (isPaymentOfNothing(movement)) return 'a payment of nothing';
  if (isAlreadyThere(profile, movement)) return 'the bank has a title of this number already: taken as registered';
  if (movement.kind === 'instruction_refused')
    return `the bank has refused an instruction: ${motivesText(profile, movement) ?? 'no motive'}`;
  if (title && movement.nominalCents > 0 && movement.nominalCents !== title.amount_cents)
    return `the bank has ${movement.nominalCents} cents as its value, we have ${title.amount_cents}`;
  return null;
}

function tellOf(result: ReceivedFile, { kind, line, code, ourNumber }: Movement, why: string | null): void {
  result.kinds[kind] = (result.kinds[kind] ?? 0) + 1;
  if (why !== null && result.listed.length < MOST_LISTED) result.listed.push({ line, code, ourNumber, why });
}
