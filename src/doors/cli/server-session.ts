import { request } from 'undici';
import { hostOf, isLoopbackHost } from '../../ground/ip-address.ts';
import { CliError } from './command.ts';

const ANSWER_WITHIN_MS = 15_000;
/** Of an answer that stays open, which sends something every 15 seconds. */
const SILENCE_MS = 60_000;

/** The server does not answer, or not now: who can wait may ask again. */
export class ServerAway extends CliError {}

export interface ServerAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each caller knows the answer that it asked for.
  body: any;
}

/** A running Vintém as a merchant reaches it: by its address and a login, and by nothing else. */
export interface ServerSession {
  readonly url: string;
  /** Who is logged in, for people. */
  readonly account: string;
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<ServerAnswer>;
  /** The bytes of an answer that stays open until it is aborted. */
  stream(path: string, signal: AbortSignal): Promise<AsyncIterable<Buffer>>;
}

interface Login {
  email: string;
  password: string;
}

/** Reads VINTEM_URL, and VINTEM_API_KEY or VINTEM_EMAIL and VINTEM_PASSWORD; a sandbox here has its demo login. */
export async function openSession(env: NodeJS.ProcessEnv): Promise<ServerSession> {
  const url = (env['VINTEM_URL'] || `http://localhost:${env['PORT'] || 3000}`).replace(/\/+$/, '');
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new CliError(`VINTEM_URL must be an address such as https://pay.example.com, got "${url}"`);
  const apiKey = env['VINTEM_API_KEY'];
  if (apiKey) return sessionOf(url, `API key …${apiKey.slice(-4)}`, async () => apiKey);
  const login = await loginOf(env, url);
  return sessionOf(url, login.email, () => logIn(url, login));
}

async function loginOf(env: NodeJS.ProcessEnv, url: string): Promise<Login> {
  const { VINTEM_EMAIL: email, VINTEM_PASSWORD: password } = env;
  if (email && password) return { email, password };
  if (email || password) throw new CliError('VINTEM_EMAIL and VINTEM_PASSWORD belong together: one is missing');
  if (!isLoopbackHost(hostOf(new URL(url))))
    throw new CliError(`set VINTEM_API_KEY, or VINTEM_EMAIL and VINTEM_PASSWORD, to log in at ${url}`);
  return (await import('../../gateway/sandbox/demo-data.ts')).DEMO_LOGIN;
}

async function logIn(url: string, { email, password }: Login): Promise<string> {
  const { status, body } = await ask(url, 'POST', '/auth', null, { email, password });
  if (status !== 200) throw refusal(`${email} cannot log in at ${url}`, { status, body });
  return body.response.token;
}

function sessionOf(url: string, account: string, findToken: () => Promise<string>): ServerSession {
  let token: string | null = null;
  /** A login ends after an hour; whoever works for longer logs in again, once for each call. */
  const loggedIn = async <Answer extends { status: number }>(use: (token: string) => Promise<Answer>) => {
    token ??= await findToken();
    const answer = await use(token);
    if (answer.status !== 401) return answer;
    token = await findToken();
    return use(token);
  };
  return {
    url,
    account,
    call: (method, path, body) => loggedIn((as) => ask(url, method, path, as, body)),
    async stream(path, signal) {
      const { status, body } = await loggedIn((as) => open(url, path, as, signal));
      if (status === 200) return body;
      throw refusal(`${url} does not open ${path.split('?')[0]}`, {
        status,
        body: await body.json().catch(() => null),
      });
    },
  };
}

async function ask(
  url: string,
  method: 'GET' | 'POST',
  path: string,
  token: string | null,
  body?: object,
): Promise<ServerAnswer> {
  try {
    const answer = await request(url + path, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      headersTimeout: ANSWER_WITHIN_MS,
      bodyTimeout: ANSWER_WITHIN_MS,
    });
    const text = await answer.body.text();
    return { status: answer.statusCode, body: parse(text) };
  } catch (error) {
    throw away(url, error);
  }
}

async function open(url: string, path: string, token: string, signal: AbortSignal) {
  try {
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    const options = { headers, signal, headersTimeout: ANSWER_WITHIN_MS, bodyTimeout: SILENCE_MS };
    const { statusCode: status, body } = await request(url + path, options);
    return { status, body };
  } catch (error) {
    throw signal.aborted ? error : away(url, error);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function away(url: string, error: unknown): ServerAway {
  const { code, message } = error as { code?: string; message?: string };
  return new ServerAway(`no server answers at ${url} (${code ?? message}): start it, or set VINTEM_URL to another`);
}

/** In the words of the server. What passes by itself can be told apart from what a person has to change. */
export function refusal(what: string, { status, body }: ServerAnswer): CliError {
  const text = `${what}: ${body?.error ?? `it answers ${status}`}`;
  return status === 429 || status >= 500 ? new ServerAway(text) : new CliError(text);
}
