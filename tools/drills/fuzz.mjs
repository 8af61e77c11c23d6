// Sends what the OpenAPI document allows, nearly allows and does not allow, as two merchants, and tells of every answer
// that is a 5xx, that the document does not describe, or that shows one merchant what is the other's.
//   node tools/drills/fuzz.mjs --requests 20000 --seed 1 [--url http://localhost:3000]
// Without --url it starts a service of its own in a temporary folder; a service that is there must be a sandbox with
// its demo data, and RATE_LIMIT_PER_SECOND=0.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openDocument, problemOf } from '../support/described.mjs';
import { createChance, makeRequest } from '../support/fuzz-requests.mjs';
import { MARKS, openShops, remember } from '../support/fuzz-shops.mjs';
import { startVintem } from '../support/service.mjs';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    url: { type: 'string' },
  },
});
const AT_A_TIME = 8;
const MOST_TOLD = 40;
const TIMEOUT_MS = 30_000;
const EMAILS = ['demo@vintem.dev', 'parceiro@vintem.dev'];
/** They take a processor for a while each, by design. */
const DEAR = ['POST /auth', 'PUT /users/me/password'];
const DEAR_SHARE = 0.05;
/** So many come from a program with an API key, the others from an owner who logged in. */
const KEY_SHARE = 0.2;

const folder = mkdtempSync(path.join(tmpdir(), 'vintem-fuzz-'));
const service = values.url ? null : await startVintem({ env: { DATA_DIR: folder, VINTEM_MODE: 'sandbox' } });
const url = values.url ?? service.url;
const passwords = EMAILS.map(() => 'vintem-demo');
const tokens = [];
const findings = new Map();
const statuses = {};
/** Operations that somebody was given what they are for; the others were only ever refused. */
const succeeded = new Set();
/** How often merchants saw what is their own: a run that shows nobody anything would find nothing. */
let ownSeen = 0;

try {
  for (const who of EMAILS.keys()) await logIn(who);
  const document = openDocument((await send({ method: 'GET', path: '/openapi.json', headers: {} })).body);
  const { pools, keys } = await openShops(callAs);
  const chance = createChance(Number(values.seed));
  const started = performance.now();
  let left = Number(values.requests);
  await Promise.all(
    Array.from({ length: AT_A_TIME }, async () => {
      while (left-- > 0) await askOnce(document, chance, pools, keys);
    }),
  );
  const seconds = Math.round((performance.now() - started) / 1_000);
  if (ownSeen === 0) tell('no merchant ever saw what is its own', { method: '', path: '' }, { status: 0, text: '' });
  for (const [finding, { count, example }] of [...findings].slice(0, MOST_TOLD))
    console.error(`${count} × ${finding}\n    ${example}`);
  const refused = document.operations.filter(({ key }) => !succeeded.has(key)).map(({ key }) => key);
  console.log(`operations that succeeded: ${succeeded.size}; only ever refused: ${refused.join(', ') || 'none'}`);
  console.log(`own marks seen: ${ownSeen}`);
  console.log(`answers by status: ${JSON.stringify(statuses)}`);
  console.log(`fuzz: ${values.requests} requests, seed ${values.seed}, ${seconds} s, ${findings.size} findings`);
  process.exitCode = findings.size > 0 ? 1 : 0;
} finally {
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function askOnce(document, chance, pools, keys) {
  let operation = chance.pick(document.operations);
  if (DEAR.includes(operation.key) && !chance.is(DEAR_SHARE)) operation = document.operations[0];
  const who = chance.is(0.5) ? 0 : 1;
  const request = makeRequest(chance, operation, pools);
  const authorization = chance.is(0.04)
    ? chance.pick([undefined, 'Bearer x.y.z', 'Basic Zm9v'])
    : `Bearer ${chance.is(KEY_SHARE) ? keys[who] : tokens[who]}`;
  const isLoggedIn = authorization === `Bearer ${tokens[who]}`;
  const answer = await send({ ...request, headers: { ...request.headers, ...(authorization && { authorization }) } });
  statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
  const told = (what) => tell(`${operation.key}: ${what}`, request, answer);
  if (answer.status >= 500 || answer.status === 0)
    told(`answered ${answer.status} ${answer.body?.code ?? answer.text}`);
  const { problem } = problemOf(document, { ...answer, method: request.method, path: request.path.split('?')[0] });
  if (problem) told(problem);
  if (answer.status > 0 && answer.status < 400) succeeded.add(operation.key);
  remember(pools, document, operation, answer);
  if (answer.text.includes(MARKS[who])) ownSeen++;
  const isPublic = operation.described.security?.length === 0;
  if (!isPublic && answer.text.includes(MARKS[1 - who])) told('shows what is another merchant’s');
  await keepLogin(who, operation, request, answer, isLoggedIn);
}

/** A new password ends every token. */
async function keepLogin(who, operation, request, answer, isLoggedIn) {
  if (operation.key === 'PUT /users/me/password' && answer.status === 204)
    passwords[who] = JSON.parse(request.body).new_password;
  else if (!isLoggedIn || answer.status !== 401 || operation.described.security?.length === 0) return;
  await logIn(who).catch(() => {});
}

function tell(finding, request, answer) {
  const known = findings.get(finding);
  const asked = `${request.method} ${request.path} ${request.body?.slice(0, 600) ?? ''}`;
  const example = `${asked} → ${answer.status} ${answer.text.slice(0, 600)}`;
  findings.set(finding, { count: (known?.count ?? 0) + 1, example: known?.example ?? example });
}

async function send({ method, path: address, headers, body, type = 'application/json' }) {
  try {
    const response = await fetch(url + address, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': type }) },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const found = { status: response.status, type: response.headers.get('content-type')?.split(';')[0] ?? null };
    if (found.type === 'text/event-stream') {
      await response.body.cancel();
      return { ...found, text: '' };
    }
    const text = await response.text();
    return { ...found, text, ...(found.type === 'application/json' && { body: JSON.parse(text) }) };
  } catch (error) {
    return { status: 0, type: null, text: `${error.message} ${error.cause?.message ?? ''}` };
  }
}

function callAs(who, request) {
  return send({ ...request, headers: { ...request.headers, authorization: `Bearer ${tokens[who]}` } });
}

async function logIn(who) {
  const body = JSON.stringify({ email: EMAILS[who], password: passwords[who] });
  const answer = await send({ method: 'POST', path: '/auth', headers: {}, body });
  if (answer.status !== 200) throw new Error(`the login of ${EMAILS[who]} answered ${answer.status}: is it a sandbox?`);
  tokens[who] = answer.body.response.token;
}
