import { expect, it } from 'vitest';
import { shareReads } from './shared-read.ts';

/** Reads that end when the test says so. */
function slowReads() {
  const ends: ((value: number) => void)[] = [];
  const failures: ((error: Error) => void)[] = [];
  const read = shareReads(
    () =>
      new Promise<number>((resolve, reject) => {
        ends.push(resolve);
        failures.push(reject);
      }),
  );
  return { read, ends, failures };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('whoever asks while a read is under way shares the next one, never that one', async () => {
  const { read, ends } = slowReads();
  const first = read();
  const later = [read(), read()];
  expect(ends).toHaveLength(1);
  ends[0]?.(1);
  expect(await first).toBe(1);
  await turn();
  expect(ends).toHaveLength(2);
  const latest = read();
  ends[1]?.(2);
  expect(await Promise.all(later)).toEqual([2, 2]);
  await turn();
  ends[2]?.(3);
  expect(await latest).toBe(3);
  await turn();
  void read();
  expect(ends).toHaveLength(4);
});

it('a read that fails, fails for those who shared it only', async () => {
  const { read, ends, failures } = slowReads();
  const [first, second] = [read(), read()];
  failures[0]?.(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await turn();
  ends[1]?.(2);
  expect(await second).toBe(2);
});
