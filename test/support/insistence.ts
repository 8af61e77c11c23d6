import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import type { ApiAnswer } from './gateway.ts';
import { request } from './requests.ts';

/**
 * A client that follows the guide: it sends every request without a clear answer again, under the same Idempotency-Key.
 */
export interface Insistence {
  /** Called at each attempt. */
  urls: () => readonly string[];
  token: string;
  /** How often each outcome came: a status with its code, or `no answer`. */
  tally: Record<string, number>;
  giveUpAt: number;
  /** Answers that are neither a success nor "try again"; there should be none. */
  wrong: ApiAnswer[];
}

export function insistOn(urls: () => readonly string[], token: string, forMs: number): Insistence {
  return { urls, token, tally: {}, giveUpAt: Date.now() + forMs, wrong: [] };
}

const PAUSE_MS = 50;
const PATIENCE_MS = 60_000;

/** Makes one attempt; null when the connection was refused or broke. */
export async function attempt(
  url: string,
  path: string,
  token: string,
  body: unknown,
  key?: string,
): Promise<ApiAnswer | null> {
  try {
    return await request(url + path, 'POST', {
      token,
      body,
      ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  } catch {
    return null;
  }
}

export function outcomeOf(answer: ApiAnswer | null): string {
  if (!answer) return 'no answer';
  return answer.status === 200 ? '200' : `${answer.status} ${answer.body.code}`;
}

/** The answers by which the interface says "try again". */
export function isUnclear(answer: ApiAnswer | null): boolean {
  if (!answer) return true;
  const isStillRunning = answer.status === 409 && answer.body.code === 'IDEMPOTENCY_IN_PROGRESS';
  return isStillRunning || (answer.status === 503 && Number(answer.headers.get('retry-after')) > 0);
}

/** Repeats until there is a clear answer; null when the time ran out. */
export async function insist(by: Insistence, path: string, body: unknown, key?: string): Promise<ApiAnswer | null> {
  for (let turn = Math.floor(Math.random() * 2); Date.now() < by.giveUpAt; turn++) {
    const urls = by.urls();
    const url = urls[turn % Math.max(1, urls.length)];
    const answer = url === undefined ? null : await attempt(url, path, by.token, body, key);
    const outcome = outcomeOf(answer);
    by.tally[outcome] = (by.tally[outcome] ?? 0) + 1;
    if (answer?.status === 200) return answer;
    if (!isUnclear(answer)) {
      by.wrong.push(answer as ApiAnswer);
      return null;
    }
    await pause(PAUSE_MS);
  }
  return null;
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * A port for a process that must restart at the same address: none of those that the system gives to whoever
 * asks for any.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000);
  const isFree = await new Promise<boolean>((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
  return isFree ? port : freePort();
}
