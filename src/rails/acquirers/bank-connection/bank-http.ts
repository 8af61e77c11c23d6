import { Agent, request } from 'undici';
import type { CallHeaders } from '../acquirer.ts';
import { parseForeignJson } from '../foreign-json.ts';
import { limitByClock, outOfTime, type StartLimit } from '../time-limit.ts';
import type { Connection } from './connection.ts';

const MAX_CONNECTIONS = 64;
/** A page of a thousand payments with their returns is well below this. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** Until when everything that one question needs must have happened. */
export interface Deadline {
  readonly atMs: number;
  readonly signal: AbortSignal;
  /** The question is answered: nothing is kept until its time is over. */
  stop(): void;
}

export function deadlineIn(timeoutMs: number, startLimit: StartLimit = limitByClock): Deadline {
  const limit = new AbortController();
  const { stop } = startLimit(timeoutMs, () => limit.abort(outOfTime()));
  return { atMs: performance.now() + timeoutMs, signal: limit.signal, stop };
}

export interface HttpRequest {
  method: 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body: string | null;
  /** Where an answer may be longer than those of other calls. */
  maxAnswerBytes?: number;
}

export type HttpAnswer =
  | { isClear: true; statusCode: number; retryAfter: string | null; body: unknown }
  | { isClear: false; reason: string };

export interface BankHttp {
  send(request: HttpRequest, deadline: Deadline): Promise<HttpAnswer>;
  close(): Promise<void>;
}

/**
 * The connections to one bank, with our certificate on every one of them. One limit covers the wait for a connection,
 * the headers and the body.
 */
export function openBankHttp(
  access: Pick<Connection, 'certificatePem' | 'privateKeyPem' | 'caPem'>,
  callHeaders?: CallHeaders,
): BankHttp {
  const agent = new Agent({
    connections: MAX_CONNECTIONS,
    pipelining: 1,
    connect: {
      ...(access.certificatePem === null ? {} : { cert: access.certificatePem }),
      ...(access.privateKeyPem === null ? {} : { key: access.privateKeyPem }),
      ...(access.caPem === null ? {} : { ca: access.caPem }),
    },
  });
  return {
    async send({ method, url, headers, body, maxAnswerBytes = MAX_ANSWER_BYTES }, { signal }) {
      try {
        const answer = await request(url, {
          dispatcher: agent,
          method,
          headers: callHeaders ? { ...headers, ...callHeaders() } : headers,
          body,
          signal,
        });
        const raw = await readAtMost(answer.body, maxAnswerBytes);
        if (raw === null) return { isClear: false, reason: `an answer above ${maxAnswerBytes} bytes` };
        const retryAfter = answer.headers['retry-after'];
        return {
          isClear: true,
          statusCode: answer.statusCode,
          retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
          body: parseForeignJson(raw),
        };
      } catch (error) {
        return { isClear: false, reason: describeFailure(error) };
      }
    },
    close: () => agent.destroy(),
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

function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'no answer in time';
  const { code } = error as { code?: string };
  return code ? `${code}: ${error.message}` : error.message || error.name;
}
