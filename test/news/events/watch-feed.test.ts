import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../../src/ground/config.ts';
import type { Deps } from '../../../src/ground/deps.ts';
import { createLog } from '../../../src/ground/log.ts';
import { openEventStream } from '../../../src/ground/streams/event-stream.ts';
import { START_OF_FEED } from '../../../src/news/events/feed-cursor.rules.ts';
import { type FeedWatch, watchFeed } from '../../../src/news/events/watch-feed.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** A feed in which the test writes, and which counts who asks for what. */
function stage(settings: Record<string, string> = {}) {
  const state = { questions: 0, readers: 0, isAway: false };
  const feed = new Map<number, number>();
  const query = async (_sql: string, [merchants, , positions]: [number[], string[], number[]]) => {
    if (state.isAway) throw new Error('the database is away');
    state.questions += 1;
    state.readers = merchants.length;
    return merchants.flatMap((merchantId, index) => {
      const from = positions[index] ?? 0;
      const unread = Math.min(100, (feed.get(merchantId) ?? 0) - from);
      return Array.from({ length: Math.max(0, unread) }, (_, n) => ({
        number: index + 1,
        id: `evt_${from + n + 1}`,
        kind: 'payment.created',
        payload: '{}',
        occurred_at: new Date(),
        written_by: '1',
        position: from + n + 1,
      }));
    });
  };
  const clock = { realNow: () => new Date() };
  const deps = { config: readConfig(settings), clock, db: { query }, log: createLog('silent') } as unknown as Deps;
  const write = (merchantId: number, count: number) => feed.set(merchantId, (feed.get(merchantId) ?? 0) + count);
  return { state, write, watch: watchFeed(deps) };
}

function listen(watch: FeedWatch, merchantId = 1) {
  const heard: number[] = [];
  const seen = { beats: 0, isEnded: false, checks: 0, isIn: true };
  const { leave } = watch.join(merchantId, START_OF_FEED, {
    tell: ({ event }) => heard.push(event.position),
    beat: () => (seen.beats += 1),
    end: () => (seen.isEnded = true),
    isStillIn: async () => {
      seen.checks += 1;
      return seen.isIn;
    },
  });
  return { heard, seen, leave };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('everybody who follows the feed in a process', () => {
  it('is served by one question a second, and by none while nobody listens', async () => {
    const { state, watch, write } = stage();
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    expect(state.questions).toBe(0);
    write(1, 3);
    const open = [listen(watch, 1), listen(watch, 1), listen(watch, 2)];
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    expect(state.questions).toBe(10);
    expect(state.readers).toBe(2);
    expect(open.map(({ heard }) => heard)).toEqual([[1, 2, 3], [1, 2, 3], []]);
    for (const { leave } of open) leave();
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    expect(state.questions).toBe(10);
  });

  it('hears at once of what this process wrote, but no more than ten times a second', async () => {
    const { state, watch, write } = stage();
    const { heard } = listen(watch);
    await vi.advanceTimersByTimeAsync(SECOND);
    write(1, 1);
    watch.poke();
    await vi.advanceTimersByTimeAsync(100);
    expect(heard).toEqual([1]);
    const before = state.questions;
    for (let n = 0; n < 500; n++) {
      watch.poke();
      await vi.advanceTimersByTimeAsync(2);
    }
    expect(state.questions - before).toBeLessThanOrEqual(11);
  });

  it('catches up a hundred at a time, while others hear what is new', async () => {
    const { watch, write } = stage();
    write(1, 250);
    const behind = listen(watch, 1);
    const other = listen(watch, 2);
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(behind.heard).toHaveLength(100);
    write(2, 1);
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(behind.heard).toEqual(Array.from({ length: 250 }, (_, n) => n + 1));
    expect(other.heard).toEqual([1]);
  });

  it('gets a beat after fifteen silent seconds, also while the database is away', async () => {
    const { state, watch } = stage();
    const { seen } = listen(watch);
    await vi.advanceTimersByTimeAsync(16 * SECOND);
    expect(seen.beats).toBe(1);
    state.isAway = true;
    await vi.advanceTimersByTimeAsync(16 * SECOND);
    expect(seen).toMatchObject({ beats: 2, isEnded: false });
  });

  it('is dismissed within a minute of its login, and after an hour in any case', async () => {
    const { watch } = stage();
    const [out, staying] = [listen(watch), listen(watch)];
    await vi.advanceTimersByTimeAsync(30 * SECOND);
    out.seen.isIn = false;
    await vi.advanceTimersByTimeAsync(30 * SECOND);
    expect(out.seen.isEnded).toBe(true);
    expect(staying.seen).toMatchObject({ isEnded: false, checks: 1 });
    // The clock is moved, instead of looking thousands of times on the way.
    vi.setSystemTime(Date.now() + 60 * MINUTE);
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(staying.seen.isEnded).toBe(true);
  });

  it('is bounded: in all, for each merchant, and also where limits are switched off', () => {
    const { watch } = stage({ MAX_CONNECTIONS: '160' });
    listen(watch);
    listen(watch);
    expect(() => listen(watch)).toThrow(expect.objectContaining({ code: 'RATE_LIMITED' }));
    for (let merchant = 2; merchant <= 20; merchant++) for (let n = 0; n < 2; n++) listen(watch, merchant);
    expect(() => listen(watch, 99)).toThrow(expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }));
    const { watch: unlimited } = stage({ RATE_LIMIT_PER_SECOND: '0' });
    for (let n = 0; n < 2_000; n++) listen(unlimited);
    expect(() => listen(unlimited)).toThrow(expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }));
  });
});

it('a reader that takes nothing in is let go, and costs a few kilobytes until then', async () => {
  vi.useRealTimers();
  const stream = openEventStream();
  const closed = new Promise<void>((resolve) => stream.onceClosed(resolve));
  for (let n = 0; n < 1_000; n++) stream.tell({ event: 'event', id: String(n), data: { text: 'x'.repeat(100) } });
  await closed;
  // Whoever goes on telling hurts nobody.
  stream.tell({ event: 'event', data: {} });
});
