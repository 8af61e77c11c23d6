import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { WebhookSender } from '../../../src/ground/webhook-sender.ts';
import {
  createWebhookSender,
  KEPT_RESPONSE_BYTES,
  MAX_RESPONSE_BYTES,
  type WebhookSenderOptions,
} from '../../../src/news/webhooks/deliveries/send-webhook.ts';
import { USUAL_CONNECTIONS } from '../../../src/news/webhooks/safe-http/exchange.ts';
import { eventually } from '../../support/contract.ts';
import { type Receiver, startReceiver, startTcpReceiver, watchDials } from './receivers.ts';

/** For what answers: longer than it takes on any machine. */
const PATIENCE_MS = 30_000;
/** For what never answers. */
const TIMEOUT_MS = 400;
const BODY = '{"event":"webhook.test"}';
const SIGNATURE = { 'webhook-id': 'evt_1', 'webhook-timestamp': '1772452800', 'webhook-signature': 'v1,c2lnbmF0dXJl' };
const noNames = () => Promise.reject(new Error('no name is looked up here'));

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) await cleanup();
});

function sender(options: Partial<WebhookSenderOptions> = {}): WebhookSender {
  const made = createWebhookSender({ allowLoopback: true, lookup: noNames, timeoutMs: PATIENCE_MS, ...options });
  cleanups.push(() => made.close());
  return made;
}

async function receiver(...args: Parameters<typeof startReceiver>): Promise<Receiver> {
  const made = await startReceiver(...args);
  cleanups.push(() => made.close());
  return made;
}

async function tcpReceiver(...args: Parameters<typeof startTcpReceiver>): Promise<Receiver> {
  const made = await startTcpReceiver(...args);
  cleanups.push(() => made.close());
  return made;
}

/** Until the test moves it, the time of the sender stands still. */
function standStill(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  cleanups.push(async () => void vi.useRealTimers());
}

const failed = (reason: string) => ({ outcome: 'error', reason, durationMs: expect.any(Number) });

describe('a receiver that answers', () => {
  it('gets the body, our headers and its own host name', async () => {
    const target = await receiver((_request, response) => response.end('ok'));
    const result = await sender().send(`${target.url}?a=b`, SIGNATURE, BODY);
    expect(result).toEqual({
      outcome: 'response',
      statusCode: 200,
      bodySnippet: 'ok',
      durationMs: expect.any(Number),
      retryAfter: null,
    });
    expect(target.requests).toMatchObject([{ method: 'POST', path: '/hook?a=b', body: BODY }]);
    expect(target.requests[0]?.headers).toMatchObject({
      host: `localhost:${target.port}`,
      'content-type': 'application/json',
      'content-length': String(BODY.length),
      'user-agent': 'Vintem-Webhooks/1',
      'webhook-id': 'evt_1',
    });
  });

  it('with 500, 204 or 410 is told as it is, with what it said', async () => {
    const target = await receiver((request, response) => {
      response.statusCode = Number(request.url?.slice(1));
      response.end(response.statusCode === 204 ? undefined : 'não deu');
    });
    const { send } = sender();
    const origin = `http://127.0.0.1:${target.port}`;
    expect(await send(`${origin}/500`, SIGNATURE, BODY)).toMatchObject({
      outcome: 'response',
      statusCode: 500,
      bodySnippet: 'não deu',
    });
    expect(await send(`${origin}/204`, SIGNATURE, BODY)).toMatchObject({
      outcome: 'response',
      statusCode: 204,
      bodySnippet: '',
    });
    expect(await send(`${origin}/410`, SIGNATURE, BODY)).toMatchObject({ outcome: 'response', statusCode: 410 });
  });

  it('with Retry-After has it handed on, cut to a sane length', async () => {
    const target = await receiver((_request, response) =>
      response.writeHead(503, { 'retry-after': `120${' '.repeat(200)}x` }).end(),
    );
    const result = await sender().send(target.url, SIGNATURE, BODY);
    expect(result).toMatchObject({ statusCode: 503, retryAfter: `120${' '.repeat(61)}` });
  });

  it('with early hints first is judged by its final answer', async () => {
    const target = await tcpReceiver((socket) => {
      socket.once('data', () =>
        socket.end('HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 201 Created\r\ncontent-length: 2\r\n\r\nok'),
      );
    });
    expect(await sender().send(target.url, SIGNATURE, BODY)).toMatchObject({
      outcome: 'response',
      statusCode: 201,
      bodySnippet: 'ok',
    });
  });

  it('with bytes that are no text leaves none that a database refuses', async () => {
    const target = await receiver((_request, response) => response.end(Buffer.from([0x61, 0x00, 0xff, 0x62, 0xc3])));
    expect(await sender().send(target.url, SIGNATURE, BODY)).toMatchObject({ bodySnippet: 'a\ufffd\ufffdb' });
  });

  it('keeps its connection for the next delivery', async () => {
    const target = await receiver((_request, response) => response.end('ok'));
    const { send } = sender();
    for (let turn = 0; turn < 5; turn++) {
      expect(await send(target.url, SIGNATURE, BODY)).toMatchObject({ statusCode: 200 });
      // A connection is free again only a turn of the event loop after its answer.
      await pause(20);
    }
    expect(target).toMatchObject({ opened: 1, open: 1 });
  });
});

