// By hand, where Debian's wapiti and sqlmap are installed: lets both attack a service of our own, as one of two
// merchants, and tells of every injection they find, every 5xx, every answer that the OpenAPI document does not
// describe, and everything of the other merchant that is shown.
//   node tools/drills/scan.mjs [--only wapiti|sqlmap] [--level 1] [--operations '^GET /transactions']
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openDocument } from '../support/described.mjs';
import { openShops } from '../support/fuzz-shops.mjs';
import { addressesOf, markedRequests, scannable } from '../support/scan-requests.mjs';
import { freePort, startVintem } from '../support/service.mjs';
import { startWatcher } from '../support/watcher.mjs';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    level: { type: 'string', default: '1' },
    operations: { type: 'string', default: '' },
  },
});
const EMAILS = ['demo@vintem.dev', 'parceiro@vintem.dev'];
const AT_A_TIME = 2;
/** `ssrf` is left out: it asks a server on the Internet what arrived there. */
const MODULES =
  'backup,blindsql,cookieflags,crlf,csp,csrf,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,xss,xxe';
const WAPITI_SECONDS = 60;
/** What wapiti holds against a page and we do on purpose, as text and path. */
const DELIBERATE = [
  // It is set to 0: the filter of old browsers could be used to break pages.
  /^X-XSS-Protection is not set/,
  // The forms of payers: anybody may send them, and there is no login that somebody else could misuse.
  /^Lack of anti CSRF token \/(l|pay)\//,
];
/** A refusal is an answer as well. */
const REFUSALS = '400,401,403,404,405,409,410,413,415,422,429';
/** What a page of the dashboard sends with every request. */
const FROM_DASHBOARD = { 'x-vintem-dashboard': '1', 'sec-fetch-site': 'same-origin' };

const folder = mkdtempSync(path.join(tmpdir(), 'vintem-scan-'));
let password = 'vintem-demo';
const watcher = await startWatcher(keepPassword);
const port = String(await freePort());
const serviceUrl = `http://127.0.0.1:${port}`;
// Links on pages lead to the watcher, so that a scanner that follows them is watched there, too.
const env = { DATA_DIR: path.join(folder, 'data'), VINTEM_MODE: 'sandbox', PORT: port, PUBLIC_URL: watcher.url };
const service = await startVintem({ env });
const found = [];

