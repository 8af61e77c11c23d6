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
  type WaitingOrder,
} from './files.sql.ts';
import type { CnabAccount } from './layout/profiles.rules.ts';
import { encodeLine, MAX_TITLES_OF_FILE, remessaLines } from './layout/remessa.rules.ts';
import type { RemessaTitle } from './layout/title.rules.ts';
import { insertOutgoing } from './outgoing.sql.ts';
import { referenceInFile } from './title-witness.rules.ts';

const CHUNK = 1_000;
const PART_BYTES = 1024 * 1024;

/**
 * All that waits becomes one remessa: its number, its bytes and its rows are one transaction under one lock. Null:
 * nothing waits. However large it is, only a piece of it is in memory. With `day` it is the file of that business day,
 * of which there is one, and goes on its way into the outbox.
 */
export async function sendFile(
  deps: Pick<Deps, 'db' | 'clock'>,
  acquirer: string,
  account: CnabAccount,
  day: string | null = null,
): Promise<StoredFile | null> {
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
    const titles = titleQueue();
    const fill = async (orders: readonly WaitingOrder[]) => {
      titles.refill(orders);
      if (orders.length > 0)
        await markSent(
          tx,
          id,
          orders.map(({ order_id }) => order_id),
          now,
        );
    };
    await fill(first);
    const lines = remessaLines(account, { fileNumber: standing.next_file, madeAt: { date, time }, titles });
    const parts = partWriter(tx, id);
    for (;;) {
      if (titles.isEmpty()) await fill(await nextOrders(tx, acquirer, titles));
      const { value, done } = lines.next();
      if (done) break;
      await parts.add(encodeLine(value));
    }
    await setNextFile(tx, acquirer, standing.next_file + 1);
    if (day !== null) await insertOutgoing(tx, acquirer, id, now);
    return completeFile(tx, id, { ...titles.sums, ...(await parts.end()) });
  });
}

async function nextOrders(tx: Tx, acquirer: string, { sums, lastOrderId }: TitleQueue): Promise<WaitingOrder[]> {
  const room = Math.min(CHUNK, MAX_TITLES_OF_FILE - sums.titles);
  return room === 0 ? [] : listWaitingOrders(tx, acquirer, lastOrderId, room);
}

interface TitleQueue extends Iterable<RemessaTitle> {
  readonly lastOrderId: number;
  readonly sums: { titles: number; amount_cents: number };
  isEmpty(): boolean;
  /** With none it ends. */
  refill(orders: readonly WaitingOrder[]): void;
}

/** The writer of lines takes one title at a time and cannot wait: what it takes from is filled between its lines. */
function titleQueue(): TitleQueue {
  let waiting: WaitingOrder[] = [];
  let lastOrderId = 0;
  const sums = { titles: 0, amount_cents: 0 };
  return {
    get lastOrderId() {
      return lastOrderId;
    },
    sums,
    isEmpty: () => waiting.length === 0,
    refill(orders) {
      waiting = [...orders];
      lastOrderId = orders.at(-1)?.order_id ?? lastOrderId;
    },
    *[Symbol.iterator]() {
      for (let order = waiting.shift(); order; order = waiting.shift()) {
        sums.titles += 1;
        sums.amount_cents += order.amount_cents;
        yield titleOf(order);
      }
    },
  };
}

function titleOf(order: WaitingOrder): RemessaTitle {
  return {
    ...order.terms,
    movement: order.movement,
    dueDate: order.order_due_date ?? order.due_date,
    amountCents: order.amount_cents,
    sequence: order.sequence,
    year: order.year,
    reference: referenceInFile(order.reference),
    documentNumber: order.document_number,
    issuedOn: order.issued_on,
  };
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
    async end(): Promise<{ bytes: number; sha256: Buffer }> {
      await flush();
      return { bytes, sha256: hash.digest() };
    },
  };
}
