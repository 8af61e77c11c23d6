import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseBusy } from './pool.ts';

export interface BatchLimits {
  maxItems: number;
  /** How many batches run at the same time, when the first of them takes long. */
  lanes: number;
  /** One more is refused: a queue that long only makes everybody late. */
  maxQueued: number;
  /** One that has waited so long is turned away, give or take a second. */
  maxWaitMs?: number;
}

export interface Batching<Item, Result> extends BatchLimits {
  /**
   * Works on all of them together and answers each, in their order. To reject is to have done nothing for any of them.
   */
  run(items: readonly Item[]): Promise<readonly (Result | Error)[]>;
  /**
   * One by itself, after its batch failed. It has no lane: however long it waits for a lock, the next batch does not.
   */
  repeat?(item: Item): Promise<Result>;
  /** Of a failure of the whole batch: whether its items are worth another try, each by itself. */
  isWorthRepeating?: (error: unknown, count: number) => boolean;
  /** Items with equal keys never share a batch, and the earlier one comes first. Null: shares with everybody. */
  keyOf?: (item: Item) => string | null;
  /** Whose items take turns: one with many cannot crowd out another, neither from a batch nor from the queue. */
  shareOf?: (item: Item) => string | number;
  /** Is told how many items each batch has. */
  onBatch?: ((size: number) => void) | undefined;
}

export interface Batcher<Item, Result> {
  /** Answers as if the item had been worked on alone. */
  add(item: Item): Promise<Result>;
}

interface Waiting<Item, Result> {
  item: Item;
  sinceMs: number;
  key: string | null;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

const NOBODY = '';
const LOOK_EVERY_MS = 1_000;
/**
 * Two small batches cost more than one large one, so the next gathers while one runs. One that runs so long may wait
 * for a lock or for the disk: then the next begins beside it.
 */
const NEXT_LANE_AFTER_MS = 50;
/** Callers bound what they have under way; this bounds a statement. */
const MAX_GATHERED = 64;

/**
 * Items that arrive at the same time are worked on together. A batch begins on the next turn of the event loop, so one
 * that is alone waits for nobody; while one runs, the next gathers. A batch that fails is repeated one by one: an item
 * that cannot be worked on hurts itself alone.
 */
export function startBatcher<Item, Result>(batching: Batching<Item, Result>): Batcher<Item, Result> {
  const { maxItems, lanes, maxQueued, maxWaitMs = Number.POSITIVE_INFINITY, keyOf = () => null, shareOf } = batching;
  const run = async (items: readonly Item[]) => {
    const results = await batching.run(items);
    if (results.length !== items.length) throw new Error(`${items.length} items got ${results.length} answers`);
    return results;
  };
  const { repeat = async (item: Item) => resultOf((await run([item]))[0] as Result | Error) } = batching;
  const { isWorthRepeating = (_error, count) => count > 1 } = batching;
  /** In the order of their turns. */
  const queues = new Map<string | number, Waiting<Item, Result>[]>();
  // A batch belongs to no request: its lines in the log must not carry the id of whoever happened to come first.
  const outsideRequests = AsyncLocalStorage.snapshot();
  let queued = 0;
  let running = 0;
  let isNextLaneOpen = false;
  let nextLane: NodeJS.Timeout | undefined;
  let isScheduled = false;
  let isWatched = false;

  const canBegin = () => queued > 0 && (running === 0 || (isNextLaneOpen && running < lanes));

  const schedule = () => {
    if (isScheduled || !canBegin()) return;
    isScheduled = true;
    outsideRequests(() => setImmediate(startLanes));
  };

  /** A look now and then while anybody waits, instead of a timer for each. */
  const watch = () => {
    if (isWatched || queued === 0 || maxWaitMs === Number.POSITIVE_INFINITY) return;
    isWatched = true;
    setTimeout(() => {
      isWatched = false;
      turnAwayLate(performance.now() - maxWaitMs);
      watch();
    }, LOOK_EVERY_MS).unref();
  };

  const turnAwayLate = (sinceBeforeMs: number) => {
    for (const [share, queue] of queues) {
      // Each queue is in the order of arrival.
      while (queue[0] && queue[0].sinceMs <= sinceBeforeMs) {
        queue.shift()?.reject(busy());
        queued--;
      }
      if (queue.length === 0) queues.delete(share);
    }
  };

  const startLanes = () => {
    isScheduled = false;
    while (canBegin()) {
      running++;
      closeNextLane();
      void work(takeBatch()).finally(() => {
        running--;
        schedule();
      });
    }
  };

  const closeNextLane = () => {
    isNextLaneOpen = false;
    clearTimeout(nextLane);
    nextLane = setTimeout(() => {
      isNextLaneOpen = true;
      schedule();
    }, NEXT_LANE_AFTER_MS).unref();
  };

  const takeBatch = (): Waiting<Item, Result>[] => {
    const batch: Waiting<Item, Result>[] = [];
    const keys = new Set<string>();
    for (let isMore = true; isMore && batch.length < maxItems; ) {
      isMore = false;
      for (const [share, queue] of [...queues]) {
        const index = queue.findIndex(({ key }) => key === null || !keys.has(key));
        const [next] = index < 0 || batch.length === maxItems ? [] : queue.splice(index, 1);
        if (!next) continue;
        batch.push(next);
        if (next.key !== null) keys.add(next.key);
        isMore = true;
        queues.delete(share);
        if (queue.length > 0) queues.set(share, queue);
      }
    }
    queued -= batch.length;
    return batch;
  };

  const work = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    batching.onBatch?.(batch.length);
    try {
      const results = await run(batch.map(({ item }) => item));
      for (const [index, waiting] of batch.entries()) answer(waiting, results[index] as Result | Error);
    } catch (error) {
      const isRepeated = isWorthRepeating(error, batch.length);
      for (const { item, resolve, reject } of batch) {
        if (isRepeated) repeat(item).then(resolve, reject);
        else reject(error);
      }
    }
  };

  const hasRoom = (share: string | number) => {
    const free = maxQueued - queued;
    // Whoever has more waiting than is free has to let others in first.
    return free > 0 && (!shareOf || (queues.get(share)?.length ?? 0) < free);
  };

  return {
    add: (item) =>
      new Promise<Result>((resolve, reject) => {
        const share = shareOf ? shareOf(item) : NOBODY;
        if (!hasRoom(share)) throw busy();
        const waiting = { item, sinceMs: performance.now(), key: keyOf(item), resolve, reject };
        const queue = queues.get(share);
        if (queue) queue.push(waiting);
        else queues.set(share, [waiting]);
        queued++;
        schedule();
        watch();
      }),
  };
}

/** Small writes that many finish with, each when it is done: those of one moment become one statement. */
export function gather<Item>(write: (items: readonly Item[]) => Promise<void>): (item: Item) => Promise<void> {
  const run = async (items: readonly Item[]) => {
    await write(items);
    return items.map(() => undefined);
  };
  const isWorthRepeating = () => false;
  return startBatcher<Item, void>({
    run,
    isWorthRepeating,
    maxItems: MAX_GATHERED,
    lanes: 1,
    maxQueued: Number.POSITIVE_INFINITY,
  }).add;
}

function answer<Item, Result>({ resolve, reject }: Waiting<Item, Result>, result: Result | Error): void {
  if (result instanceof Error) reject(result);
  else resolve(result);
}

function resultOf<Result>(result: Result | Error): Result {
  if (result instanceof Error) throw result;
  return result;
}

function busy(): DatabaseBusy {
  return new DatabaseBusy('too many requests wait to be written');
}
