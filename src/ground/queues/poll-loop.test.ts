import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLog } from '../log.ts';
import { startPollLoop } from './poll-loop.ts';

const EVERY_MS = 500;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('runs at once and after each pause; right away while there is more to do', async () => {
  const pauses = [0, 0, EVERY_MS, EVERY_MS];
  const work = vi.fn(async () => pauses.shift() ?? EVERY_MS);
  const loop = startPollLoop(createLog('silent'), 'job', work);
  await vi.advanceTimersByTimeAsync(0);
  expect(work).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(EVERY_MS - 1);
  expect(work).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(work).toHaveBeenCalledTimes(4);
  await loop.stop();
});

it('a poke ends the pause, and one that comes while it works is not lost', async () => {
  let finish = () => {};
  const work = vi.fn(() => new Promise<number>((resolve) => (finish = () => resolve(EVERY_MS))));
  const loop = startPollLoop(createLog('silent'), 'job', work);
  loop.poke();
  finish();
  await vi.advanceTimersByTimeAsync(0);
  expect(work).toHaveBeenCalledTimes(2);
  finish();
  await vi.advanceTimersByTimeAsync(0);
  expect(work).toHaveBeenCalledTimes(2);
  loop.poke();
  await vi.advanceTimersByTimeAsync(0);
  expect(work).toHaveBeenCalledTimes(3);
  finish();
  await loop.stop();
});

it('a failure pauses it and does not end it; a stop waits for what is running and starts nothing more', async () => {
  let finish = () => {};
  const work = vi.fn(() => new Promise<number>((resolve) => (finish = () => resolve(0))));
  work.mockImplementationOnce(async () => {
    throw new Error('the database is away');
  });
  const loop = startPollLoop(createLog('silent'), 'job', work);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(work).toHaveBeenCalledTimes(2);
  const stopped = vi.fn();
  const stopping = loop.stop().then(stopped);
  await vi.advanceTimersByTimeAsync(EVERY_MS);
  expect(stopped).not.toHaveBeenCalled();
  finish();
  await stopping;
  expect(work).toHaveBeenCalledTimes(2);
});

it('begins later where it is told to; a poke and a stop do not wait for that', async () => {
  const begin = (work: () => Promise<number>) => startPollLoop(createLog('silent'), 'job', work, 40);
  const [late, poked, stopped] = [
    vi.fn(async () => EVERY_MS),
    vi.fn(async () => EVERY_MS),
    vi.fn(async () => EVERY_MS),
  ];
  const loops = [begin(late), begin(poked), begin(stopped)] as const;
  loops[1].poke();
  await loops[2].stop();
  await vi.advanceTimersByTimeAsync(39);
  expect([late, poked, stopped].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 0]);
  await vi.advanceTimersByTimeAsync(1);
  expect(late).toHaveBeenCalledTimes(1);
  await Promise.all(loops.map((loop) => loop.stop()));
});
