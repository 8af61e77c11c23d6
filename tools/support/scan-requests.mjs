// What the scanners are given: valid requests of one merchant, made out of the OpenAPI document.
import { validQueryValue, withOwnIds } from './fuzz-requests.mjs';
import { poolOf } from './fuzz-shops.mjs';

/** Always the first, and likely: the ids of the first merchant. */
const FIRST = { pick: (list) => list[0], is: () => true };
/** Sqlmap attacks the places that end in this. */
const HERE = '*';
/** They never end by themselves. */
const STREAMS = ['GET /events/stream', 'GET /pay/{token}/events'];

export function scannable({ operations }) {
  return operations.filter(({ key }) => !STREAMS.includes(key));
}

/** The addresses that can be opened: without a query, and with each parameter by itself. */
export function addressesOf(document, pools) {
  return scannable(document)
    .filter(({ method }) => method === 'GET')
    .flatMap((operation) => {
      const path = pathOf(operation, pools, '');
      return [path, ...queryOf(operation).map((parameter) => `${path}?${pairOf(parameter, pools)}`)];
    });
}

/** Each place of a request is marked: path and body in one request, each parameter of the query in one of its own. */
export function markedRequests(operation, pools) {
  const { method, path, described } = operation;
  const body = markedBody(described.requestBody, pools);
  const whole = { method, path: pathOf(operation, pools, HERE), ...body };
  const plain = { ...whole, path: pathOf(operation, pools, '') };
  return [
    ...(path.includes('{') || body.body !== undefined ? [whole] : []),
    ...queryOf(operation).map((parameter) => ({ ...plain, path: `${plain.path}?${pairOf(parameter, pools)}${HERE}` })),
  ];
}

const queryOf = ({ described }) => (described.parameters ?? []).filter((parameter) => parameter.in === 'query');

const pairOf = (parameter, pools) =>
  `${parameter.name}=${encodeURIComponent(validQueryValue(FIRST, parameter, pools))}`;

function pathOf({ path }, pools, mark) {
  return path.replace(/\{(\w+)\}/g, (whole) => {
    const about = path.slice(0, path.indexOf(whole) + whole.length);
    return encodeURIComponent(poolOf(pools, about)[0] ?? 1) + mark;
  });
}

function markedBody(requestBody, pools) {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (!type) return {};
  if (typeof media.example === 'string') return { type, body: `${media.example.replaceAll('&', `${HERE}&`)}${HERE}` };
  const example = withOwnIds(FIRST, structuredClone(media.example ?? {}), pools);
  return { type, body: marked(example) };
}

/** JSON of which every text, number and truth value is marked. */
function marked(value) {
  if (Array.isArray(value)) return `[${value.map(marked).join(',')}]`;
  if (value && typeof value === 'object')
    return `{${Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}:${marked(inner)}`)}}`;
  return typeof value === 'string'
    ? `${JSON.stringify(value).slice(0, -1)}${HERE}"`
    : `${JSON.stringify(value)}${HERE}`;
}
