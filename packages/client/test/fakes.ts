import type { Clock } from '../src/clock.ts';
import { Vintem, type VintemOptions } from '../src/vintem.ts';

export interface Sent {
  operation: string;
  url: URL;
  redirect: string | undefined;
  headers: Record<string, string>;
  body: unknown;
}

export interface FakeAnswer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** What the next request meets: an answer, an error of the connection, or `'silence'` until its signal is aborted. */
export type Fate = FakeAnswer | Error | 'silence';

export type Decide = (sent: Sent, index: number) => Fate | Promise<Fate>;

/** A network in memory: every request is written down, and the function says what becomes of it. */
export function fakeNetwork(decide: Decide) {
  const sent: Sent[] = [];
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const url = new URL(String(input));
    const request = {
      operation: `${init.method} ${url.pathname}`,
      url,
      redirect: init.redirect,
      headers: init.headers as Record<string, string>,
      body: init.body === undefined ? undefined : JSON.parse(String(init.body)),
    };
    sent.push(request);
    const fate = await decide(request, sent.length - 1);
    if (fate instanceof Error) throw fate;
    if (fate !== 'silence') return responseOf(fate);
    const signal = init.signal as AbortSignal;
    return new Promise((_, reject) => {
      if (signal.aborted) reject(signal.reason);
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  };
  return { fetch, sent };
}

function responseOf({ status = 200, body = {}, headers = {} }: FakeAnswer): Response {
  if (status === 204) return new Response(null, { status });
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Response(text, { status, headers: { 'content-type': 'application/json', ...headers } });
}

export function refusal(status: number, code: string, headers: Record<string, string> = {}): FakeAnswer {
  const body = { success: false, statusCode: status, code, message: 'Não foi possível', error: 'not possible' };
  return { status, body, headers: { 'x-request-id': 'req-1', ...headers } };
}

/** As fetch fails: the reason stands in the cause. */
export function connectionError(code: string): Error {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(`connect ${code}`), { code }) });
}

/** So many turns of the loop are enough for everything that waits for nothing. */
const QUIET_TURNS = 5;

export interface FakeClock extends Clock {
  /** How long was slept for, without what was woken early. */
  slept: number[];
  pass(ms: number): void;
}

/** When nothing else happens any more, time jumps to where the next sleeper wakes. */
export function fakeClock(): FakeClock {
  let time = Date.parse('2026-11-16T12:00:00Z');
  const sleepers = new Set<{ wakesAt: number; ms: number; wake: () => void }>();
  const slept: number[] = [];

  async function jump(): Promise<void> {
    for (let turn = 0; turn < QUIET_TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    const [first] = [...sleepers].sort((a, b) => a.wakesAt - b.wakesAt);
    if (!first) return;
    time = Math.max(time, first.wakesAt);
    slept.push(first.ms);
    first.wake();
  }

  return {
    slept,
    now: () => time,
    pass: (ms) => {
      time += ms;
    },
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const wake = () => {
          sleepers.delete(sleeper);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        const sleeper = { wakesAt: time + ms, ms, wake };
        if (signal.aborted) return resolve();
        sleepers.add(sleeper);
        signal.addEventListener('abort', wake);
        void jump();
      }),
  };
}

export const ACCESS = { url: 'http://vintem.test', apiKey: 'vk_test' };

export function clientOn(
  decide: Decide,
  options: VintemOptions & { access?: ConstructorParameters<typeof Vintem>[0] } = {},
) {
  const { access = ACCESS, ...rest } = options;
  const network = fakeNetwork(decide);
  const clock = fakeClock();
  let keys = 0;
  const newKey = () => {
    keys += 1;
    return `key-${keys}`;
  };
  const vintem = new Vintem(access, { fetch: network.fetch, clock, random: () => 0, newKey, ...rest });
  return { vintem, clock, sent: network.sent };
}