describe('a receiver that redirects', () => {
  it.each([301, 302, 303, 307, 308])('with %i is not followed', async (statusCode) => {
    const other = await receiver((_request, response) => response.end('reached'));
    const target = await receiver((_request, response) =>
      response.writeHead(statusCode, { location: other.url }).end(),
    );
    expect(await sender().send(target.url, SIGNATURE, BODY)).toMatchObject({ outcome: 'response', statusCode });
    expect(other.opened).toBe(0);
  });
});

describe('a receiver that takes its time', () => {
  const expectTimeout = async (target: Receiver, options: Partial<WebhookSenderOptions> = {}, url = target.url) => {
    const start = performance.now();
    expect(await sender({ timeoutMs: TIMEOUT_MS, ...options }).send(url, SIGNATURE, BODY)).toEqual(failed('timeout'));
    expect(performance.now() - start).toBeGreaterThan(TIMEOUT_MS - 20);
    await eventually(() => expect(target.open).toBe(0));
    // Giving up must not open another connection.
    await pause(50);
    expect(target.opened).toBe(1);
  };

  it('and never answers is cut off', async () => expectTimeout(await receiver(() => {})));

  it('and drips its headers is cut off', async () => {
    const target = await tcpReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const drip = setInterval(() => socket.write('x-drip: 1\r\n'), 20);
      socket.once('close', () => clearInterval(drip));
    });
    await expectTimeout(target);
  });

  it('and drips its body is cut off, though its status was fine', async () => {
    const target = await receiver((_request, response) => {
      const drip = setInterval(() => response.write('.'), 20);
      response.once('close', () => clearInterval(drip));
    });
    await expectTimeout(target);
  });

  it('and never finishes the TLS handshake is cut off', async () => {
    const target = await tcpReceiver((socket) => socket.resume());
    await expectTimeout(target, {}, target.url.replace('http:', 'https:'));
  });

  it('to be found, because its name server is silent, is cut off', async () => {
    const silent = () => new Promise<never>(() => {});
    const made = createWebhookSender({ allowLoopback: false, lookup: silent, timeoutMs: TIMEOUT_MS });
    expect(await made.send('https://loja.com.br/hook', SIGNATURE, BODY)).toEqual(failed('timeout'));
  });

  it('gets nothing when its connection is only made after the deadline', async () => {
    let answer = (_addresses: string[]) => {};
    const lookup = () =>
      new Promise<string[]>((resolve) => {
        answer = resolve;
      });
    const made = sender({ lookup, allowLoopback: false, timeoutMs: TIMEOUT_MS });
    expect(await made.send('https://loja.com.br/hook', SIGNATURE, BODY)).toEqual(failed('timeout'));
    const { addresses, restore } = watchDials();
    cleanups.push(async () => restore());
    answer(['200.160.2.3']);
    await pause(50);
    expect(addresses).toEqual([]);
  });

  it('does not hold up its neighbours on the same host, nor others', async () => {
    const shared = await receiver((request, response) => void (request.url === '/quick' && response.end('ok')));
    const at = (path: string) => `http://127.0.0.1:${shared.port}${path}`;
    const other = await receiver((_request, response) => response.end('ok'));
    const { send } = sender({ timeoutMs: 3_000 });
    standStill();
    const hanging = Array.from({ length: 3 * USUAL_CONNECTIONS }, (_, index) =>
      send(at(`/hangs/${index % 2}`), SIGNATURE, BODY),
    );
    // The usual number at first.
    await eventually(() => expect(shared.requests.length).toBe(USUAL_CONNECTIONS));
    expect(await send(other.url, SIGNATURE, BODY)).toMatchObject({ statusCode: 200 });
    expect(shared.open).toBe(USUAL_CONNECTIONS);
    // An exchange that has waited for a while gets a connection of its own.
    const quick = send(at('/quick'), SIGNATURE, BODY);
    vi.advanceTimersByTime(300);
    expect(await quick).toMatchObject({ statusCode: 200 });
    await eventually(() => expect(shared.requests.length).toBe(3 * USUAL_CONNECTIONS + 1));
    vi.advanceTimersByTime(3_000);
    for (const result of await Promise.all(hanging)) expect(result).toEqual(failed('timeout'));
  });

  it('what got no connection in time ends by the same limit, is not sent, and leaves its place to those who come after', async () => {
    const slow = await receiver(() => {});
    const sent = (path: string) => slow.requests.filter((request) => request.path === path).length;
    const at = (path: string) => `http://127.0.0.1:${slow.port}${path}`;
    const { send } = sender({ timeoutMs: 200 });
    standStill();
    const hanging = Array.from({ length: USUAL_CONNECTIONS + 20 }, () => send(at('/first'), SIGNATURE, BODY));
    await eventually(() => expect(sent('/first')).toBe(USUAL_CONNECTIONS));
    vi.advanceTimersByTime(200);
    for (const result of await Promise.all(hanging)) expect(result).toEqual(failed('timeout'));
    expect(sent('/first')).toBe(USUAL_CONNECTIONS);
    const later = Array.from({ length: USUAL_CONNECTIONS }, () => send(at('/later'), SIGNATURE, BODY));
    await eventually(() => expect(sent('/later')).toBe(USUAL_CONNECTIONS));
    vi.advanceTimersByTime(200);
    await Promise.all(later);
  });
});

