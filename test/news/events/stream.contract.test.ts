import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, expectError, invalid } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { orderBody } from '../../support/orders.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

interface Message {
  id: string;
  event: string;
  data: { event?: string; transaction_id?: number; status?: string; company_id?: number };
}

interface Stream {
  status: number;
  headers: Headers;
  /** The next message; null when the stream has ended. */
  next(): Promise<Message | null>;
  close(): void;
}

async function openStream(
  on: TestGateway,
  { token = on.token, path = '/events/stream', headers = {} as Record<string, string> } = {},
): Promise<Stream> {
  const controller = new AbortController();
  const response = await fetch(on.url + path, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: controller.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const next = async (): Promise<Message | null> => {
    for (;;) {
      const message = /^(?:retry: \d+\n|:\n\n)*id: (.*)\nevent: (.*)\ndata: (.*)\n\n/.exec(text);
      if (message) {
        text = text.slice(message[0].length);
        const [, id, event, data] = message as unknown as [string, string, string, string];
        return { id, event, data: JSON.parse(data) };
      }
      const chunk = await reader?.read();
      if (!chunk || chunk.done) return null;
      text += chunk.value;
    }
  };
  return { status: response.status, headers: response.headers, next, close: () => controller.abort() };
}

async function order(on = gateway, token = on.token, access_token = 'est_demo_loja') {
  const { id, company_id } = (await on.post('/payments/order', orderBody({ access_token }), token)).body.transaction;
  return { id: id as number, company_id: company_id as number };
}

describe('the stream of events', () => {
  it('says that it is ready, and then each event as it happens', async () => {
    const stream = await openStream(gateway);
    expect(stream.status).toBe(200);
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.headers.get('cache-control')).toBe('no-store');
    expect(stream.headers.get('x-accel-buffering')).toBe('no');
    expect(await stream.next()).toEqual({ id: expect.stringMatching(/^\d+-\d+$/), event: 'ready', data: {} });
    const { id, company_id } = await order();
    await gateway.post(`/sandbox/transactions/${id}/pay`);
    const about = { transaction_id: id, company_id };
    expect(await stream.next()).toEqual({
      id: expect.stringMatching(/^\d+-\d+$/),
      event: 'event',
      data: { event: 'payment.created', status: 'PENDING', ...about },
    });
    expect((await stream.next())?.data).toEqual({ event: 'payment.approved', status: 'APPROVED', ...about });
    stream.close();
  });

  it.each(['header', 'parameter'])('resumes behind the last event that was heard, named by %s', async (by) => {
    const first = await openStream(gateway);
    await first.next();
    const { id } = await order();
    const heard = await first.next();
    first.close();
    await gateway.post(`/sandbox/transactions/${id}/pay`);
    const again = await openStream(
      gateway,
      by === 'header'
        ? { headers: { 'last-event-id': heard?.id as string } }
        : { path: `/events/stream?after=${heard?.id}` },
    );
    expect(await again.next()).toMatchObject({ id: heard?.id, event: 'ready' });
    expect((await again.next())?.data).toMatchObject({ event: 'payment.approved', transaction_id: id });
    // The ids are cursors of the feed.
    const feed = (await gateway.get(`/events?after=${heard?.id}`)).body.data;
    expect(feed[0]).toMatchObject({ event: 'payment.approved', transaction_id: id });
    again.close();
  });

  it('tells what another process writes, and nothing of another merchant', async () => {
    const other = await startTestGateway({ VINTEM_ROLE: 'api' }, gateway.database);
    try {
      const [own, partner] = [await openStream(other), await openStream(other, { token: other.otherToken })];
      await Promise.all([own.next(), partner.next()]);
      const mine = await order(gateway);
      const theirs = await order(gateway, gateway.otherToken, 'est_demo_parceiro');
      expect((await own.next())?.data.transaction_id).toBe(mine.id);
      expect((await partner.next())?.data.transaction_id).toBe(theirs.id);
      const second = await order(gateway);
      expect((await own.next())?.data.transaction_id).toBe(second.id);
      own.close();
      partner.close();
    } finally {
      await other.close();
    }
  });

  it('catches up with more than one look brings, in order and without a gap', async () => {
    const { next } = (await gateway.get('/events?direction=DESC&limit=1')).body;
    await gateway.database.db.query(
      `INSERT INTO events (id, merchant_id, company_id, kind, payload, occurred_at)
       SELECT 'evt_many_' || n, (SELECT merchant_id FROM users WHERE email = 'demo@vintem.dev'), NULL, 'webhook.test',
         '{"event":"webhook.test","company_id":null}', $1 FROM generate_series(1, 250) n`,
      [new Date()],
    );
    const stream = await openStream(gateway, { headers: { 'last-event-id': next } });
    await stream.next();
    const ids = [];
    while (ids.length < 250) {
      const message = await stream.next();
      expect(message).not.toBeNull();
      if (message?.data.event === 'webhook.test') ids.push(message.id);
    }
    expect(new Set(ids).size).toBe(250);
    stream.close();
  });

  it('needs a login, and a cursor of the feed', async () => {
    expectError(await gateway.call('GET', '/events/stream'), { status: 401, code: 'UNAUTHORIZED' });
    expectError(
      await gateway.call('GET', '/events/stream', { token: gateway.token, headers: { 'last-event-id': 'x' } }),
      invalid('Last-Event-ID'),
    );
  });

  it('tells nothing more once its key was revoked', async () => {
    const key = (await gateway.post('/api-keys', { name: 'ERP', scopes: ['read'] })).body;
    const stream = await openStream(gateway, { token: key.key });
    expect(await stream.next()).toMatchObject({ event: 'ready' });
    expect((await gateway.call('DELETE', `/api-keys/${key.id}`, { token: gateway.token })).status).toBe(204);
    // What requests remember of a key ends within five seconds; a quiet stream would end within a minute.
    await eventually(async () => {
      await order();
      expect(await stream.next()).toBeNull();
    });
  });

  it('is refused to a merchant that has too many and to nobody else, and takes no turn from other requests', async () => {
    const limited = await startTestGateway(
      { RATE_LIMIT_PER_SECOND: '1000', MAX_CONNECTIONS: '3000' },
      gateway.database,
    );
    try {
      // A fourth of the connections are for streams, and a twentieth of those for each merchant.
      const streams = await Promise.all(Array.from({ length: 37 }, () => openStream(limited)));
      expect(streams.map(({ status }) => status)).toEqual(Array(37).fill(200));
      const refused = await openStream(limited);
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toBe('5');
      refused.close();
      expect((await limited.get('/transactions?limit=1')).status).toBe(200);
      const partner = await openStream(limited, { token: limited.otherToken });
      expect(partner.status).toBe(200);
      for (const stream of [...streams, partner]) stream.close();
      await eventually(async () => {
        const again = await openStream(limited);
        again.close();
        expect(again.status).toBe(200);
      });
    } finally {
      await limited.close();
    }
  });

  it('ends first when the process stops', async () => {
    const stopping = await startTestGateway({}, gateway.database);
    const streams = await Promise.all(Array.from({ length: 3 }, () => openStream(stopping)));
    for (const stream of streams) expect(await stream.next()).toMatchObject({ event: 'ready' });
    const closed = stopping.close();
    for (const stream of streams) expect(await stream.next()).toBeNull();
    await closed;
  });
});
