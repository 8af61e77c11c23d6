import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createWebhookSender } from '../../../../src/news/webhooks/deliveries/send-webhook.ts';
import {
  createSafeHttp,
  MAX_ORIGINS,
  type SafeHttp,
  type SafeHttpOptions,
} from '../../../../src/news/webhooks/safe-http/safe-http.ts';
import { type Receiver, startReceiver, watchDials } from '../receivers.ts';
import { FORBIDDEN_HOSTS } from './addresses.ts';
import { SELF_SIGNED, TEST_CA, VOUCHED } from './tls-fixture.ts';

const BODY = '{"event":"webhook.test"}';
const SIGNATURE = { 'webhook-id': 'evt_1', 'webhook-timestamp': '1772452800', 'webhook-signature': 'v1,c2lnbmF0dXJl' };
const PUBLIC_ADDRESS = '200.160.2.3';
const OTHER_PUBLIC_ADDRESS = '8.8.8.8';
const NAME = 'hooks.loja.com.br';
const REFUSED = { ok: false, reason: 'refused_address' };
const noNames = () => Promise.reject(new Error('no name is looked up here'));

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) await cleanup();
});

function door(options: Partial<SafeHttpOptions> = {}): SafeHttp {
  const http = createSafeHttp({
    allowLoopback: false,
    lookup: noNames,
    timeoutMs: 30_000,
    maxResponseBytes: 1_024,
    maxOrigins: MAX_ORIGINS,
    ca: TEST_CA,
    ...options,
  });
  cleanups.push(() => http.close());
  return http;
}

async function receiver(tls?: { cert: string; key: string }, answer = 'ok'): Promise<Receiver> {
  const made = await startReceiver((_request, response) => response.end(answer), tls);
  cleanups.push(() => made.close());
  return made;
}

function dials(): string[] {
  const watch = watchDials();
  cleanups.push(watch.restore);
  return watch.addresses;
}

describe('hosts that are addresses', () => {
  it.each(FORBIDDEN_HOSTS)('%s is refused at connect, before anything is dialled', async (host) => {
    const target = await receiver();
    const addresses = dials();
    const http = door();
    expect(await http.post(new URL(`http://${host}:${target.port}/`), {}, BODY)).toEqual(REFUSED);
    expect(await http.post(new URL(`https://${host}:${target.port}/`), {}, BODY)).toEqual(REFUSED);
    const sender = createWebhookSender({ allowLoopback: false, lookup: noNames });
    expect(await sender.send(`https://${host}:${target.port}/`, SIGNATURE, BODY)).toMatchObject({
      outcome: 'error',
      reason: 'refused_address',
    });
    expect(addresses).toEqual([]);
    expect(target.opened).toBe(0);
  });

  it('localhost is refused as well, unless it is allowed', async () => {
    const target = await receiver();
    expect(await door().post(new URL(target.url), {}, BODY)).toEqual(REFUSED);
    expect(await door({ allowLoopback: true }).post(new URL(target.url), {}, BODY)).toMatchObject({
      ok: true,
      statusCode: 200,
    });
  });

  it.each(['10.0.0.1', '169.254.169.254', '[::ffff:127.0.0.1]', '0.0.0.0'])(
    '%s stays refused where loopback is allowed',
    async (host) => {
      const addresses = dials();
      expect(await door({ allowLoopback: true }).post(new URL(`http://${host}:8080/`), {}, BODY)).toEqual(REFUSED);
      expect(addresses).toEqual([]);
    },
  );

  it('a public one is dialled without a lookup', async () => {
    const target = await receiver();
    const addresses = dials();
    expect(await door().post(new URL(`http://${PUBLIC_ADDRESS}:${target.port}/`), {}, BODY)).toMatchObject({
      ok: true,
      statusCode: 200,
    });
    expect(addresses).toEqual([PUBLIC_ADDRESS]);
  });
});

