// Makes requests out of the OpenAPI document: valid ones, nearly valid ones and odd ones. The same seed makes the same.
import { poolOf } from './fuzz-shops.mjs';

/** mulberry32: small, and good enough to choose by. */
export function createChance(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const pick = (list) => list[Math.floor(next() * list.length)];
  return { next, pick, is: (probability) => next() < probability };
}

/** No name in here leads anywhere: what is taken for an address must not be asked for. */
const ODD_TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  'null',
  'undefined',
  '💸',
  'Ação — ñ',
  'a\u0000b',
  '\u202e esrever',
  '\ud800',
  "' OR 1=1 --",
  '$1; DROP TABLE payments',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%00',
  '%ff',
  '{{7*7}}',
  'x'.repeat(300),
  '2026-02-30',
  '9999-12-31T23:59:59.999999999Z',
  '-000001-01-01T00:00:00Z',
  'http://127.0.0.1:9/',
  'http://[::1]:9/x',
  'file:///etc/passwd',
];
const ODD_NUMBERS = [0, -1, 1, 0.1, 1.005, 499, 500, 1e21, -1e21, 2 ** 31, 2 ** 53, Number.MAX_SAFE_INTEGER, 5e-324];
const ODD_VALUES = [null, true, false, [], {}, [[]], [null], { $ne: 1 }, { length: 1e9 }, ...ODD_TEXTS, ...ODD_NUMBERS];
/** An address as long as this would be refused before any operation is known. */
const LONG_TEXT = 'é'.repeat(5_000);
const ODD_TYPES = ['text/plain', 'application/xml', 'application/json; charset=utf-16', 'multipart/form-data', ''];

/** One request for the operation; `pools` has ids and tokens of both merchants, by the name of what they are of. */
export function makeRequest(chance, { method, path, described }, pools) {
  const parameters = described.parameters ?? [];
  const inPath = (name) => encodeURIComponent(pathValue(chance, path, name, pools));
  const query = parameters.filter((parameter) => parameter.in === 'query' && chance.is(0.35));
  const texts = query.flatMap((parameter) => queryTexts(chance, parameter, pools));
  if (chance.is(0.02))
    texts.push(`${chance.pick(['page', 'x[]', '__proto__', 'a%00'])}=${chance.pick([1, '%', '%ff'])}`);
  const headers = {};
  if (chance.is(0.2))
    headers['idempotency-key'] = chance.pick(['k1', 'k2', `k${Math.floor(chance.next() * 1e6)}`, 'é', '']);
  return {
    method,
    path: path.replace(/\{(\w+)\}/g, (_whole, name) => inPath(name)) + (texts.length > 0 ? `?${texts.join('&')}` : ''),
    headers,
    ...makeBody(chance, method, described, pools),
  };
}

function pathValue(chance, path, name, pools) {
  const pool = poolOf(pools, path.slice(0, path.indexOf(`{${name}}`) + name.length + 2));
  if (pool.length > 0 && chance.is(0.85)) return String(chance.pick(pool));
  // A path ends where its text is empty: another operation would be meant.
  return String(chance.pick([...ODD_TEXTS, ...ODD_NUMBERS])).toWellFormed() || 'x';
}

function queryTexts(chance, parameter, pools) {
  const valid = () => validQueryValue(chance, parameter, pools);
  const text = () => String(chance.is(0.75) ? valid() : chance.pick(ODD_VALUES)).toWellFormed();
  const count = chance.is(0.1) ? 2 : 1;
  return Array.from({ length: count }, () => `${parameter.name}=${encodeURIComponent(text())}`);
}

export function validQueryValue(chance, { name, schema = {}, example }, pools) {
  const pool = poolOf(pools, `query ${name}`);
  if (pool.length > 0) return chance.pick(pool);
  if (schema.enum) return chance.pick(schema.enum);
  if (schema.type === 'array') return chance.pick(schema.items?.enum ?? [1, 2, 3, 4]);
  if (schema.type === 'integer') return chance.pick([1, 2, 10, schema.maximum ?? 100]);
  if (/At|from|to|since/.test(name)) return chance.pick(['2026-01-01', '2027-12-31', '2026-11-01T10:00:00-03:00']);
  return example ?? chance.pick(['maria', '529', 'pix']);
}

function makeBody(chance, method, { requestBody }, pools) {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (!type) return method !== 'GET' && chance.is(0.03) ? { body: '{"a":', type: 'application/json' } : {};
  const sent = chance.is(0.03) ? chance.pick(ODD_TYPES) : type;
  if (chance.is(0.02))
    return { body: chance.pick(['', '{', '[1,2', 'null', '"x"', '{"__proto__":{"a":1}}']), type: sent };
  if (typeof media.example === 'string') return { body: media.example, type: sent };
  const body = withOwnIds(chance, structuredClone(media.example ?? {}), pools);
  const changes = chance.pick([0, 0, 1, 1, 2, 4]);
  for (let count = 0; count < changes; count++) mutate(chance, body, pools);
  return { body: JSON.stringify(body), type: sent };
}

/** The ids of an example name nothing: those of the pools do, now and then of the other merchant. */
export function withOwnIds(chance, value, pools, name = '') {
  if (Array.isArray(value)) return value.map((item) => withOwnIds(chance, item, pools, name));
  if (value && typeof value === 'object') {
    for (const key of Object.keys(value)) value[key] = withOwnIds(chance, value[key], pools, key);
    return value;
  }
  const pool = poolOf(pools, `body ${name}`);
  return pool.length > 0 && chance.is(0.95) ? chance.pick(pool) : value;
}

/** Changes one place, however deep. */
function mutate(chance, body, pools) {
  let place = body;
  for (let depth = 0; depth < 6; depth++) {
    const keys = Object.keys(place);
    if (keys.length === 0) break;
    const key = chance.pick(keys);
    const inner = place[key];
    if (inner && typeof inner === 'object' && chance.is(0.6)) {
      place = inner;
      continue;
    }
    const way = chance.next();
    if (way < 0.25) delete place[key];
    else if (way < 0.6) place[key] = structuredClone(chance.pick([LONG_TEXT, ...ODD_VALUES]));
    else if (way < 0.75 && typeof inner === 'number') place[key] = inner + chance.pick([-1, 1, 100, -inner]);
    else if (way < 0.85 && Array.isArray(inner)) place[key] = Array.from({ length: 120 }, () => inner[0]);
    else place[key] = chance.pick(Object.values(pools).flat());
    return;
  }
  if (!Array.isArray(body))
    body[chance.pick(['extra', 'split_participants', 'constructor', 'é'])] = structuredClone(chance.pick(ODD_VALUES));
}
