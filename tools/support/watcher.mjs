// Stands between a scanner and the service: says who each request comes from, and looks at every answer itself, so that
// what a scanner does not understand is noticed as well.
import http from 'node:http';
import { problemOf } from './described.mjs';
import { MARKS } from './fuzz-shops.mjs';

const LOGIN_EVERY_MS = 2_000;
/** They are without an account, and 401 is about what was sent with them. */
const LOGINS = ['/auth', '/dashboard/session'];

/** Requests come from the first merchant; `beSomebody` says by which headers. `onAnswer` sees all that was answered. */
export async function startWatcher(onAnswer) {
  const state = { target: null, document: null, identify: null, identifiedAt: 0, headers: {}, statuses: {} };
  const findings = new Map();
  const tell = (finding, { method, url }, sent, answer) => {
    const example = `${method} ${url} ${sent.toString().slice(0, 600)} → ${answer.status} ${answer.text.slice(0, 600)}`;
    const known = findings.get(finding);
    findings.set(finding, { count: (known?.count ?? 0) + 1, example: known?.example ?? example });
  };
  const relay = async (request, response) => {
    const sent = await whole(request);
    const answer = await forward(state, request, sent);
    response.writeHead(answer.status, answer.headers).end(answer.body);
    state.statuses[answer.status] = (state.statuses[answer.status] ?? 0) + 1;
    onAnswer(request, sent, answer);
    for (const problem of problemsOf(state, request, answer)) tell(problem, request, sent, answer);
    if (answer.status === 401 && !LOGINS.includes(request.url)) await identifyAgain(state);
  };
  const server = http.createServer((request, response) => {
    relay(request, response).catch((error) => {
      tell(`broke off: ${error.message}`, request, Buffer.of(), { status: 0, text: '' });
      response.destroy();
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    findings,
    /** What came back since this was asked last, by status. */
    takeStatuses() {
      const { statuses } = state;
      state.statuses = {};
      return statuses;
    },
    watch: (target, document) => Object.assign(state, { target, document }),
    /** `identify` answers the headers of a new login. */
    async beSomebody(identify) {
      Object.assign(state, { identify, identifiedAt: Date.now(), headers: await identify() });
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Some requests end every session. */
async function identifyAgain(state) {
  if (Date.now() - state.identifiedAt < LOGIN_EVERY_MS) return;
  state.identifiedAt = Date.now();
  state.headers = await state.identify();
}

function forward({ target, headers: own }, { method, url, headers }, body) {
  const { 'accept-encoding': _packed, host: _here, ...asked } = headers;
  // Sqlmap names a type where it sends nothing, which would be refused before anything is read.
  if (body.length === 0) delete asked['content-type'];
  const options = { host: '127.0.0.1', port: new URL(target).port, method, path: url, headers: { ...asked, ...own } };
  return new Promise((resolve, reject) => {
    const request = http.request(options, async (response) => {
      const { 'transfer-encoding': _framing, connection: _hop, ...others } = response.headers;
      const bytes = await whole(response);
      const type = others['content-type']?.split(';')[0] ?? null;
      resolve({ status: response.statusCode, type, headers: others, body: bytes, text: bytes.toString() });
    });
    request.once('error', reject);
    request.end(body);
  });
}

function problemsOf({ document }, { method, url }, { status, type, text }) {
  const path = url.split('?')[0];
  const body = type === 'application/json' && text !== '' ? JSON.parse(text) : undefined;
  const { operation, problem } = problemOf(document, { method, path, status, type, body });
  const isForeign = operation?.described.security?.length !== 0 && text.includes(MARKS[1]);
  return [
    ...(status >= 500 ? [`${operation?.key ?? path} answered ${status}`] : []),
    ...(problem ? [problem] : []),
    ...(isForeign ? [`${operation?.key ?? path} shows what is another merchant’s`] : []),
  ];
}

async function whole(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
