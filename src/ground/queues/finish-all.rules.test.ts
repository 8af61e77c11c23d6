import { expect, test } from 'vitest';
import { finishInTurns } from './finish-all.ts';

test('all have their turn, so many at a time, and a failure is told when all have ended', async () => {
  const [begun, ended]: [number[], number[]] = [[], []];
  const ends: (() => void)[] = [];
  const work = async (item: number) => {
    begun.push(item);
    await new Promise<void>((resolve) => ends.push(resolve));
    ended.push(item);
    if (item === 1) throw new Error(`${item} failed`);
  };
  const finished = finishInTurns([0, 1, 2, 3, 4], 2, work).catch((error: Error) => [error.message, [...ended].sort()]);
  expect(begun).toEqual([0, 1]);
  // The second is the slow one: the others go on beside it.
  for (const [index, next] of [
    [0, 2],
    [2, 3],
    [3, 4],
  ] as const) {
    ends[index]?.();
    await expect.poll(() => begun.at(-1)).toBe(next);
    expect(begun.length - ended.length).toBe(2);
  }
  ends[4]?.();
  ends[1]?.();
  expect(await finished).toEqual(['1 failed', [0, 1, 2, 3, 4]]);
});