describe('a receiver that says too much', () => {
  it('keeps what fits when its body has no end, and is cut off', async () => {
    let sent = 0;
    const target = await receiver((_request, response) => {
      const chunk = Buffer.alloc(64 * 1024, 'x');
      const pour = () => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length;
        sent += chunk.length;
      };
      response.on('drain', pour);
      pour();
    });
    const result = await sender().send(target.url, SIGNATURE, BODY);
    expect(result).toMatchObject({
      outcome: 'response',
      statusCode: 200,
      bodySnippet: 'x'.repeat(KEPT_RESPONSE_BYTES),
    });
    await eventually(() => expect(target.open).toBe(0));
    expect(target.opened).toBe(1);
    // No more than the sockets of both sides hold.
    expect(sent).toBeLessThan(16 * 1024 * 1024);
  });

  it('reads a body of exactly the limit, and keeps its beginning and the connection', async () => {
    const target = await receiver((_request, response) => response.end('x'.repeat(MAX_RESPONSE_BYTES)));
    expect(await sender().send(target.url, SIGNATURE, BODY)).toMatchObject({
      bodySnippet: 'x'.repeat(KEPT_RESPONSE_BYTES),
    });
    expect(target.open).toBe(1);
  });

  it('in its headers is refused', async () => {
    const target = await tcpReceiver((socket) =>
      socket.end(`HTTP/1.1 200 OK\r\nx-big: ${'x'.repeat(64 * 1024)}\r\n\r\n`),
    );
    expect(await sender().send(target.url, SIGNATURE, BODY)).toEqual(failed('bad_response'));
  });

  it('in headers without end is refused', async () => {
    const target = await tcpReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const pour = setInterval(() => socket.write('x-more: 1\r\n'.repeat(500)), 5);
      socket.once('close', () => clearInterval(pour));
    });
    expect(await sender().send(target.url, SIGNATURE, BODY)).toEqual(failed('bad_response'));
  });
});

