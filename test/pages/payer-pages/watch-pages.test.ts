import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PENDING } from '../../../src/gateway/payments/status.rules.ts';
import { readConfig } from '../../../src/ground/config.ts';
import type { Deps } from '../../../src/ground/deps.ts';
import { createLog } from '../../../src/ground/log.ts';
import type { PageStatus } from '../../../src/pages/payer-pages/page.rules.ts';
import { type PageWatch, watchPages } from '../../../src/pages/payer-pages/watch-pages.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** A database that says whatever the test wants of any payment, and counts who asks. */
function stage(settings: Record<string, string> = {}) {
  const state = { questions: 0, asked: [] as string[], drawn: [] as number[][], row: {} as object, isAway: false };
  const idOf = (token: string) => Number(token.replace('token-', ''));
  const query = async (sql: string, params: readonly unknown[]) => {
    if (state.isAway) throw new Error('the database is away');
    if (sql.startsWith('UPDATE')) {
      state.drawn.push(params[0] as number[]);
      return [];
    }
    state.questions += 1;
    state.asked = params[0] as string[];
    const base = {
      payment_type: 'pix',
      status: PENDING,
      is_issued: true,
      refunded_cents: 0,
      has_terms: false,
      is_registered: true,
      expires_at: new Date(Date.now() + 30 * MINUTE),
    };
    return state.asked.map((public_token) => ({ ...base, ...state.row, public_token, id: idOf(public_token) }));
  };
  const clock = { now: async () => new Date(), realNow: () => new Date() };
  const deps = { config: readConfig(settings), clock, db: { query }, log: createLog('silent') } as unknown as Deps;
  return { state, watch: watchPages(deps) };
}

function listen(watch: PageWatch, token = 'token-1', address = '192.0.2.1') {
  const heard: PageStatus[] = [];
  const seen = { beats: 0, isEnded: false };
  const { leave } = watch.join(token, address, {
    tell: (status) => heard.push(status),
    beat: () => (seen.beats += 1),
    end: () => (seen.isEnded = true),
  });
  return { heard, seen, leave };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('all the open pages of a process', () => {
  it('are looked after by one question a second, however many there are, and by none when there are none', async () => {
    const { state, watch } = stage();
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    expect(state.questions).toBe(0);
    const open = Array.from({ length: 200 }, (_, n) => listen(watch, `token-${n % 50}`, `192.0.2.${n}`));
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    expect(state.questions).toBe(10);
    expect(state.asked).toHaveLength(50);
    for (const { leave } of open) leave();
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    expect(state.questions).toBeLessThanOrEqual(11);
  });

  it('hear of a change within a second, of the clock every fifteen, and nothing in between', async () => {
    const { state, watch } = stage();
    const { heard } = listen(watch);
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(heard.map(({ state: name }) => name)).toEqual(['waiting']);
    await vi.advanceTimersByTimeAsync(14 * SECOND);
    expect(heard).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(heard.map(({ state: name }) => name)).toEqual(['waiting', 'waiting']);
    state.row = { status: 2 };
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(heard.at(-1)).toEqual({ state: 'paid', version: 'paid 0', seconds_left: null });
  });

  it('stay open while the database is away, and hear on when it is back', async () => {
    const { state, watch } = stage();
    const { heard, seen } = listen(watch);
    state.isAway = true;
    await vi.advanceTimersByTimeAsync(35 * SECOND);
    expect(heard).toEqual([]);
    expect(seen).toEqual({ beats: 1, isEnded: false });
    state.isAway = false;
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(heard).toHaveLength(1);
  });

  it('are ended after forty minutes', async () => {
    const { watch } = stage();
    const { seen } = listen(watch);
    // The clock is moved, instead of looking two thousand times on the way.
    vi.setSystemTime(Date.now() + 40 * MINUTE - 2 * SECOND);
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(seen.isEnded).toBe(false);
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(seen.isEnded).toBe(true);
  });

  it('are at most half the connections in all, and a tenth of that from one address', () => {
    const { watch } = stage({ MAX_CONNECTIONS: '40' });
    const first = listen(watch, 'token-1', '192.0.2.1');
    listen(watch, 'token-1', '192.0.2.1');
    expect(() => listen(watch, 'token-2', '192.0.2.1')).toThrow(expect.objectContaining({ code: 'RATE_LIMITED' }));
    first.leave();
    first.leave();
    listen(watch, 'token-2', '192.0.2.1');
    expect(() => listen(watch, 'token-3', '192.0.2.1')).toThrow(expect.objectContaining({ code: 'RATE_LIMITED' }));
    for (let n = 2; n <= 19; n++) listen(watch, 'token-1', `192.0.2.${n}`);
    expect(() => listen(watch, 'token-1', '192.0.2.200')).toThrow(
      expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }),
    );
  });

  it('are bounded even where limits are switched off', () => {
    const { watch } = stage({ RATE_LIMIT_PER_SECOND: '0' });
    for (let n = 0; n < 10_000; n++) listen(watch);
    expect(() => listen(watch)).toThrow(expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }));
  });

  it('all end when the process closes, and no more are opened', async () => {
    const { state, watch } = stage();
    const open = [listen(watch), listen(watch, 'token-2')];
    watch.close();
    expect(open.map(({ seen }) => seen.isEnded)).toEqual([true, true]);
    expect(() => listen(watch)).toThrow(expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }));
    await vi.advanceTimersByTimeAsync(5 * SECOND);
    expect(state.questions).toBe(0);
  });
});

describe('what somebody is looking at is asked about sooner', () => {
  it('every fifteen seconds for each PIX that waits, in one statement', async () => {
    const { state, watch } = stage();
    for (const token of ['token-1', 'token-1', 'token-2']) listen(watch, token);
    await vi.advanceTimersByTimeAsync(14 * SECOND);
    expect(state.drawn).toEqual([]);
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(state.drawn).toEqual([[1, 2]]);
    await vi.advanceTimersByTimeAsync(30 * SECOND);
    expect(state.drawn).toHaveLength(3);
  });

  it.each([{ payment_type: 'invoice' }, { status: 2 }, { status: 3 }, { status: 4 }])(
    'but never for %o',
    async (row) => {
      const { state, watch } = stage();
      state.row = row;
      listen(watch);
      await vi.advanceTimersByTimeAsync(MINUTE);
      expect(state.drawn).toEqual([]);
    },
  );
});