describe('names', () => {
  it.each([
    [['127.0.0.1']],
    [['::1']],
    [[PUBLIC_ADDRESS, '127.0.0.1']],
    [['10.0.0.1', PUBLIC_ADDRESS]],
    [[PUBLIC_ADDRESS, '64:ff9b::7f00:1']],
    [['169.254.169.254']],
  ])('that resolve to %j are refused, in the sandbox too', async (answer) => {
    const target = await receiver();
    const addresses = dials();
    const url = new URL(`http://${NAME}:${target.port}/`);
    for (const allowLoopback of [false, true]) {
      expect(await door({ allowLoopback, lookup: async () => answer }).post(url, {}, BODY)).toEqual(REFUSED);
    }
    expect(addresses).toEqual([]);
  });

  it('that change their answer are dialled where they were checked, and checked again for the next connection', async () => {
    const target = await receiver(VOUCHED);
    const addresses = dials();
    const answers = [[PUBLIC_ADDRESS], ['127.0.0.1'], ['127.0.0.1']];
    const lookup = vi.fn(async () => answers.shift() ?? []);
    const url = new URL(`https://${NAME}:${target.port}/`);
    const http = door({ lookup });

    expect(await http.post(url, {}, BODY)).toMatchObject({ ok: true, statusCode: 200 });
    expect([lookup.mock.calls.length, addresses]).toEqual([1, [PUBLIC_ADDRESS]]);
    // A connection is free again only a turn of the event loop after its answer.
    await pause(20);
    // The kept connection goes to the address that was checked; no name is asked.
    expect(await http.post(url, {}, BODY)).toMatchObject({ ok: true, statusCode: 200 });
    expect([lookup.mock.calls.length, target.opened]).toEqual([1, 1]);

    await target.close();
    const again = await door({ lookup }).post(url, {}, BODY);
    expect(again).toEqual(REFUSED);
    expect(addresses).toEqual([PUBLIC_ADDRESS]);
  });

  it('without an address are a matter of DNS', async () => {
    const url = new URL(`https://${NAME}/`);
    expect(await door({ lookup: async () => [] }).post(url, {}, BODY)).toEqual({ ok: false, reason: 'dns' });
    expect(await door({ lookup: noNames }).post(url, {}, BODY)).toEqual({ ok: false, reason: 'dns' });
  });

  it('with several addresses are tried in turn', async () => {
    const target = await receiver(VOUCHED);
    const gone = await receiver();
    await gone.close();
    const addresses = dials();
    const http = door({ lookup: async () => [PUBLIC_ADDRESS, OTHER_PUBLIC_ADDRESS] });
    expect(await http.post(new URL(`https://${NAME}:${gone.port}/`), {}, BODY)).toEqual({
      ok: false,
      reason: 'connection_refused',
    });
    expect(addresses).toEqual([PUBLIC_ADDRESS, OTHER_PUBLIC_ADDRESS]);
    expect(await http.post(new URL(`https://${NAME}:${target.port}/`), {}, BODY)).toMatchObject({ ok: true });
  });
});

describe('certificates', () => {
  const resolve = async () => [PUBLIC_ADDRESS];

  it('a live delivery to a pinned address still shows the name: SNI, certificate and Host', async () => {
    const target = await receiver(VOUCHED);
    const addresses = dials();
    const sender = createWebhookSender({ allowLoopback: false, lookup: resolve, ca: TEST_CA });
    cleanups.push(() => sender.close());
    expect(await sender.send(`https://${NAME}:${target.port}/hook`, SIGNATURE, BODY)).toMatchObject({
      outcome: 'response',
      statusCode: 200,
    });
    expect(addresses).toEqual([PUBLIC_ADDRESS]);
    expect(target.requests).toMatchObject([
      { servername: NAME, headers: { host: `${NAME}:${target.port}` }, body: BODY },
    ]);
  });

  it('of another name are refused', async () => {
    const target = await receiver(VOUCHED);
    dials();
    const http = door({ lookup: resolve });
    for (const host of ['outra.loja.com.br', PUBLIC_ADDRESS]) {
      expect(await http.post(new URL(`https://${host}:${target.port}/`), {}, BODY)).toEqual({
        ok: false,
        reason: 'tls',
      });
    }
    expect(target.requests).toEqual([]);
  });

  it('that vouch for themselves are refused, even when the environment says otherwise', async () => {
    const target = await receiver(SELF_SIGNED);
    const sender = createWebhookSender({ allowLoopback: true, lookup: noNames });
    cleanups.push(() => sender.close());
    expect(await sender.send(target.url, SIGNATURE, BODY)).toMatchObject({ outcome: 'error', reason: 'tls' });
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    expect(await sender.send(target.url, SIGNATURE, BODY)).toMatchObject({ outcome: 'error', reason: 'tls' });
    expect(target.requests).toEqual([]);
  });

  it('are expected where https is spoken: plain HTTP there is a matter of TLS', async () => {
    const target = await receiver();
    const url = new URL(target.url.replace('http:', 'https:'));
    expect(await door({ allowLoopback: true }).post(url, {}, BODY)).toEqual({ ok: false, reason: 'tls' });
  });
});