describe('a receiver that breaks', () => {
  it.each([
    ['resets the connection', (socket) => socket.once('data', () => socket.resetAndDestroy()), 'connection_reset'],
    ['closes without a word', (socket) => socket.once('data', () => socket.end()), 'connection_reset'],
    [
      'stops in the middle of its body',
      (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf'),
      'connection_reset',
    ],
    ['does not speak HTTP', (socket) => socket.end('220 mail.loja.com.br ESMTP\r\n'), 'bad_response'],
  ] satisfies [string, Parameters<typeof startTcpReceiver>[0], string][])('and %s', async (_what, listener, reason) => {
    const target = await tcpReceiver(listener);
    expect(await sender().send(target.url, SIGNATURE, BODY)).toEqual(failed(reason));
  });

  it('and is not there at all', async () => {
    const target = await receiver(() => {});
    await target.close();
    expect(await sender().send(target.url, SIGNATURE, BODY)).toEqual(failed('connection_refused'));
  });

  it('does not spoil the deliveries after it', async () => {
    let turn = 0;
    const target = await receiver((request, response) => {
      turn++;
      if (turn % 2 === 1) request.socket.resetAndDestroy();
      else response.end('ok');
    });
    const { send } = sender();
    for (let pair = 0; pair < 3; pair++) {
      expect(await send(target.url, SIGNATURE, BODY)).toEqual(failed('connection_reset'));
      expect(await send(target.url, SIGNATURE, BODY)).toMatchObject({ statusCode: 200 });
    }
  });
});

describe('bounds', () => {
  /** Answers nobody before it is let. */
  const heldReceiver = async () => {
    let letAnswer = () => {};
    const isLet = new Promise<void>((resolve) => {
      letAnswer = resolve;
    });
    const slow = await receiver((_request, response) => void isLet.then(() => response.end('late')));
    return { slow, letAnswer };
  };

  it('the connections of the origin unused for longest are closed when there are too many origins', async () => {
    const targets = await Promise.all([1, 2, 3].map(() => receiver((_request, response) => response.end('ok'))));
    const { send } = sender({ maxOrigins: 2 });
    const [first, second, third] = targets as [Receiver, Receiver, Receiver];
    for (const target of [first, second, first, third]) await send(target.url, SIGNATURE, BODY);
    await eventually(() => expect(second.open).toBe(0));
    expect([first.open, third.open]).toEqual([1, 1]);
    expect(await send(second.url, SIGNATURE, BODY)).toMatchObject({ statusCode: 200 });
  });

  it.each([1, USUAL_CONNECTIONS + 10])(
    'an origin that makes room still finishes what runs and waits: %i',
    async (count) => {
      const { slow, letAnswer } = await heldReceiver();
      const quick = await receiver((_request, response) => response.end('ok'));
      const { send } = sender({ maxOrigins: 1 });
      standStill();
      const running = Array.from({ length: count }, () => send(slow.url, SIGNATURE, BODY));
      await eventually(() => expect(slow.requests).toHaveLength(Math.min(count, USUAL_CONNECTIONS)));
      expect(await send(quick.url, SIGNATURE, BODY)).toMatchObject({ statusCode: 200 });
      letAnswer();
      for (const result of await Promise.all(running))
        expect(result).toMatchObject({ statusCode: 200, bodySnippet: 'late' });
      await eventually(() => expect(slow.open).toBe(0));
    },
  );

  it.each([1, USUAL_CONNECTIONS + 10])(
    'closing waits for what runs and waits, and then nothing is sent any more: %i',
    async (count) => {
      const { slow, letAnswer } = await heldReceiver();
      const made = sender();
      standStill();
      const running = Array.from({ length: count }, () => made.send(slow.url, SIGNATURE, BODY));
      await eventually(() => expect(slow.requests).toHaveLength(Math.min(count, USUAL_CONNECTIONS)));
      const closing = made.close();
      letAnswer();
      await closing;
      for (const result of await Promise.all(running)) expect(result).toMatchObject({ bodySnippet: 'late' });
      expect(await made.send(slow.url, SIGNATURE, BODY)).toEqual(failed('closed'));
      await eventually(() => expect(slow.open).toBe(0));
    },
  );

  it('proxies of the environment are not used', async () => {
    const proxy = await receiver((_request, response) => response.end('proxied'));
    for (const name of ['http_proxy', 'https_proxy', 'all_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'])
      vi.stubEnv(name, proxy.url);
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    const target = await receiver((_request, response) => response.end('direct'));
    expect(await sender().send(target.url, SIGNATURE, BODY)).toMatchObject({ bodySnippet: 'direct' });
    expect(proxy.opened).toBe(0);
  });
});
