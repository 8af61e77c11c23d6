import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dashboardDoor } from '../../../src/pages/dashboard/dashboard-door.ts';
import { authenticateWith, callerOf } from '../../../src/parties/accounts/authenticate.ts';
import { createSessionTokens } from '../../../src/parties/accounts/session-tokens.ts';
import { eventually, expectError, secretOf } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { callByCookie, logInByCookie, OWN } from './browser-calls.ts';

let gateway: TestGateway;
let cookie: string;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

const MINUTE_MS = 60_000;

/** A request behind the door and a clock that only this test moves. */
async function visitor(headers: Record<string, string>) {
  const { deps } = gateway.vintem;
  const clock = { ...deps.clock, realNow: () => new Date(startedAt + minutes * MINUTE_MS) };
  const startedAt = Date.now();
  let minutes = 0;
  const tokens = createSessionTokens({ secret: await secretOf(gateway, 'jwt'), previous: null }, 3600);
  const door = { ...dashboardDoor({ ...deps, clock }), isEntered: () => true };
  const authenticate = authenticateWith({ ...deps, clock }, tokens, door, { find: async () => null });
  return async (after: number) => {
    minutes = after;
    const request = {
      headers: { ...OWN, ...headers, cookie },
      method: 'GET',
      host: 'localhost',
      query: {},
      routeOptions: { method: 'GET', url: '/events/stream', config: {} },
      ip: '127.0.0.1',
    } as unknown as FastifyRequest;
    await authenticate(request, {} as FastifyReply);
    return {
      isStillInAfter: async (later: number) => {
        minutes = later;
        return callerOf(request).isStillIn();
      },
    };
  };
}

describe('a session in which nobody does anything', () => {
  it('ends after an hour, also while its stream is asked every few minutes whether it may go on', async () => {
    cookie = await logInByCookie(gateway);
    const open = await visitor({ accept: 'text/event-stream' });
    const { isStillInAfter } = await open(0);
    for (const minute of [5, 20, 40, 59]) expect(await isStillInAfter(minute)).toBe(true);
    expect(await isStillInAfter(61)).toBe(false);
  });

  it.each([{ accept: 'text/event-stream' }, { 'x-vintem-dashboard': 'idle' }])(
    'ends after an hour, however often the page comes back by itself: %j',
    async (headers) => {
      cookie = await logInByCookie(gateway);
      const come = await visitor(headers);
      for (const minute of [10, 30, 59]) await come(minute);
      await expect(come(61)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    },
  );

  it('goes on while somebody does something', async () => {
    cookie = await logInByCookie(gateway);
    const come = await visitor({});
    for (const minute of [50, 100, 150]) await come(minute);
    await expect(come(211)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('takes its stream along', async () => {
    cookie = await logInByCookie(gateway);
    const stream = await fetch(`${gateway.url}/dashboard/api/events/stream`, {
      headers: { ...OWN, cookie, accept: 'text/event-stream' },
    });
    expect(stream.status).toBe(200);
    let isOver = false;
    const reading = (async () => {
      for await (const _ of stream.body as ReadableStream<Uint8Array>);
      isOver = true;
    })();
    await gateway.database.db.query("UPDATE dashboard_sessions SET last_seen_at = now() - interval '61 minutes'");
    // Streams on which nothing happens are looked at within a minute.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    await eventually(() => expect(isOver).toBe(true));
    vi.useRealTimers();
    await reading;
    const answer = await callByCookie(gateway, cookie)('GET', '/dashboard/api/users/me');
    expectError(answer, { status: 401, code: 'UNAUTHORIZED' });
  });
});
