import { DatabaseBusy } from './pool.ts';

/** What several requests write at the same time goes into one statement and one commit. */
export interface BatchWork<Item, Result> {
  /** All of them in one statement, which must not wait long for a lock: others wait behind it. Results in the order of the items. */
  runAll(items: readonly Item[]): Promise<Result[]>;
  /** One by itself, after the batch that it was in was refused. */
  runOne(item: Item): Promise<Result>;
  /** Whose it is: items of several owners take turns, so that one owner's flood fills no batch ahead of the others. */
  ownerOf(item: Item): number;
  /** Items that have this in common never share a batch. */
  loneKeyOf?(item: Item): string | null;
}

export interface BatchLimits {
  /** More than this gains nothing: what a statement costs by itself is shared by enough. */
  size: number;
  /** Batches under way at a time: while one waits for the disk, the next is worked on. */
  lanes: number;
  /** More than this waiting, in all or of one owner, and the next is turned away at once. */
  waiting: number;
  waitingOfOwner: number;
  /** One that has waited so long is turned away, give or take a second. */
  waitMs: number;
}

const LIMITS: BatchLimits = { size: 64, lanes: 2, waiting: 500, waitingOfOwner: 250, waitMs: 5_000 };
const LOOK_EVERY_MS = 1_000;

interface Entry<Item, Result> {
  item: Item;
  loneKey: string | null;
  queuedAtMs: number;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** Adds an item to the next batch and gives its own result, or its own error. */
export type Batcher<Item, Result> = (item: Item) => Promise<Result>;

/**
 * Nobody waits for company: a batch begins as soon as a lane is free and what has arrived is read, with whatever is there then. A
 * batch that the database refuses is repeated one by one, so that one bad item never hurts the others.
 */
export function createBatcher<Item, Result>(work: BatchWork<Item, Result>, limits: Partial<BatchLimits> = {}): Batcher<Item, Result> {
  const { size, lanes, waiting, waitingOfOwner, waitMs } = { ...LIMITS, ...limits };
  /** By owner, who has waited longest for a turn first. Only owners with something to do are in here. */
  const queues = new Map<number, Entry<Item, Result>[]>();
  let queued = 0;
  let running = 0;
  let isStarting = false;
  let isWatched = false;

  /** A look now and then while anybody waits, instead of a timer for each. */
  const watch = () => {
    if (isWatched || queued === 0) return;
    isWatched = true;
    setTimeout(() => {
      isWatched = false;
      const late = takeLate(queues, performance.now() - waitMs);
      queued -= late.length;
      for (const entry of late) entry.reject(busy());
      watch();
    }, LOOK_EVERY_MS).unref();
  };
  const startSoon = () => {
    if (isStarting || running >= lanes || queued === 0) return;
    isStarting = true;
    setImmediate(() => {
      isStarting = false;
      const batch = takeBatch(queues, size);
      // All may have been turned away meanwhile.
      if (batch.length > 0) void runBatch(batch);
    });
  };
  const runBatch = async (batch: Entry<Item, Result>[]) => {
    queued -= batch.length;
    running += 1;
    // Another lane may be free for what this batch has left.
    startSoon();
    await settle(work, batch);
    running -= 1;
    startSoon();
  };

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      const owner = work.ownerOf(item);
      const queue = queues.get(owner) ?? [];
      if (queued >= waiting || queue.length >= waitingOfOwner) throw busy();
      queue.push({ item, loneKey: work.loneKeyOf?.(item) ?? null, queuedAtMs: performance.now(), resolve, reject });
      queues.set(owner, queue);
      queued += 1;
      startSoon();
      watch();
    });
}

/** One of each owner in turn until the batch is full. Whoever had a turn goes to the end of the line. */
function takeBatch<Item, Result>(queues: Map<number, Entry<Item, Result>[]>, size: number): Entry<Item, Result>[] {
  const batch: Entry<Item, Result>[] = [];
  const loneKeys = new Set<string>();
  let isEveryoneDone = false;
  while (!isEveryoneDone) {
    isEveryoneDone = true;
    for (const [owner, queue] of [...queues]) {
      const [next] = queue;
      if (batch.length >= size) return batch;
      if (!next || (next.loneKey !== null && loneKeys.has(next.loneKey))) continue;
      if (next.loneKey !== null) loneKeys.add(next.loneKey);
      batch.push(next);
      queue.shift();
      queues.delete(owner);
      if (queue.length > 0) queues.set(owner, queue);
      isEveryoneDone = false;
    }
  }
  return batch;
}

/** Each queue is in the order of arrival. */
function takeLate<Item, Result>(queues: Map<number, Entry<Item, Result>[]>, queuedBeforeMs: number): Entry<Item, Result>[] {
  const late: Entry<Item, Result>[] = [];
  for (const [owner, queue] of queues) {
    while (queue[0] && queue[0].queuedAtMs <= queuedBeforeMs) late.push(queue.shift() as Entry<Item, Result>);
    if (queue.length === 0) queues.delete(owner);
  }
  return late;
}

function busy(): DatabaseBusy {
  return new DatabaseBusy('too many requests wait to be written');
}

/** Ends when the lane is free. What is repeated one by one needs none: however long one of them waits, the next batch does not. */
async function settle<Item, Result>(work: BatchWork<Item, Result>, batch: Entry<Item, Result>[]): Promise<void> {
  try {
    const results = await work.runAll(batch.map(({ item }) => item));
    for (const [index, entry] of batch.entries()) entry.resolve(results[index] as Result);
  } catch (error) {
    const isWorthRepeating = isLocked(error) || (batch.length > 1 && isRefusedForItsData(error));
    for (const entry of batch) {
      if (isWorthRepeating) work.runOne(entry.item).then(entry.resolve, entry.reject);
      else entry.reject(error);
    }
  }
}

const LOCK_NOT_AVAILABLE = '55P03';

function isLocked(error: unknown): boolean {
  return (error as { code?: string }).code === LOCK_NOT_AVAILABLE;
}

/** SQLSTATE classes of a database that is away, full, stopping or read-only: whoever asks again at once only adds to it. */
const NOT_THE_DATA = /^(?:08|25|53|57|58|XX)/;

/**
 * PostgreSQL said no, so nothing of the batch is stored. Without its word (a lost connection, no answer, a replica that did not
 * confirm) the batch may be stored: repeated, every item would meet itself.
 */
function isRefusedForItsData(error: unknown): boolean {
  const { severity, code } = error as { severity?: string; code?: string };
  return severity !== undefined && code !== undefined && !NOT_THE_DATA.test(code);
}
