import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebhookSender } from '../../../../src/news/webhooks/deliveries/send-webhook.ts';
import { eventually, expectError, invalid } from '../../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { newestDelivery, testHook } from '../hooks.ts';
import { type Receiver, startReceiver, startTcpReceiver } from '../receivers.ts';
import { FORBIDDEN_HOSTS } from './addresses.ts';

/** Nothing is sent there: each test puts another address in its place. */
const PUBLIC_URL = 'https://200.160.2.3/hook';

/** Reachable from outside, so loopback is as forbidden as in live. */
let gateway: TestGateway;
/** Notices every connection, with or without TLS. */
let inside: Receiver;

beforeAll(async () => {
  gateway = await startTestGateway({ HOST: '0.0.0.0' });
  inside = await startTcpReceiver((socket) => socket.resume());
});
afterAll(async () => {
  await gateway.close();
  await inside.close();
});

const total = async () => (await gateway.get('/webhooks')).body.total as number;

/** A webhook that was registered with a good address and has another one now. */
async function planted(url: string): Promise<number> {
  const { status, body } = await gateway.post('/webhooks', { url: PUBLIC_URL });
  expect(status).toBe(201);
  await gateway.database.db.query('UPDATE webhook_endpoints SET url = $2 WHERE id = $1', [body.id, url]);
  return body.id;
}
const remove = (id: number) => gateway.call('DELETE', `/webhooks/${id}`, { token: gateway.token });

it('loopback is not allowed here', () => {
  expect(gateway.vintem.deps.webhooks.allowLoopback).toBe(false);
});

it('nor on a loopback HOST that a proxy brings the world to', async () => {
  const proxied = await startTestGateway({ PUBLIC_URL: 'https://sandbox.example.com' }, gateway.database);
  try {
    for (const url of ['http://127.0.0.1:3000/', 'http://localhost/', 'https://[::1]:8443/']) {
      expectError(await proxied.post('/webhooks', { url }), invalid('url'));
    }
  } finally {
    await proxied.close();
  }
});

describe('[webhooks] forbidden addresses are refused at registration', () => {
  const urls = FORBIDDEN_HOSTS.flatMap((host) => [
    `https://${host}/hook`,
    `https://${host}:8443/hook`,
    `http://${host}/hook`,
  ]);

  it.each([...FORBIDDEN_HOSTS, 'localhost', 'app.localhost', 'metadata.google.internal', 'banco', 'banco.local'])(
    '%s',
    async (host) => {
      const before = await total();
      for (const url of [`https://${host}/hook`, `https://${host}:8443/hook`, `http://${host}/hook`]) {
        expectError(await gateway.post('/webhooks', { url }), invalid('url'));
      }
      expect(await total()).toBe(before);
    },
  );

  it('and when an address is changed', async () => {
    const id = await planted(PUBLIC_URL);
    for (const url of urls) {
      expectError(
        await gateway.call('PATCH', `/webhooks/${id}`, { token: gateway.token, body: { url } }),
        invalid('url'),
      );
    }
    expect((await gateway.get(`/webhooks/${id}`)).body.url).toBe(PUBLIC_URL);
    await remove(id);
  });

  it('a name that leads to one is refused too, whatever else it leads to', async () => {
    const { webhooks } = gateway.vintem.deps;
    const real = webhooks.lookup;
    try {
      for (const addresses of [
        ['127.0.0.1'],
        ['200.160.2.3', '10.0.0.1'],
        ['2001:12ff:0:2::3', '::ffff:10.0.0.1'],
        ['169.254.169.254'],
      ]) {
        webhooks.lookup = async () => addresses;
        expectError(await gateway.post('/webhooks', { url: 'https://loja.com.br/hook' }), invalid('url'));
      }
      webhooks.lookup = async () => ['200.160.2.3', '2001:12ff:0:2::3'];
      const { status, body } = await gateway.post('/webhooks', { url: 'https://loja.com.br/hook' });
      expect(status).toBe(201);
      await remove(body.id);
    } finally {
      webhooks.lookup = real;
    }
  });
});

describe('[webhooks] forbidden addresses are refused at connect', () => {
  type Attempt = { status_code: number | null; error: string | null };
  const isRefused = ({ status_code, error }: Attempt) => status_code === null && error === 'refused_address';
  // It may have been tried again by the time somebody looks: each attempt was refused.
  const refused = {
    status: 'PENDING',
    attempts: expect.toSatisfy((attempts: Attempt[]) => attempts.length > 0 && attempts.every(isRefused)),
  };

  it('whatever the row says by then', async () => {
    const ids: number[] = [];
    for (const host of FORBIDDEN_HOSTS) ids.push(await planted(`https://${host}:${inside.port}/hook`));
    for (const id of ids) await testHook(gateway, id);
    for (const id of ids) await newestDelivery(gateway, id, refused);
    expect(inside.opened).toBe(0);
    for (const id of ids) await remove(id);
  });

  it.each([
    'http://127.0.0.1',
    'http://localhost',
    'https://localhost',
    'http://app.localhost',
    'http://[::1]',
    'http://0',
  ])('%s with the port of a service inside', async (origin) => {
    const id = await planted(`${origin}:${inside.port}/hook`);
    await testHook(gateway, id);
    await newestDelivery(gateway, id, refused);
    expect(inside.opened).toBe(0);
    await remove(id);
  });

  it.each([
    ['that rebinds to loopback', [['200.160.2.3'], ['127.0.0.1']]],
    ['that rebinds to the metadata service', [['200.160.2.3'], ['169.254.169.254']]],
    ['that hides one among others', [['200.160.2.3'], ['200.160.2.3', '10.0.0.1']]],
  ])('a name %s between registration and delivery', async (_, answers) => {
    const { webhooks } = gateway.vintem.deps;
    const real = { ...webhooks };
    let asked = 0;
    const lookup = async () => answers[Math.min(asked++, answers.length - 1)] ?? [];
    const sender = createWebhookSender({ allowLoopback: false, lookup });
    Object.assign(webhooks, { lookup, sender });
    try {
      const { status, body } = await gateway.post('/webhooks', { url: `https://loja.com.br:${inside.port}/hook` });
      expect(status).toBe(201);
      await testHook(gateway, body.id);
      await newestDelivery(gateway, body.id, refused);
      expect(asked).toBe(2);
      expect(inside.opened).toBe(0);
      await remove(body.id);
    } finally {
      Object.assign(webhooks, real);
      await sender.close();
    }
  });

  it('a redirect to one is not followed, since none is', async () => {
    const local = await startTestGateway();
    const redirecting = await startReceiver((_request, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${inside.port}/` }).end(),
    );
    try {
      const { body } = await local.post('/webhooks', { url: redirecting.url });
      await testHook(local, body.id);
      await newestDelivery(local, body.id, { status: 'PENDING', attempts: [{ status_code: 307 }] });
      await eventually(() => expect(redirecting.requests).toHaveLength(1));
      expect(inside.opened).toBe(0);
    } finally {
      await local.close();
      await redirecting.close();
    }
  });
});
