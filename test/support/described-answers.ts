import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, type Operation, openDocument, problemOf } from '../../tools/support/described.mjs';
import { OBSERVED_FOLDER } from './observed.ts';

const read = (name: string) =>
  openDocument(JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')));
const document = read('openapi.json');
/** Of the operator's console. */
let consoleDocument: ReturnType<typeof openDocument> | null = null;
const CONSOLE = /^\/operator\/api\//;

/** Where the service listens, by port: only its answers are held against the document. */
const watched = new Set<string>();
const seen = new Set<string>();
const plainFetch = globalThis.fetch;

/** From now on every answer that a test gets from this service by `fetch` must be one that the document allows. */
export function watchAnswersOf(url: string): () => void {
  globalThis.fetch = describedFetch;
  const { port } = new URL(url);
  watched.add(port);
  return () => watched.delete(port);
}

const describedFetch: typeof fetch = async (input, init) => {
  const response = await plainFetch(input, init);
  const url = new URL(input instanceof Request ? input.url : String(input));
  const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
  // What a redirect led to is the answer of another request.
  return watched.has(url.port) && !response.redirected ? checked(method, url, response) : response;
};

/** Reading a copy of a body costs as much as the request: it is read once, and handed on as it came. */
async function checked(method: string, url: URL, response: Response): Promise<Response> {
  const { status, statusText, headers } = response;
  const type = headers.get('content-type');
  const isJson = typeOf(type) === 'application/json' && method !== 'HEAD';
  const text = isJson ? await response.text() : '';
  expectWatched(url.href, { method, status, type, body: isJson ? JSON.parse(text) : undefined });
  if (!isJson) return response;
  return Object.defineProperty(new Response(text, { status, statusText, headers }), 'url', { value: response.url });
}

const typeOf = (header: string | null) => header?.split(';')[0] ?? null;

/** Holds an answer of a service that is watched against the document, whoever asked for it. */
export function expectWatched(address: string, answer: Omit<Answer, 'path'>): void {
  const url = new URL(address);
  if (!watched.has(url.port)) return;
  const type = typeOf(answer.type);
  const isRead = type === 'application/json' && answer.method !== 'HEAD';
  expectDescribed({ ...answer, path: url.pathname, type, body: isRead ? answer.body : undefined });
}

/** For an answer that came by another way than `fetch`. */
export function expectDescribed(answer: Answer): void {
  const { method, path, status, body } = answer;
  if (CONSOLE.test(path)) consoleDocument ??= read('openapi-operator.json');
  const described = CONSOLE.test(path) && consoleDocument ? consoleDocument : document;
  const { operation, problem } = problemOf(described, answer);
  if (problem)
    throw new Error(
      `${method} ${path} answered what openapi.json does not allow: ${problem}\n` +
        '  Mend the route’s schema or src/pages/reference/*.notes.ts, then npm run generate.\n' +
        `  ${status} ${JSON.stringify(body)?.slice(0, 2_000)}`,
    );
  if (operation && status < 400) note(operation);
}

function note({ key }: Operation): void {
  const folder = process.env[OBSERVED_FOLDER];
  if (!folder || seen.has(key)) return;
  seen.add(key);
  appendFileSync(join(folder, `${process.pid}.txt`), `${key}\n`);
}
