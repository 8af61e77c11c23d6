import { AsyncLocalStorage } from 'node:async_hooks';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { propertyRuns } from '../../../test/support/suite/property-runs.ts';
import { type Batching, startBatcher } from './batcher.ts';
import { DatabaseBusy } from './pool.ts';

/**
 * GOAL: many items are worked on together, and each is answered as if it had been alone. METHOD: batches that say when
 * they end and that write down who was in them.
 */
const LIMITS = { maxItems: 4, lanes: 1, maxQueued: 100 };

function heldBatches<Item>(limits: Partial<Batching<Item, string>> = {}) {
  const batches: Item[][] = [];
  const ends: (() => void)[] = [];
  const batcher = startBatcher<Item, string>({
    ...LIMITS,
    run: async (items) => {
      batches.push([...items]);
      await new Promise<void>((resolve) => ends.push(resolve));
      return items.map((item) => `did ${item}`);
    },
    ...limits,
  });
  return { batcher, batches, ends };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const turns = async () => {
  for (let count = 0; count < 5; count++) await turn();
};

it('one that is alone begins on the next turn of the event loop', async () => {
  const { batcher, batches, ends } = heldBatches<number>();
  const result = batcher.add(1);
  expect(batches).toEqual([]);
  await turn();
  expect(batches).toEqual([[1]]);
  ends[0]?.();
  expect(await result).toBe('did 1');
});

it('what arrives in one turn, or while a batch runs, is worked on together, no more than fit', async () => {
  const { batcher, batches, ends } = heldBatches<number>({ lanes: 2 });
  const results = [1, 2].map(batcher.add);
  await turn();
  results.push(batcher.add(3));
  await turn();
  results.push(...[4, 5, 6, 7].map(batcher.add));
  await turns();
  expect(batches).toEqual([[1, 2]]);
  ends[0]?.();
  await turns();
  expect(batches.slice(1)).toEqual([[3, 4, 5, 6]]);
  ends[1]?.();
  await turns();
  expect(batches.slice(2)).toEqual([[7]]);
  ends[2]?.();
  expect(await Promise.all(results)).toEqual([1, 2, 3, 4, 5, 6, 7].map((item) => `did ${item}`));
});

it('a batch that takes long is passed by the next one, as far as there are lanes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { batcher, batches, ends } = heldBatches<number>({ lanes: 2 });
    const results = [batcher.add(1)];
    await turns();
    results.push(batcher.add(2));
    vi.advanceTimersByTime(49);
    await turns();
    expect(batches).toEqual([[1]]);
    vi.advanceTimersByTime(1);
    await turns();
    expect(batches).toEqual([[1], [2]]);
    results.push(batcher.add(3));
    vi.advanceTimersByTime(1_000);
    await turns();
    expect(batches).toEqual([[1], [2]]);
    ends[1]?.();
    await turns();
    expect(batches).toEqual([[1], [2], [3]]);
    for (const end of ends) end();
    expect(await Promise.all(results)).toEqual(['did 1', 'did 2', 'did 3']);
  } finally {
    vi.useRealTimers();
  }
});

it('equal keys never share a batch and keep their order', async () => {
  const { batcher, batches, ends } = heldBatches<string>({ keyOf: (item) => (item === 'x' ? null : item.slice(0, 1)) });
  const results = ['a1', 'a2', 'b1', 'x', 'a3', 'x'].map(batcher.add);
  for (let count = 0; count < 3; count++) {
    await turns();
    ends[count]?.();
  }
  await Promise.all(results);
  expect(batches).toEqual([['a1', 'b1', 'x', 'x'], ['a2'], ['a3']]);
});

it('shares take turns: a long queue of one does not keep another out of the next batch', async () => {
  const { batcher, batches, ends } = heldBatches<string>({ shareOf: (item) => item.slice(0, 1) });
  const results = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'c1'].map(batcher.add);
  await turns();
  expect(batches).toEqual([['a1', 'b1', 'c1', 'a2']]);
  ends[0]?.();
  await turns();
  ends[1]?.();
  await Promise.all(results);
});

it('a full queue refuses the next, and leaves the last places to those who have fewer waiting', async () => {
  const plain = heldBatches<number>({ maxQueued: 3 });
  const waiting = [1, 2, 3].map(plain.batcher.add);
  await expect(plain.batcher.add(4)).rejects.toThrow(DatabaseBusy);
  const fair = heldBatches<string>({ maxQueued: 4, shareOf: (item) => item.slice(0, 1) });
  waiting.push(...['a1', 'a2'].map(fair.batcher.add));
  await expect(fair.batcher.add('a3')).rejects.toThrow(DatabaseBusy);
  waiting.push(fair.batcher.add('b1'));
  await turns();
  for (const end of [...plain.ends, ...fair.ends]) end();
  await Promise.all(waiting);
  await turns();
  plain.batcher.add(5);
  await turns();
  expect(plain.batches.at(-1)).toEqual([5]);
});

