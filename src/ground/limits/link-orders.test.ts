import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Config } from '../config.ts';
import { ApiError } from '../errors.ts';
import { limitLinkOrders, ORDERS_PER_ADDRESS, ORDERS_PER_LINK } from './link-orders.ts';
import { limitRates } from './request-rates.ts';

let app: FastifyInstance;
beforeEach(async () => {
  const deps = { config: { rateLimitPerSecond: 100_000 } as Config };
  app = fastify();
  app.setErrorHandler((error, _request, reply) => reply.code(error instanceof ApiError ? 429 : 500).send(error));
  await limitRates(app, deps);
  const limitOrders = limitLinkOrders(app, deps);
  app.post('/l/:slug', async (request) => {
    await limitOrders(request);
    return 'ordered';
  });
});
afterEach(() => app.close());

async function order(slug: string, remoteAddress: string): Promise<number> {
  return (await app.inject({ method: 'POST', url: `/l/${slug}`, remoteAddress })).statusCode;
}

/** So many orders of one address; answers how many of them were taken. */
async function orderOften(slug: string, address: string, times: number): Promise<number> {
  let taken = 0;
  for (let n = 0; n < times; n++) if ((await order(slug, address)) === 200) taken++;
  return taken;
}

describe('orders through links in a minute', () => {
  it('are ten of one address, whatever it buys', async () => {
    expect(ORDERS_PER_ADDRESS).toBe(10);
    expect(await orderOften('shirt', '192.0.2.1', 6)).toBe(6);
    expect(await orderOften('cup', '192.0.2.1', 6)).toBe(4);
    expect(await order('shirt', '192.0.2.2')).toBe(200);
  });

  it('are sixty of one link, whoever buys', async () => {
    expect(ORDERS_PER_LINK).toBe(60);
    for (let n = 1; n <= 6; n++) expect(await orderOften('shirt', `192.0.2.${n}`, 10)).toBe(10);
    expect(await order('shirt', '192.0.2.7')).toBe(429);
    expect(await order('cup', '192.0.2.7')).toBe(200);
  });

  it('of an address that was refused take nothing from the link', async () => {
    await orderOften('shirt', '192.0.2.1', 200);
    expect(await orderOften('shirt', '192.0.2.2', 10)).toBe(10);
  });
});
