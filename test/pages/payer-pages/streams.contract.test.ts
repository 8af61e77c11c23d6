import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { orderBody } from '../../support/orders.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

async function createOn(on: TestGateway): Promise<{ id: number; path: string }> {
  const { id, payment_url } = (await on.post('/payments/order', orderBody())).body.transaction;
  return { id, path: new URL(payment_url).pathname };
}

interface Stream {
  status: number;
  headers: Headers;
  /** The next event; null when the stream has ended. */
  next(): Promise<{ state: string; version: string } | null>;
  close(): void;
}

async function openStream(url: string, headers: Record<string, string> = {}): Promise<Stream> {
  const controller = new AbortController();
  const response = await fetch(url, { headers, signal: controller.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const next = async () => {
    for (;;) {
      const event = /^(?:retry: \d+\n)?event: status\ndata: (.*)\n\n/.exec(text);
      if (event) {
        text = text.slice(event[0].length);
        return JSON.parse(event[1] as string);
      }
      const chunk = await reader?.read();
      if (!chunk || chunk.done) return null;
      text += chunk.value;
    }
  };
  return { status: response.status, headers: response.headers, next, close: () => controller.abort() };
}

describe('the stream of a page', () => {
  it('tells the state at once and each change after it', async () => {
    const { id, path } = await createOn(gateway);
    const stream = await openStream(`${gateway.url}${path}/events`);
    expect(stream.status).toBe(200);
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.headers.get('cache-control')).toBe('no-store');
    expect(stream.headers.get('x-accel-buffering')).toBe('no');
    expect(await stream.next()).toMatchObject({ state: 'waiting' });
    await gateway.post(`/sandbox/transactions/${id}/pay`);
    let last = await stream.next();
    while (last?.state === 'waiting') last = await stream.next();
    expect(last).toEqual({ state: 'paid', version: 'paid 0', seconds_left: null });
    stream.close();
  });

  it('tells of a payment that another process was told of', async () => {
    const other = await startTestGateway({}, gateway.database);
    try {
      const { id, path } = await createOn(gateway);
      const stream = await openStream(`${other.url}${path}/events`);
      expect(await stream.next()).toMatchObject({ state: 'waiting' });
      await gateway.post(`/sandbox/transactions/${id}/pay`);
      let last = await stream.next();
      while (last?.state === 'waiting') last = await stream.next();
      expect(last?.state).toBe('paid');
      stream.close();
    } finally {
      await other.close();
    }
  });

  it('is refused to an address that has too many, and to nobody else; who leaves makes room', async () => {
    const limited = await startTestGateway(
      { RATE_LIMIT_PER_SECOND: '1000', MAX_CONNECTIONS: '60', TRUST_PROXY: '1' },
      gateway.database,
    );
    try {
      const { path } = await createOn(gateway);
      const open = (address: string) => openStream(`${limited.url}${path}/events`, { 'x-forwarded-for': address });
      const streams = [await open('192.0.2.1'), await open('192.0.2.1'), await open('192.0.2.1')];
      const refused = await open('192.0.2.1');
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toBe('5');
      refused.close();
      const another = await open('192.0.2.2');
      expect(another.status).toBe(200);
      for (const stream of streams) stream.close();
      await eventually(async () => {
        const again = await open('192.0.2.1');
        again.close();
        expect(again.status).toBe(200);
      });
      another.close();
    } finally {
      await limited.close();
    }
  });

  it('ends first when the process stops, so that the stop waits for nobody’s page', async () => {
    const stopping = await startTestGateway({}, gateway.database);
    const { path } = await createOn(gateway);
    const streams = await Promise.all(Array.from({ length: 5 }, () => openStream(`${stopping.url}${path}/events`)));
    for (const stream of streams) expect(await stream.next()).toMatchObject({ state: 'waiting' });
    const closed = stopping.close();
    for (const stream of streams) expect(await stream.next()).toBeNull();
    await closed;
  });

  it('nor for a connection that a browser opened ahead of need and never used', async () => {
    const stopping = await startTestGateway({}, gateway.database);
    const { port } = new URL(stopping.url);
    const sockets = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const socket = connect(Number(port), '127.0.0.1');
        await once(socket, 'connect');
        return socket;
      }),
    );
    // A reset is an end, too.
    for (const socket of sockets) socket.on('error', () => {}).resume();
    const ended = Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve))));
    // Else they would stay for the 29 s that a head may take to arrive, and then be told so.
    let heard = '';
    for (const socket of sockets) socket.on('data', (text) => (heard += text));
    await stopping.close();
    await ended;
    expect(heard).toBe('');
  });
});
