import { type BankHttp, type Deadline, deadlineIn, type HttpRequest } from './bank-http.ts';
import type { Connection } from './connection.ts';
import { isAway, pauseMs, waitUntil } from './pauses.ts';
import { type ErrorStyle, readProblem } from './problem.wire.ts';

/** How a bank wants to be asked for a token. */
export interface TokenStyle {
  readonly authentication: 'basic' | 'body' | 'id-only';
  readonly encoding: 'form' | 'json';
  /** Separated by blanks; null where they belong to the client and none is asked for. */
  readonly scopes: string | null;
  /** Asked for besides, where scopes are; a bank that gives no token for them is asked again without. */
  readonly extraScopes?: string;
}

export interface TokenParts {
  access: Pick<Connection, 'tokenUrl' | 'clientId' | 'clientSecret'>;
  style: TokenStyle;
  errors: readonly ErrorStyle[];
  http: BankHttp;
  timeoutMs: number;
}

export type TokenResult = { ok: true; token: string; scopes: string | null } | { ok: false; reason: string };

/** One token for all calls of a process: banks count them, and refuse who asks for one with every call. */
export interface BankToken {
  get(deadline: Deadline): Promise<TokenResult>;
  /** The bank does not take this one any more, whatever was said about its life. */
  discard(token: string): void;
}

/** A tenth of its life, and at most this long before its end, it is renewed. */
const LONGEST_RENEWAL_MS = 60_000;
/** Where the bank does not say how long it lives. */
const ASSUMED_LIFE_SECONDS = 300;
const LONGEST_LIFE_SECONDS = 86_400;
/** By OAuth 2: a scope that the client may not have, among other mistakes. */
const REFUSED = 400;

export function keepToken(
  { access, style, errors, http, timeoutMs }: TokenParts,
  nowMs: () => number = () => performance.now(),
): BankToken {
  let kept: KeptToken | null = null;
  let asking: Promise<TokenResult> | null = null;
  let quietUntilMs = 0;
  let wantsExtras = style.scopes !== null && style.extraScopes !== undefined;

  const keptUntil = (end: 'renewAtMs' | 'endsAtMs'): TokenResult | null =>
    kept && nowMs() < kept[end] ? { ok: true, token: kept.token, scopes: kept.scopes } : null;

  const ask = async (): Promise<TokenResult> => {
    const askedAtMs = nowMs();
    // Whoever asked first may give up earlier than the others that wait for the same token.
    const deadline = deadlineIn(timeoutMs);
    const asked = wantsExtras ? { ...style, scopes: `${style.scopes} ${style.extraScopes}` } : style;
    const answer = await http.send(tokenRequest(access, asked), deadline).finally(deadline.stop);
    if (answer.isClear && wantsExtras && answer.statusCode === REFUSED) {
      wantsExtras = false;
      return ask();
    }
    if (!answer.isClear) return { ok: false, reason: `no token: ${answer.reason}` };
    if (isAway(answer.statusCode)) quietUntilMs = performance.now() + pauseMs(answer.retryAfter, 0);
    const granted = answer.statusCode === 200 || answer.statusCode === 201 ? readToken(answer.body) : null;
    if (!granted) return { ok: false, reason: `no token: ${describe(answer.statusCode, answer.body, errors)}` };
    const { token, scopes, lifeSeconds } = granted;
    kept = {
      token,
      scopes,
      renewAtMs: askedAtMs + usableMs(lifeSeconds),
      endsAtMs: askedAtMs + lifeSeconds * 1_000,
    };
    return { ok: true, token, scopes };
  };

  return {
    async get(deadline) {
      const known = keptUntil('renewAtMs');
      if (known) return known;
      if (!(await waitUntil(quietUntilMs, deadline)))
        return keptUntil('endsAtMs') ?? { ok: false, reason: 'no token: the bank has asked for a pause' };
      // Somebody who waited as well may have got one.
      const renewed = keptUntil('renewAtMs');
      if (renewed) return renewed;
      asking ??= ask().finally(() => {
        asking = null;
      });
      const result = await Promise.race([asking, givenUp(deadline)]);
      // While no other is to be had, the one before is good until its end.
      return result.ok ? result : (keptUntil('endsAtMs') ?? result);
    },
    discard(token) {
      if (kept?.token === token) kept = null;
    },
  };
}

interface KeptToken {
  token: string;
  scopes: string | null;
  renewAtMs: number;
  endsAtMs: number;
}

function givenUp({ signal }: Deadline): Promise<TokenResult> {
  const late: TokenResult = { ok: false, reason: 'no token in time' };
  if (signal.aborted) return Promise.resolve(late);
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(late), { once: true }));
}

function usableMs(lifeSeconds: number): number {
  const lifeMs = lifeSeconds * 1_000;
  return lifeMs - Math.min(lifeMs / 10, LONGEST_RENEWAL_MS);
}

function tokenRequest(
  { tokenUrl, clientId, clientSecret }: TokenParts['access'],
  { authentication, encoding, scopes }: TokenStyle,
): HttpRequest {
  const fields = {
    grant_type: 'client_credentials',
    ...(scopes === null ? {} : { scope: scopes }),
    ...(authentication === 'basic' ? {} : { client_id: clientId }),
    ...(authentication === 'body' ? { client_secret: clientSecret ?? '' } : {}),
  };
  const basic = Buffer.from(`${clientId}:${clientSecret ?? ''}`).toString('base64');
  const isJson = encoding === 'json';
  return {
    method: 'POST',
    url: tokenUrl,
    headers: {
      accept: 'application/json',
      'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
      ...(authentication === 'basic' ? { authorization: `Basic ${basic}` } : {}),
    },
    body: isJson ? JSON.stringify(fields) : new URLSearchParams(fields).toString(),
  };
}

interface GrantedToken {
  token: string;
  scopes: string | null;
  lifeSeconds: number;
}

/** Some banks write the seconds as text. */
function readToken(body: unknown): GrantedToken | null {
  if (typeof body !== 'object' || body === null) return null;
  const { access_token: token, scope, expires_in } = body as Record<string, unknown>;
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) return null;
  const seconds = Number(expires_in ?? ASSUMED_LIFE_SECONDS);
  return {
    token,
    scopes: typeof scope === 'string' ? scope : null,
    lifeSeconds: seconds > 0 ? Math.min(seconds, LONGEST_LIFE_SECONDS) : ASSUMED_LIFE_SECONDS,
  };
}

/** OAuth has an error body of its own, of which only the code is shown. */
function describe(statusCode: number, body: unknown, errors: readonly ErrorStyle[]): string {
  const { error } = (typeof body === 'object' && body !== null ? body : {}) as { error?: unknown };
  const code = typeof error === 'string' && /^[a-z_]{1,60}$/.test(error) ? error : null;
  return `answered ${statusCode}${code ? ` ${code}` : ''}${describeProblem(body, errors)}`;
}

function describeProblem(body: unknown, errors: readonly ErrorStyle[]): string {
  const problem = readProblem(body, errors);
  return problem ? ` (${problem.reason})` : '';
}
