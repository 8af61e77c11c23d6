import { expect, it } from 'vitest';
import { openDocument, problemOf } from '../../tools/support/described.mjs';

const json = (schema: object) => ({ description: '', content: { 'application/json': { schema } } });
const ErrorBody = { type: 'object', required: ['code'], properties: { code: { type: 'string' } } };
const document = openDocument({
  paths: {
    '/things/{id}': {
      get: {
        responses: {
          200: json({ type: 'object', required: ['at'], properties: { at: { type: 'string', format: 'date-time' } } }),
          404: { $ref: '#/components/responses/THING_NOT_FOUND' },
        },
      },
      delete: { responses: { 204: { description: '' } } },
    },
    '/things/list': { get: { responses: { 200: { description: '', content: { 'text/csv': {} } } } } },
  },
  components: {
    schemas: { Error: ErrorBody },
    responses: {
      THING_NOT_FOUND: json({
        allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: ['THING_NOT_FOUND'] } } }],
      }),
    },
  },
});

const AT = { at: '2026-11-16T10:00:00.000Z' };
const ask = (method: string, path: string, status: number, body?: unknown, type: string | null = 'application/json') =>
  problemOf(document, { method, path, status, type, body }).problem;

it.each([
  ['a described answer', ask('GET', '/things/1', 200, AT)],
  ['a described error', ask('GET', '/things/1', 404, { code: 'THING_NOT_FOUND' })],
  ['the same by the dashboard’s door', ask('GET', '/dashboard/api/things/1', 200, AT)],
  ['a refusal of the door', ask('GET', '/dashboard/api/things/1', 403, { code: 'FORBIDDEN_ORIGIN' })],
  ['a route that is absent here', ask('GET', '/things/1', 404, { code: 'ROUTE_NOT_FOUND' })],
  ['what was never there', ask('GET', '/other', 404, { code: 'ROUTE_NOT_FOUND' })],
  ['no body', ask('DELETE', '/things/1', 204, undefined, null)],
  ['a file, by its type alone', ask('GET', '/things/list', 200, undefined, 'text/csv')],
  ['the dashboard’s page', ask('GET', '/dashboard/transactions', 200, undefined, 'text/html')],
])('lets pass: %s', (_what, problem) => {
  expect(problem).toBeNull();
});

it.each([
  ['a status that is not named', ask('GET', '/things/1', 409, { code: 'X' }), 'does not name the status 409 (X)'],
  ['a code that is not named', ask('GET', '/things/1', 404, { code: 'X' }), 'body/code must be equal to one of'],
  ['a field that is missing', ask('GET', '/things/1', 200, {}), "must have required property 'at'"],
  ['a time of another form', ask('GET', '/things/1', 200, { at: '2026-11-16' }), 'must match format "date-time"'],
  ['another type of content', ask('GET', '/things/1', 200, AT, 'text/html'), 'is application/json, and text/html came'],
  ['a body where there is none', ask('DELETE', '/things/1', 204, {}), 'has no body, and application/json came'],
  ['a success that is not described', ask('GET', '/other', 200, {}), 'no such operation is described'],
  ['an error without its body', ask('GET', '/other', 404, {}), "must have required property 'code'"],
  ['a door that lets an error out', ask('GET', '/things/1', 403, { code: 'FORBIDDEN_ORIGIN' }), 'status 403'],
])('tells of %s', (_what, problem, words) => {
  expect(problem).toContain(words);
});
