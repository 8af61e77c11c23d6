import type { BankHttp, Deadline, HttpAnswer, HttpRequest } from './bank-http.ts';
import type { BankToken } from './bank-token.ts';
import { isAway, pauseMs, TOO_MANY_REQUESTS, waitUntil } from './pauses.ts';
import { type ErrorStyle, type Problem, readProblem } from './problem.wire.ts';

/** What is paused apart from the rest when the bank says "too many" or "not now". */
export type CallClass = 'charges' | 'changes' | 'queries' | 'refunds' | 'payouts' | 'slips';

export interface BankCall {
  class: CallClass;
  method: HttpRequest['method'];
  path: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: object;
  maxAnswerBytes?: number;
}

/** What a bank wants with every call besides the token. */
export interface Surroundings {
  /** In front of the path. */
  baseUrl: string;
  query: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string>>;
}

export type Answer =
  | { isClear: true; statusCode: number; body: unknown; problem: Problem | null }
  | { isClear: false; reason: string };

export interface BankCalls<Call extends BankCall = BankCall> {
  send(call: Call, deadline: Deadline): Promise<Answer>;
}

/** After the first attempt. */
const MOST_REPEATS = 2;

export interface CallParts<Call extends BankCall> {
  http: BankHttp;
  token: BankToken;
  errors: readonly ErrorStyle[];
  around(call: Call): Surroundings;
  /** How long a bank is left alone that says "too many" and not for how long. */
  firstPauseMs?: number | undefined;
}

/**
 * Every call carries the token. A bank that says "too many" or "not now" is left alone for as long as it asks, by all
 * calls of that class in the process; a call waits for that only within its own time. What the bank refused before it
 * did anything (429) and what changes nothing (GET) is repeated a few times; anything else is asked about by whoever
 * made the call.
 */
export function createBankCalls<Call extends BankCall>({
  http,
  token,
  errors,
  around,
  firstPauseMs,
}: CallParts<Call>): BankCalls<Call> {
  const quietUntilMs: Record<CallClass, number> = {
    charges: 0,
    changes: 0,
    queries: 0,
    refunds: 0,
    payouts: 0,
    slips: 0,
  };

  const attempt = async (call: Call, deadline: Deadline): Promise<HttpAnswer> => {
    for (let renewals = 0; ; renewals++) {
      const granted = await token.get(deadline);
      if (!granted.ok) return { isClear: false, reason: granted.reason };
      const answer = await http.send(requestOf(call, around(call), granted.token), deadline);
      if (!answer.isClear || answer.statusCode !== 401 || renewals > 0) return answer;
      token.discard(granted.token);
    }
  };

  return {
    async send(call, deadline) {
      for (let repeats = 0; ; repeats++) {
        if (!(await waitUntil(quietUntilMs[call.class], deadline)))
          return { isClear: false, reason: 'the bank has asked for a pause' };
        const answer = await attempt(call, deadline);
        const isLast = repeats === MOST_REPEATS || deadline.signal.aborted || performance.now() >= deadline.atMs;
        if (!answer.isClear) {
          // Often only an idle connection that the bank has closed: over a new one the same question is answered.
          if (call.method === 'GET' && !isLast) continue;
          return answer;
        }
        const mayComeBack = isAway(answer.statusCode);
        if (mayComeBack)
          quietUntilMs[call.class] = performance.now() + pauseMs(answer.retryAfter, repeats, undefined, firstPauseMs);
        const isHarmless = answer.statusCode === TOO_MANY_REQUESTS || call.method === 'GET';
        if (!mayComeBack || !isHarmless || isLast) {
          const { statusCode, body } = answer;
          return { isClear: true, statusCode, body, problem: readProblem(body, errors) };
        }
      }
    },
  };
}

function requestOf(call: BankCall, { baseUrl, query, headers }: Surroundings, token: string): HttpRequest {
  const { method, path, body, maxAnswerBytes } = call;
  const url = new URL(baseUrl.replace(/\/+$/, '') + path);
  for (const [name, value] of Object.entries({ ...call.query, ...query })) url.searchParams.append(name, value);
  return {
    method,
    url: url.href,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
      ...call.headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
    ...(maxAnswerBytes === undefined ? {} : { maxAnswerBytes }),
  };
}
