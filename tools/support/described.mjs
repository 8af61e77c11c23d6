// Holds answers of the service against its OpenAPI document: for the tests and the fuzzer.
import { Ajv2020 } from 'ajv/dist/2020.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
/** The dashboard's own door to the same operations. */
const DOOR = /^\/dashboard\/api(?=\/)/;
/** Which the interface itself never gives. */
const CODES_OF_DOOR = ['FORBIDDEN_ORIGIN', 'OTP_SETUP_REQUIRED', 'PASSWORD_NEEDED', 'UNAUTHORIZED'];

/** What is answered on purpose without being in the document. */
const OUTSIDE = [
  { path: /^\/($|\?)/, why: 'leads to the dashboard' },
  { path: /^\/dashboard($|\/(?!api\/))/, why: 'the dashboard’s page, its files and its sessions are no interface' },
  { path: /^\/operator($|\/(?!api\/))/, why: 'the page of the operator’s console and its files are no interface' },
  { path: /^\/docs($|\/)/, why: 'the page that shows the document' },
  { path: /^\/pay\/assets\//, why: 'files of the payer’s page' },
];

/** Prepares the document: its operations, and what validates their answers. */
export function openDocument(document) {
  if (!document.components?.schemas?.Error) throw new Error('openapi.json is out of date: npm run generate');
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    validateFormats: true,
    formats: {
      'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/,
      date: /^\d{4}-\d{2}-\d{2}$/,
      binary: true,
      'one-line': true,
      'plain-text': true,
    },
  });
  ajv.addSchema({ $id: 'openapi.json', components: document.components });
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({
      key: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
      isTemplate: path.includes('{'),
      described: item[method],
    })),
  );
  // A path without parameters is meant before one with them.
  operations.sort((a, b) => Number(a.isTemplate) - Number(b.isTemplate));
  return { operations, ajv, validators: new Map(), compiled: new Map(), components: document.components };
}

/** What is wrong with an answer by the document; `problem` is null where nothing is. */
export function problemOf(document, { method, path, status, type, body }) {
  const asked = path.replace(DOOR, '');
  const isByDoor = asked !== path;
  if (!isByDoor && OUTSIDE.some((place) => place.path.test(path))) return { operation: null, problem: null };
  if (method === 'HEAD' || method === 'OPTIONS') return { operation: null, problem: null };
  const operation = document.operations.find((one) => one.method === method && one.pattern.test(asked)) ?? null;
  // A route may be absent: in live, at another door, by a setting. It answers as one that never was.
  const isAbsent = status === 404 && body?.code === 'ROUTE_NOT_FOUND';
  if (!operation || isAbsent) return { operation: null, problem: problemOfStranger(document, status, body) };
  if (isByDoor && CODES_OF_DOOR.includes(body?.code)) return { operation, problem: errorProblem(document, body) };
  return { operation, problem: problemOfAnswer(document, operation, { status, type, body }) };
}

/** Nothing is there: only refusals, with the one error body. */
function problemOfStranger(document, status, body) {
  if (status < 400) return `no such operation is described, and it was answered with ${status}`;
  return errorProblem(document, body);
}

function errorProblem(document, body) {
  return check(document, 'Error', { $ref: 'openapi.json#/components/schemas/Error' }, body);
}

function problemOfAnswer(document, operation, { status, type, body }) {
  const { responses } = operation.described;
  const answer = resolved(document, responses[status] ?? (status >= 400 ? responses.default : undefined));
  if (!answer) {
    const known = Object.keys(operation.described.responses).join(', ');
    const code = body?.code ? ` (${body.code})` : '';
    return `${operation.key} does not name the status ${status}${code}; it names ${known}`;
  }
  if (!answer.content) return type === null ? null : `${operation.key} ${status} has no body, and ${type} came`;
  const media = answer.content[type];
  if (!media) return `${operation.key} ${status} is ${Object.keys(answer.content).join(' or ')}, and ${type} came`;
  if (type !== 'application/json') return null;
  return check(document, `${operation.key} ${status}`, media.schema, body);
}

function resolved(document, answer) {
  const name = answer?.$ref?.split('/').at(-1);
  return name ? document.components.responses[name] : answer;
}

/**
 * Compiled when it is first needed: a test file meets a handful of them. A thousand answers are described by some
 * hundred schemas, above all of errors: each is compiled once.
 */
function check({ ajv, validators, compiled }, name, schema, body) {
  if (!validators.has(name)) {
    const text = rooted(schema);
    if (!compiled.has(text)) compiled.set(text, ajv.compile(JSON.parse(text)));
    validators.set(name, compiled.get(text));
  }
  const validate = validators.get(name);
  if (validate(body)) return null;
  return `${name}: ${ajv.errorsText(validate.errors, { dataVar: 'body' })}`;
}

/** References of the document lead to the document, wherever the schema stands. */
function rooted(schema) {
  return JSON.stringify(schema).replaceAll('"#/components/', '"openapi.json#/components/');
}
