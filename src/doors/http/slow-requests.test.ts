import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../ground/errors.ts';
import { limitSlowRequests } from './slow-requests.ts';

let app: FastifyInstance;
let finish: (() => void)[];
beforeEach(() => {
  finish = [];
  app = fastify();
  app.setErrorHandler((error, _request, reply) => reply.code(error instanceof ApiError ? 429 : 500).send(error));
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    const { merchant, user } = request.headers;
    request.caller = { merchantId: Number(merchant), actor: { kind: 'user', id: Number(user), name: '' } } as never;
  });
  limitSlowRequests(app, true);
  app.get('/list', { config: { isSlow: 'read' } }, async (request) => {
    // A file takes as long as somebody reads it.
    if ((request.query as { format?: string }).format) await new Promise<void>((resolve) => finish.push(resolve));
    return 'ok';
  });
});
afterEach(async () => {
  for (const end of finish) end();
  await app.close();
});

const ask = (merchant: number, user: number, format = '') =>
  app.inject({ url: `/list${format}`, headers: { merchant: String(merchant), user: String(user) } });
const download = (merchant: number, user: number) => ask(merchant, user, '?format=csv');
const underWay = (count: number) => expect.poll(() => finish.length, { timeout: 10_000 }).toBe(count);

describe('downloads', () => {
  it('are one of each caller and four of each merchant; the next is refused at once', async () => {
    const running = [1, 2, 3, 4].map((user) => download(1, user));
    await underWay(4);
    expect((await download(1, 1)).statusCode).toBe(429);
    expect((await download(1, 5)).statusCode).toBe(429);
    const other = download(2, 6);
    await underWay(5);
    for (const end of finish) end();
    for (const answer of [...running, other]) expect((await answer).statusCode).toBe(200);
    const again = download(1, 5);
    await underWay(6);
    finish[5]?.();
    expect((await again).statusCode).toBe(200);
  });

  it('take no turn from lists', async () => {
    const running = [1, 2, 3, 4].map((user) => download(1, user));
    await underWay(4);
    for (let n = 0; n < 5; n++) expect((await ask(1, 1)).statusCode).toBe(200);
    for (const end of finish) end();
    await Promise.all(running);
  });
});