it('a batch that fails is repeated one by one; where nobody in it can be at fault, all of it fails at once', async () => {
  const batches: number[][] = [];
  const run = async (items: readonly number[]) => {
    batches.push([...items]);
    if (items.includes(13)) throw new Error('poison');
    if (items.includes(99)) throw new TypeError('nobody there');
    return items.map((item) => (item === 7 ? new RangeError('seven') : item * 2));
  };
  const isWorthRepeating = (error: unknown, count: number) => count > 1 && !(error instanceof TypeError);
  const batcher = startBatcher<number, number>({ ...LIMITS, run, isWorthRepeating });
  const settled = (items: number[]) => Promise.allSettled(items.map(batcher.add));
  expect(await settled([1, 13, 7, 2])).toMatchObject([
    { value: 2 },
    { reason: { message: 'poison' } },
    { reason: { message: 'seven' } },
    { value: 4 },
  ]);
  expect(batches).toEqual([[1, 13, 7, 2], [1], [13], [7], [2]]);
  expect(await settled([1, 99])).toMatchObject([
    { reason: { message: 'nobody there' } },
    { reason: { message: 'nobody there' } },
  ]);
  expect(batches.slice(5)).toEqual([[1, 99]]);
});

it('what is repeated has no lane: however long one of them waits, the next batch does not', async () => {
  const batches: number[][] = [];
  const run = async (items: readonly number[]) => {
    batches.push([...items]);
    if (items.includes(13)) throw new Error('locked');
    return items;
  };
  const repeat = (item: number) => (item === 13 ? new Promise<number>(() => {}) : Promise.resolve(item));
  const batcher = startBatcher<number, number>({ ...LIMITS, run, repeat, isWorthRepeating: () => true });
  void batcher.add(13);
  expect(await batcher.add(1)).toBe(1);
  expect(await batcher.add(2)).toBe(2);
  expect(batches).toEqual([[13, 1], [2]]);
});

it('one that has waited too long is turned away, and no other', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  try {
    const { batcher, ends } = heldBatches<number>({ maxItems: 1, maxWaitMs: 5_000 });
    const first = batcher.add(1);
    await turns();
    const late = batcher.add(2);
    vi.advanceTimersByTime(3_000);
    const young = batcher.add(3);
    const refused = expect(late).rejects.toThrow(DatabaseBusy);
    vi.advanceTimersByTime(3_000);
    await refused;
    for (let count = 0; count < 2; count++) {
      ends[count]?.();
      await turns();
    }
    expect([await first, await young]).toEqual(['did 1', 'did 3']);
  } finally {
    vi.useRealTimers();
  }
});

it('too few answers are a failure, not an answer to the wrong item', async () => {
  const batcher = startBatcher<number, number>({ ...LIMITS, run: async (items) => items.slice(1) });
  await expect(Promise.all([batcher.add(1), batcher.add(2)])).rejects.toThrow(/got 0 answers/);
});

it('a batch carries nobody’s request, and whoever waits keeps its own', async () => {
  const context = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  const run = async (items: readonly number[]) => {
    seen.push(context.getStore());
    return items;
  };
  const batcher = startBatcher<number, number>({ ...LIMITS, run });
  await context.run('request', async () => {
    await batcher.add(1);
    seen.push(context.getStore());
  });
  expect(seen).toEqual([undefined, 'request']);
});

it('whatever arrives when: everybody gets its own answer, no batch is too large, no two share a key', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({ key: fc.integer({ min: 0, max: 5 }), share: fc.integer({ min: 0, max: 3 }), wait: fc.nat(3) }),
        {
          maxLength: 60,
        },
      ),
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1, max: 3 }),
      async (items, maxItems, lanes) => {
        const numbered = items.map((item, index) => ({ ...item, index }));
        const order = new Map<number, number[]>();
        const failed = new Set<number>();
        let running = 0;
        const batcher = startBatcher<(typeof numbered)[0], number>({
          maxItems,
          lanes,
          maxQueued: 1_000,
          keyOf: ({ key }) => String(key),
          shareOf: ({ share }) => share,
          run: async (batch) => {
            const isRepeated = batch.length === 1 && failed.has(batch[0]?.index ?? -1);
            if (!isRepeated) expect(++running).toBeLessThanOrEqual(lanes);
            expect(batch.length).toBeLessThanOrEqual(maxItems);
            expect(new Set(batch.map(({ key }) => key)).size).toBe(batch.length);
            for (const { share, key, index } of batch) {
              const place = share * 10 + key;
              order.set(place, [...(order.get(place) ?? []), index]);
            }
            await turn();
            if (!isRepeated) running--;
            if (batch.length > 1 && batch.some(({ index }) => index % 7 === 3)) {
              for (const { index } of batch) failed.add(index);
              throw new Error('one of them');
            }
            return batch.map(({ index }) => index);
          },
        });
        const answers: Promise<number>[] = [];
        for (const item of numbered) {
          for (let count = 0; count < item.wait; count++) await turn();
          answers.push(batcher.add(item));
        }
        expect(await Promise.all(answers)).toEqual(numbered.map(({ index }) => index));
        for (const indexes of order.values()) {
          const first = [...new Set(indexes)];
          expect(first).toEqual([...first].sort((one, other) => one - other));
        }
      },
    ),
    { numRuns: propertyRuns(60) },
  );
});
