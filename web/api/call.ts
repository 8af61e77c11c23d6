import { ApiFailure } from './failure.ts';
import { ENTRANCE, PLACE } from './place.ts';
import { isSomebodyHere } from './presence.ts';
import { messageReader } from './stream-messages.ts';

export type QueryValue = string | number | boolean | readonly (string | number)[] | undefined | null;
export type QueryValues = Readonly<Record<string, QueryValue>>;

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  query?: QueryValues;
  body?: unknown;
  /** Sent as it is, instead of a body. */
  file?: Blob;
  /** The same key again is the same piece of work, never a second one. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

export const UNAUTHORIZED = 401;
const OK = 200;
const CODES_ASKED_FOR = new Set(['OTP_REQUIRED', 'OTP_INVALID']);

/** The server counts what is asked while nobody is here as no activity. */
const ownHeader = () => ({ 'x-vintem-dashboard': isSomebodyHere() ? '1' : 'idle' });

/** Told of every answer, so that the frame can say when nobody is logged in or nothing answers. */
type Listener = (status: number, askedAtMs: number) => void;
const listeners = new Set<Listener>();

export function onAnswer(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks whoever is logged in for the password; true when it was given. */
type AskPassword = () => Promise<boolean>;
let askPassword: AskPassword = async () => false;

export function askPasswordBy(ask: AskPassword): void {
  askPassword = ask;
}

/** One call of the documented interface, as whoever is logged in here. */
export async function call<Answer>(path: string, options: CallOptions = {}): Promise<Answer> {
  const address = apiAddress(path, options.query);
  return withPassword(() => send<Answer>(address, options));
}

/** A file of the interface, which a link could not fetch: the password may have to be given first. */
export async function callFile(path: string, query: QueryValues): Promise<{ name: string; content: Blob }> {
  const response = await withPassword(() => answerOf(apiAddress(path, query), {}));
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { name: name ?? 'vintem.csv', content: await response.blob() };
}

/** What the interface tells one after the other, until it has said everything. */
export async function callStream<Message>(
  path: string,
  options: CallOptions,
  tell: (message: Message) => void,
): Promise<void> {
  const response = await withPassword(() => answerOf(apiAddress(path, options.query), options));
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const read = messageReader<Message>();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
    for (const message of read(part.value)) tell(message);
}

/** What needs a fresh password is sent again once it was given; whoever does not give it is told what was refused. */
async function withPassword<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    const needsPassword = error instanceof ApiFailure && error.code === 'PASSWORD_NEEDED';
    if (!needsPassword || !(await askOnce())) throw error;
    return ask();
  }
}

let asking: Promise<boolean> | null = null;

/** Whoever needs it at the same moment waits for the one dialog. */
function askOnce(): Promise<boolean> {
  asking ??= askPassword().finally(() => {
    asking = null;
  });
  return asking;
}

/** Where a stream, or a download that is for everybody, of the interface is, for whoever is logged in here. */
export function apiAddress(path: string, query: QueryValues = {}): string {
  return `${PLACE}/api${path}${queryText(query)}`;
}

/** Logging in, and what comes before it; at the dashboard no part of the interface. */
export function callEntrance<Answer>(path: string, options: CallOptions = {}): Promise<Answer> {
  return send<Answer>(`${ENTRANCE}${path}`, options);
}

/** Whoever is logged in. That nobody is, is a good answer to the question, and ends what a page was about to do. */
export async function readSession<Session>(): Promise<Session> {
  const askedAtMs = performance.now();
  const session = await callSession<Session | undefined>();
  if (session !== undefined) return session;
  tell(UNAUTHORIZED, askedAtMs);
  throw new ApiFailure({ status: UNAUTHORIZED, code: 'UNAUTHORIZED', message: '' });
}

export function callSession<Answer>(options: CallOptions = {}): Promise<Answer> {
  return callEntrance<Answer>('/session', options);
}

/** Whether database and acquirer answer; null where a proxy keeps this from being asked. */
export async function readReadiness(): Promise<Record<string, string> | null> {
  try {
    const answer = (await (await fetch('/readyz')).json()) as { checks?: Record<string, string> };
    return answer.checks ?? null;
  } catch {
    return null;
  }
}

export function queryText(query: QueryValues): string {
  const pairs = Object.entries(query).flatMap(([key, value]) => {
    const values = Array.isArray(value) ? value : [value];
    return values
      .filter((one) => one !== undefined && one !== null && one !== '')
      .map((one): [string, string] => [key, String(one)]);
  });
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

async function send<Answer>(address: string, options: CallOptions): Promise<Answer> {
  const text = await (await answerOf(address, options)).text();
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}

/** A good answer; anything else is thrown. */
async function answerOf(address: string, options: CallOptions) {
  const { method = 'GET', body, file, idempotencyKey, signal } = options;
  const askedAtMs = performance.now();
  const response = await fetch(address, {
    method,
    headers: {
      ...ownHeader(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(file === undefined ? {} : { 'content-type': 'application/octet-stream' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(file === undefined ? {} : { body: file }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    tell(0, askedAtMs);
    throw new ApiFailure({ status: 0, code: 'OFFLINE', message: '' });
  });
  if (response.ok) {
    tell(response.status, askedAtMs);
    return response;
  }
  const failure = failureOf(response, await response.text());
  // A code that is missing or wrong is asked for by the form: somebody is logged in all the same.
  tell(CODES_ASKED_FOR.has(failure.code) ? OK : response.status, askedAtMs);
  throw failure;
}

function tell(status: number, askedAtMs: number): void {
  for (const listener of listeners) listener(status, askedAtMs);
}

function failureOf(response: Response, text: string): ApiFailure {
  const about = {
    status: response.status,
    requestId: response.headers.get('x-request-id'),
    retryAfterSeconds: Number(response.headers.get('retry-after')) || null,
  };
  try {
    return new ApiFailure({ ...JSON.parse(text), ...about });
  } catch {
    // A proxy between us answers in its own words.
    return new ApiFailure({ ...about, code: 'SERVICE_UNAVAILABLE', message: response.statusText });
  }
}
