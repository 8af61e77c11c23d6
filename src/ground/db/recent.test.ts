import { expect, it } from 'vitest';
import { createRecent, MAX_STALE_MS } from './recent.ts';

function watched(most = 10) {
  let nowMs = 1_000_000;
  let reads = 0;
  let stored: string | null = 'first';
  const recent = createRecent<string, string>(most, () => new Date(nowMs));
  return {
    find: (key = 'key') =>
      recent.find(key, async () => {
        reads += 1;
        if (stored === 'away') throw new Error('away');
        return stored;
      }),
    pass: (ms: number) => {
      nowMs += ms;
    },
    store: (value: string | null) => {
      stored = value;
    },
    reads: () => reads,
  };
}

it('uses what it read for less than five seconds, and then reads anew', async () => {
  const { find, pass, store, reads } = watched();
  expect(await find()).toBe('first');
  store('second');
  pass(MAX_STALE_MS - 1);
  expect([await find(), reads()]).toEqual(['first', 1]);
  pass(1);
  expect([await find(), reads()]).toEqual(['second', 2]);
  expect(MAX_STALE_MS).toBe(5_000);
});

it('counts from before the read: what a slow read brings is as old as its question', async () => {
  let nowMs = 0;
  let reads = 0;
  const recent = createRecent<string, number>(10, () => new Date(nowMs));
  const slow = async () => {
    nowMs += MAX_STALE_MS;
    return ++reads;
  };
  expect([await recent.find('key', slow), await recent.find('key', slow)]).toEqual([1, 2]);
});

it('reads anew when the clock was set back', async () => {
  const { find, pass, reads } = watched();
  await find();
  pass(-1);
  await find();
  expect(reads()).toBe(2);
});

it('keeps nothing that was not found, and no failure', async () => {
  const { find, store, pass } = watched();
  store(null);
  expect(await find()).toBeNull();
  store('there now');
  expect(await find()).toBe('there now');
  pass(MAX_STALE_MS);
  store('away');
  await expect(find()).rejects.toThrow('away');
  store('back');
  expect(await find()).toBe('back');
  pass(MAX_STALE_MS);
  store(null);
  expect(await find()).toBeNull();
  expect(await find()).toBeNull();
});

it('keeps so many and no more, the oldest goes first', async () => {
  const { find, reads } = watched(2);
  for (const key of ['a', 'b', 'c']) await find(key);
  await find('c');
  await find('b');
  expect(reads()).toBe(3);
  await find('a');
  expect(reads()).toBe(4);
});
