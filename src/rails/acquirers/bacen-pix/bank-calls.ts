import type { BankAccess } from './access.ts';
import type { BankHttp, Deadline, HttpAnswer, HttpRequest } from './bank-http.ts';
import type { BankToken } from './bank-token.ts';
import { isAway, pauseMs, TOO_MANY_REQUESTS, waitUntil } from './pauses.ts';
import { type Problem, readProblem } from './problem.wire.ts';
import type { Profile } from './profiles.ts';

/** What is paused apart from the rest when the bank says "too many" or "not now". */
export type CallClass = 'charges' | 'queries' | 'refunds';

export interface Call {
  class: CallClass;
  method: HttpRequest['method'];
  /** Which of the bank's addresses serves it. */
  resource: keyof Profile['versions'];
  path: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: object;
}

export type Answer =
  | { isClear: true; statusCode: number; body: unknown; problem: Problem | null }
  | { isClear: false; reason: string };

export interface BankCalls {
  send(call: Call, deadline: Deadline): Promise<Answer>;
}

/** After the first attempt. */
const MOST_REPEATS = 2;

export interface CallParts {
  access: BankAccess;
  profile: Profile;
  http: BankHttp;
  token: BankToken;
  uuid: () => string;
}

/**
 * Every call carries the token. A bank that says "too many" or "not now" is left alone for as long as it asks, by all
 * calls of that class in the process; a call waits for that only within its own time. What the bank refused before it
 * did anything (429) and what changes nothing (GET) is repeated a few times; anything else is asked about by whoever
 * made the call.
 */
export function createBankCalls({ access, profile, http, token, uuid }: CallParts): BankCalls {
  const quietUntilMs: Record<CallClass, number> = { charges: 0, queries: 0, refunds: 0 };

  const attempt = async (call: Call, deadline: Deadline): Promise<HttpAnswer> => {
    for (let renewals = 0; ; renewals++) {
      const granted = await token.get(deadline);
      if (!granted.ok) return { isClear: false, reason: granted.reason };
      const answer = await http.send(requestOf(call, access, profile, granted.token, uuid), deadline);
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
        if (mayComeBack) quietUntilMs[call.class] = performance.now() + pauseMs(answer.retryAfter, repeats);
        const isHarmless = answer.statusCode === TOO_MANY_REQUESTS || call.method === 'GET';
        if (!mayComeBack || !isHarmless || isLast) {
          const { statusCode, body } = answer;
          return { isClear: true, statusCode, body, problem: readProblem(body, profile.errors) };
        }
      }
    },
  };
}

function requestOf(call: Call, access: BankAccess, profile: Profile, token: string, uuid: () => string): HttpRequest {
  const { method, resource, path, body } = call;
  const url = new URL(access.baseUrl.replace(/\/+$/, '') + profile.versions[resource] + path);
  for (const [name, value] of Object.entries({ ...call.query, ...filled(profile.query, access, uuid) }))
    url.searchParams.append(name, value);
  return {
    method,
    url: url.href,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...filled(profile.headers, access, uuid),
      ...call.headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
  };
}

/** A setting that is absent leaves its header or parameter out. */
function filled(
  templates: Readonly<Record<string, string>>,
  { clientId, appKey, account }: BankAccess,
  uuid: () => string,
): Record<string, string> {
  const values: Record<string, string | null> = {
    '{client_id}': clientId,
    '{app_key}': appKey,
    '{account}': account,
    '{uuid}': uuid(),
  };
  const set = Object.entries(templates).flatMap(([name, template]) => {
    const value = values[template] ?? null;
    return value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(set);
}
