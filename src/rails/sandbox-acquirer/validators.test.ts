import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { validateWhenNeeded } from './validators.ts';

let server: FastifyInstance;
beforeAll(() => {
  server = fastify();
  validateWhenNeeded(server);
  const text = (format: string) => ({ type: 'string', format });
  const body = {
    type: 'object',
    properties: { day: text('date'), at: text('date-time') },
    additionalProperties: false,
  };
  server.post('/', { schema: { body } }, async () => ({}));
});
afterAll(() => server.close());

const statusOf = async (payload: object) => (await server.inject({ method: 'POST', url: '/', payload })).statusCode;

it.each([
  { day: '2026-02-28' },
  { day: '2028-02-29' },
  { at: '2026-11-18T09:30:00Z' },
  { at: '2026-11-18T09:30:00.123456-03:00' },
])('takes %o', async (body) => {
  expect(await statusOf(body)).toBe(200);
});

it.each([
  { day: '2026-02-29' },
  { day: '2026-13-01' },
  { day: '26-01-01' },
  { day: 20260101 },
  { at: '2026-11-18' },
  { at: '2026-11-18T24:00:00Z' },
  { at: '2026-11-18T09:30:00' },
  { at: '2026-02-30T09:30:00Z' },
  { more: 1 },
])('refuses %o', async (body) => {
  expect(await statusOf(body)).toBe(400);
});
