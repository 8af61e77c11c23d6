import { createHash } from 'node:crypto';
import { saoPauloTimeOf } from '../../ground/brazil/calendar.rules.ts';
import { type Tx, withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { BankSetupError } from '../acquirers/acquirer-kind.ts';
import { isBehindRestore, lockStanding, setNextFile, setSentOn } from './counters.sql.ts';
import {
  completeFile,
  dropVainOrders,
  insertFile,
  insertFilePart,
  listWaitingOrders,
  markSent,
  type StoredFile,
} from './files.sql.ts';
import type { CnabAccount } from './layout/profiles.rules.ts';
import { encodeLine, MAX_TITLES_OF_FILE, remessaLines } from './layout/remessa.rules.ts';
import { lineOfAside, type OrderQueue, orderQueue, type SetAside } from './order-queue.ts';
import { insertOutgoing } from './outgoing.sql.ts';
import type { WaitingOrder } from './stored-title.rules.ts';

const CHUNK = 1_000;
const PART_BYTES = 1024 * 1024;

/** A remessa, and what it could not carry: that still waits. */
export interface SentFile extends StoredFile {
  setAside: readonly SetAside[];
}

export interface Sending {
  /** It is the file of that business day, of which there is one. */
  day: string | null;
  /** It goes on its way into the outbox; otherwise whoever asked for it brings it to the bank. */
  isForOutbox: boolean;
  /** In the transaction that makes it. */
  recordSent(tx: Tx, file: StoredFile): Promise<void>;
}

const BY_HAND: Sending = { day: null, isForOutbox: false, recordSent: async () => {} };

/**
 * All that waits becomes one remessa: its number, its bytes and its rows are one transaction under one lock. Null:
 * nothing waits. However large it is, only a piece of it is in memory.
 */
export async function sendFile(
  deps: Pick<Deps, 'db' | 'clock'>,
  acquirer: string,
  account: CnabAccount,
  { day, isForOutbox, recordSent }: Sending = BY_HAND,
): Promise<SentFile | null> {
  const now = await deps.clock.now();
  return withTransaction(deps.db, async (tx) => {
    const standing = await lockStanding(tx, acquirer);
    if (await isBehindRestore(tx, standing))
      throw new BankSetupError(
        `the database was put back: name the next number and file by vintem cnab resume ${acquirer}`,
      );
    if (day !== null) {
      if (standing.sent_on !== null && standing.sent_on >= day) return null;
      await setSentOn(tx, acquirer, day);
    }
    await dropVainOrders(tx, acquirer);
    const first = await listWaitingOrders(tx, acquirer, 0, CHUNK);
    if (first.length === 0) return null;
    const { date, time } = saoPauloTimeOf(now);
    const begun = await insertFile(tx, {
      ...{ acquirer, direction: 'remessa', number: standing.next_file, made_on: date, stored_at: now },
      ...{ titles: 0, amount_cents: 0, bytes: 0, sha256: Buffer.alloc(0) },
    });
    const { id } = begun as StoredFile;
    const titles = orderQueue();
    titles.refill(first);
    const lines = remessaLines(account, { fileNumber: standing.next_file, madeAt: { date, time }, titles });
    const parts = partWriter(tx, id);
    let [marked, isEnd] = [0, false];
    for (;;) {
      if (!isEnd && titles.isEmpty()) {
        marked += await markSent(tx, id, titles.takeWritten(), now);
        const more = await nextOrders(tx, acquirer, titles);
        titles.refill(more);
        // What is ordered from now on waits for the next file: the writer may have begun to close this one.
        isEnd = more.length === 0;
      }
      const { value, done } = lines.next();
      if (done) break;
      if (typeof value === 'string') await parts.add(encodeLine(value));
      else titles.setAside(value.why);
    }
    const { sums, asides } = titles;
    if (sums.titles === 0) throw nothingWritten(asides);
    if (marked !== sums.titles) throw new Error(`${marked} orders were marked as sent, and ${sums.titles} written`);
    await setNextFile(tx, acquirer, standing.next_file + 1);
    if (isForOutbox) await insertOutgoing(tx, acquirer, id, now);
    const file = await completeFile(tx, id, { ...sums, ...(await parts.end()) });
    await recordSent(tx, file);
    return { ...file, setAside: asides };
  });
}

function nothingWritten(asides: readonly SetAside[]): BankSetupError {
  const [first] = asides.map(lineOfAside);
  const others = asides.length > 1 ? `, and ${asides.length - 1} more` : '';
  return new BankSetupError(`nothing that waits can be written: ${first}${others}`);
}

async function nextOrders(tx: Tx, acquirer: string, { sums, lastOrderId }: OrderQueue): Promise<WaitingOrder[]> {
  const room = Math.min(CHUNK, MAX_TITLES_OF_FILE - sums.titles);
  return room === 0 ? [] : listWaitingOrders(tx, acquirer, lastOrderId, room);
}

/** Stores a file in pieces as it is written. */
export function partWriter(tx: Tx, fileId: number) {
  const hash = createHash('sha256');
  let [pending, size, bytes, part]: [Buffer[], number, number, number] = [[], 0, 0, 0];
  const flush = async () => {
    if (size === 0) return;
    await insertFilePart(tx, fileId, part, Buffer.concat(pending));
    [pending, size, part] = [[], 0, part + 1];
  };
  return {
    async add(piece: Buffer): Promise<void> {
      hash.update(piece);
      pending.push(piece);
      size += piece.length;
      bytes += piece.length;
      if (size >= PART_BYTES) await flush();
    },
    /** The content as it comes, each piece of it stored before anybody else has it. */
    async *through(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
      for await (const piece of content) {
        await this.add(piece);
        yield piece;
      }
    },
    async end(): Promise<{ bytes: number; sha256: Buffer }> {
      await flush();
      return { bytes, sha256: hash.digest() };
    },
  };
}
