import type { Pool } from 'undici';
import type { CallHeaders } from '../acquirer.ts';
import { parseForeignJson } from '../foreign-json.ts';
import { limitByClock, outOfTime, type StartLimit } from '../time-limit.ts';
import { type Unknown, unreadable } from '../unknown.ts';

const MAX_ANSWER_BYTES = 64 * 1024;

export type Answer = { isClear: true; statusCode: number; body: unknown } | { isClear: false; reason: string };
export type Call = (method: 'GET' | 'PUT' | 'POST' | 'PATCH', path: string, body?: unknown) => Promise<Answer>;

export interface CallSettings {
  apiKey: string;
  timeoutMs: number;
  startLimit?: StartLimit;
  callHeaders?: CallHeaders;
}

/**
 * One time limit covers the wait for a connection, the headers and the body. At most 64 KiB of an answer are
 * kept in memory.
 */
export function createCall(
  pool: Pool,
  prefix: string,
  { apiKey, timeoutMs, startLimit = limitByClock, callHeaders }: CallSettings,
): Call {
  return async (method, path, body) => {
    const limit = new AbortController();
    // Stopped when the answer is there: one that goes off for each call, answered or not, makes an error for each.
    const timer = startLimit(timeoutMs, () => limit.abort(outOfTime()));
    try {
      const answer = await pool.request({
        method,
        path: prefix + path,
        headers: {
          authorization: `Bearer ${apiKey}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...callHeaders?.(),
        },
        body: body === undefined ? null : JSON.stringify(body),
        signal: limit.signal,
      });
      const raw = await readAtMost(answer.body, MAX_ANSWER_BYTES);
      if (raw === null) return { isClear: false, reason: `answer above ${MAX_ANSWER_BYTES} bytes` };
      return { isClear: true, statusCode: answer.statusCode, body: parseForeignJson(raw) };
    } catch (error) {
      return { isClear: false, reason: describeFailure(error, timeoutMs) };
    } finally {
      timer.stop();
    }
  };
}

/** Returns null when there is more; leaving the loop destroys the stream and its connection. */
async function readAtMost(body: AsyncIterable<Buffer>, limit: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function describeFailure(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error);
  return error.name === 'TimeoutError' ? `no answer within ${timeoutMs} ms` : error.message || error.name;
}

/** A page of HTML says that something in between is broken; JSON is the acquirer's own word. */
export function misread({ body }: Extract<Answer, { isClear: true }>, field: string): Unknown {
  return body === undefined ? { outcome: 'unknown', reason: 'the answer is no JSON' } : unreadable(field);
}

export function unknownStatus(statusCode: number): Unknown {
  const reason = `answered ${statusCode}`;
  const isAboutTheCall = statusCode >= 400 && statusCode < 500 && statusCode !== 408 && statusCode !== 429;
  return isAboutTheCall ? { outcome: 'unknown', because: 'answered', reason } : { outcome: 'unknown', reason };
}
