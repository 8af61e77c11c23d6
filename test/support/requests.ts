import { type Dispatcher, request as send } from 'undici';
import { expectWatched } from './described-answers.ts';
import type { ApiAnswer, CallOptions } from './gateway.ts';

/** What `fetch` says about itself: the service reads some of it, and it does not matter who asked. */
const AS_FETCH = { accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' };

/** By the client beneath `fetch`, which costs a third of it: tens of thousands of requests are sent in a run. */
export async function request(url: string, method: string, options: CallOptions): Promise<ApiAnswer> {
  const body = options.rawBody ?? (options.body === undefined ? null : JSON.stringify(options.body));
  const given = Object.entries(options.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  const answer = await send(url, {
    method,
    headers: {
      ...AS_FETCH,
      ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
      ...(body === null ? {} : { 'content-type': 'application/json' }),
      ...Object.fromEntries(given),
    },
    body,
    signal: options.signal ?? null,
  });
  const headers = headersOf(answer.headers);
  const isJson = method !== 'HEAD' && headers.get('content-type')?.includes('json');
  const read = isJson ? await answer.body.json() : await contentOf(answer.body, headers, options);
  const goesTo = REDIRECTS.includes(answer.statusCode) && !options.redirect && headers.get('location');
  if (goesTo) {
    const { token, headers = {} } = options;
    return request(new URL(goesTo, url).href, 'GET', { token, headers });
  }
  expectWatched(url, { method, status: answer.statusCode, type: headers.get('content-type'), body: read });
  return { status: answer.statusCode, headers, body: read };
}

const REDIRECTS = [301, 302, 303];

async function contentOf(
  body: Dispatcher.ResponseData['body'],
  headers: Headers,
  { isStreamLeft, isRaw }: CallOptions,
): Promise<string | Buffer | null> {
  if (isStreamLeft && headers.get('content-type')?.startsWith('text/event-stream')) {
    body.on('error', () => {}).destroy();
    return '';
  }
  if (!isRaw) return body.text();
  const bytes = Buffer.from(await body.arrayBuffer());
  return bytes.length > 0 ? bytes : null;
}

function headersOf(sent: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(sent))
    for (const value of [values].flat()) if (value !== undefined) headers.append(name, value);
  return headers;
}