try {
  const document = openDocument((await call('GET', '/openapi.json')).body);
  watcher.watch(serviceUrl, document);
  const tokens = await Promise.all(EMAILS.map(logIn));
  const { pools } = await openShops((who, { method, path: address, body, headers }) =>
    call(method, address, body, { ...headers, authorization: `Bearer ${tokens[who]}` }),
  );
  if (values.only !== 'sqlmap') await scanPages(document, pools);
  if (values.only !== 'wapiti') await scanOperations(document, pools);
} finally {
  for (const [finding, { count, example }] of watcher.findings) found.push(`${count} × ${finding}\n    ${example}`);
  for (const finding of found) console.error(finding);
  console.log(`scan: ${found.length} findings`);
  process.exitCode = found.length > 0 ? 1 : 0;
  await service.stop();
  watcher.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Wapiti opens what it is told to and follows links and forms from there. */
async function scanPages(document, pools) {
  const filter = new RegExp(values.operations);
  const addresses = addressesOf(document, pools).filter((address) => filter.test(`GET ${address}`));
  const asOwner = async () => ({ authorization: `Bearer ${await logIn(EMAILS[0])}` });
  await watcher.beSomebody(async () => ({}));
  await wapiti('pages that are open to all', ['/', '/docs', '/dashboard', ...addresses.filter(isPage)]);
  await watcher.beSomebody(asOwner);
  await wapiti('the interface', addresses);
  await watcher.beSomebody(openSession);
  await wapiti('the dashboard', [
    '/dashboard',
    '/dashboard/session',
    ...addresses.filter((address) => !isPage(address)).map((address) => `/dashboard/api${address}`),
  ]);
}

function isPage(address) {
  return /^\/(l|pay|public)\//.test(address);
}

async function wapiti(about, addresses) {
  const starts = path.join(folder, 'starts.txt');
  const report = path.join(folder, 'wapiti.json');
  writeFileSync(starts, addresses.map((address) => `${watcher.url}${address}\n`).join(''));
  const [first] = addresses;
  const config = ['--store-session', folder, '--store-config', folder, '--flush-session', '--no-bugreport'];
  const limits = ['--max-attack-time', String(WAPITI_SECONDS), '--max-scan-time', String(WAPITI_SECONDS), '-v', '0'];
  const scope = ['-u', `${watcher.url}/`, '--scope', 'domain', '-s', starts];
  const output = await run('wapiti', [...scope, '-m', MODULES, ...config, ...limits, '-f', 'json', '-o', report]);
  if (!existsSync(report)) throw new Error(`wapiti left no report: ${output.slice(-1_000)}`);
  const { vulnerabilities, anomalies } = JSON.parse(readFileSync(report, 'utf8'));
  const isNews = ({ info, path: place }) => !DELIBERATE.some((known) => known.test(`${info} ${place}`));
  const told = Object.entries({ ...vulnerabilities, ...anomalies })
    .map(([kind, list]) => [kind, list.filter(isNews)])
    .filter(([, list]) => list.length > 0);
  for (const [kind, list] of told)
    found.push(`wapiti, ${about}: ${list.length} × ${kind}\n    ${list[0].info}\n    ${list[0].curl_command}`);
  console.log(`wapiti, ${about}: ${addresses.length} addresses from ${first}, ${answered()}, ${told.length} findings`);
  rmSync(report);
}

/** Sqlmap attacks every place of every request. */
async function scanOperations(document, pools) {
  const filter = new RegExp(values.operations);
  await watcher.beSomebody(async () => ({ authorization: `Bearer ${await logIn(EMAILS[0])}` }));
  const operations = scannable(document).filter(({ key }) => filter.test(key));
  const waiting = operations.flatMap((operation) =>
    markedRequests(operation, pools).map((request) => ({ operation, request })),
  );
  const places = waiting.reduce((sum, { request }) => sum + (JSON.stringify(request).match(/\*/g)?.length ?? 0), 0);
  const next = waiting.entries();
  await Promise.all(
    Array.from({ length: AT_A_TIME }, async () => {
      for (const [index, { operation, request }] of next) await sqlmap(index, operation, request);
    }),
  );
  console.log(`sqlmap: ${operations.length} operations, ${waiting.length} requests, ${places} places, ${answered()}`);
}

async function sqlmap(index, { key }, { method, path: address, type, body }) {
  const home = path.join(folder, `sqlmap-${index}`);
  mkdirSync(home);
  const file = path.join(home, 'request.txt');
  const headers = [`Host: ${new URL(watcher.url).host}`, ...(type ? [`Content-Type: ${type}`] : [])];
  writeFileSync(file, `${method} ${address} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body ?? ''}`);
  const about = ['-r', file, '--batch', '--dbms', 'PostgreSQL', '--level', values.level, '--risk', '2'];
  const how = [
    '--ignore-code',
    REFUSALS,
    '--drop-set-cookie',
    '--skip-waf',
    '--ignore-stdin',
    '--disable-coloring',
    '--flush-session',
  ];
  const output = await run('sqlmap', [...about, ...how, '--output-dir', home]);
  if (output.includes('identified the following injection point'))
    found.push(`sqlmap, ${key}: an injection\n${output.slice(-2_000)}`);
  else if (!output.includes('do not appear to be injectable'))
    found.push(`sqlmap, ${key}: did not come to an end\n${output.slice(-600)}`);
}

function run(program, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: { ...process.env, HOME: folder }, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('exit', () => resolve(output));
  });
}

function answered() {
  const statuses = watcher.takeStatuses();
  const requests = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  return `${requests} requests answered ${JSON.stringify(statuses)}`;
}

async function call(method, address, body, headers = {}) {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(serviceUrl + address, { method, headers: { ...headers, ...type }, body });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, headers: response.headers, text, ...(isJson && { body: JSON.parse(text) }) };
}

/** What a scanner is let to change, the next login knows. */
function keepPassword({ method, url }, sent, { status }) {
  if (method === 'PUT' && url === '/users/me/password' && status === 204) password = JSON.parse(sent).new_password;
}

async function logIn(email) {
  const answer = await call('POST', '/auth', JSON.stringify({ email, password }));
  if (answer.status !== 200) throw new Error(`the login answered ${answer.status} ${answer.text}`);
  return answer.body.response.token;
}

async function openSession() {
  const body = JSON.stringify({ email: EMAILS[0], password });
  const { headers } = await call('POST', '/dashboard/session', body, { ...FROM_DASHBOARD, origin: serviceUrl });
  return { ...FROM_DASHBOARD, cookie: headers.get('set-cookie').split(';')[0] };
}
