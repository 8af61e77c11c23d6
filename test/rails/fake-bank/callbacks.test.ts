import { createServer as createPlainServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type FakeBank, startFakeBank } from '../../../src/rails/fake-bank/start-fake-bank.ts';
import { type BankClient, bankClient, chargeBody, newTxid } from '../../support/banks/bank-client.ts';
import { bankIdentities } from '../../support/banks/identities.ts';
import { eventually } from '../../support/contract.ts';

interface Received {
  url: string;
  isTrusted: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into callbacks of every shape.
  pix: any[];
}

let bank: FakeBank;
let client: BankClient;
let plain: Server;
let guarded: ReturnType<typeof createTlsServer>;
let strict: ReturnType<typeof createTlsServer>;
let received: Received[] = [];
let status = 200;

beforeAll(async () => {
  bank = await startFakeBank({ identities: await bankIdentities(), habits: { returnDelayMs: 0 } });
  client = bankClient(bank);
  const take = async (request: IncomingMessage): Promise<void> => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const isTrusted = (request.socket as TLSSocket).authorized === true;
    received.push({ url: request.url ?? '', isTrusted, pix: JSON.parse(text).pix });
  };
  plain = createPlainServer((request, response) => void take(request).then(() => response.writeHead(status).end()));
  const { server, authority } = bank.identities;
  const openTls = (rejectUnauthorized: boolean) =>
    createTlsServer(
      {
        cert: server.certificatePem,
        key: server.privateKeyPem,
        ca: authority.certificatePem,
        requestCert: true,
        rejectUnauthorized,
      },
      (request, response) => void take(request).then(() => response.writeHead(status).end()),
    );
  guarded = openTls(false);
  strict = openTls(true);
  for (const each of [plain, guarded, strict])
    await new Promise<void>((resolve) => each.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  received = [];
  status = 200;
  Object.assign(bank.habits, { callbackSuffix: '/pix', callbackTimes: 1, callbackCertificate: 'its own' });
});
afterAll(async () => {
  for (const server of [plain, guarded, strict]) {
    server.closeAllConnections();
    server.close();
  }
  await Promise.all([client.close(), bank.close()]);
});

const key = () => encodeURIComponent(bank.accounts[0]?.pixKeys[0] ?? '');
const schemeOf = (server: Server) => (server === plain ? 'http' : 'https');
const addressOf = (server: { address(): unknown }) => `127.0.0.1:${(server.address() as AddressInfo).port}`;

async function listenAt(webhookUrl: string): Promise<void> {
  expect((await client.ask('PUT', `/webhook/${key()}`, { webhookUrl })).status).toBe(200);
  expect((await client.ask('GET', `/webhook/${key()}`)).body).toMatchObject({ webhookUrl });
}

async function charged(): Promise<string> {
  const txid = newTxid();
  await client.ask('PUT', `/cob/${txid}`, chargeBody(bank));
  return txid;
}

it('tells of a payment and of its return, without the key, over plain HTTP', async () => {
  await listenAt(`http://${addressOf(plain)}/secret`);
  const txid = await charged();
  const { endToEndId } = await bank.control.pay(txid);
  await client.ask('PUT', `/pix/${endToEndId}/devolucao/a`, { valor: '1.00' });
  await eventually(() => expect(received).toHaveLength(2));
  expect(received).toMatchObject([
    { url: '/secret/pix', pix: [{ endToEndId, txid, valor: '12.34' }] },
    { url: '/secret/pix', pix: [{ endToEndId, devolucoes: [{ id: 'a', status: 'DEVOLVIDO' }] }] },
  ]);
  expect(JSON.stringify(received)).not.toContain('@fake-bank');
  expect(bank.callbacks().at(-1)).toMatchObject({ endToEndIds: [endToEndId], result: 200 });
});

it('puts many payments into one body, and repeats itself, with and without the suffix', async () => {
  await listenAt(`http://${addressOf(plain)}/s?ignorar=`);
  const txids = [await charged(), await charged(), await charged()];
  bank.holdCallbacks();
  for (const txid of txids) await bank.control.pay(txid);
  bank.habits.callbackTimes = 2;
  await bank.releaseCallbacks();
  expect(received.map(({ url }) => url)).toEqual(['/s?ignorar=/pix', '/s?ignorar=/pix']);
  for (const { pix } of received) expect(pix.map(({ txid }) => txid)).toEqual(txids);
  Object.assign(bank.habits, { callbackSuffix: '', callbackTimes: 1 });
  await bank.control.pay(txids[0] as string);
  expect(received.at(-1)?.url).toBe('/s?ignorar=');
});

it('shows its certificate, that of a stranger, or none', async () => {
  await listenAt(`https://${addressOf(guarded)}/secret/`);
  for (const shown of ['its own', 'of a stranger', 'none'] as const) {
    bank.habits.callbackCertificate = shown;
    await bank.control.pay(await charged());
  }
  expect(received.map(({ url, isTrusted }) => [url, isTrusted])).toEqual([
    ['/secret/pix', true],
    ['/secret/pix', false],
    ['/secret/pix', false],
  ]);
});

it('tries an address before it registers it, when that is its habit', async () => {
  bank.habits.probesWebhooks = true;
  const register = async (server: Server, headers = {}) =>
    (
      await client.ask(
        'PUT',
        `/webhook/${key()}`,
        { webhookUrl: `${schemeOf(server)}://${addressOf(server)}/s` },
        headers,
      )
    ).status;
  expect(await register(plain)).toBe(400);
  expect(await register(plain, { 'x-skip-mtls-checking': 'true' })).toBe(200);
  expect(await register(strict)).toBe(200);
  status = 500;
  expect(await register(strict)).toBe(400);
  bank.habits.probesWebhooks = false;
  expect(received.map(({ isTrusted }) => isTrusted)).toEqual([false, false, false, true, true]);
});

it('tries again when it was refused', async () => {
  await listenAt(`http://${addressOf(plain)}/secret`);
  status = 503;
  await bank.control.pay(await charged());
  status = 200;
  await eventually(() => expect(received).toHaveLength(2));
  expect(received[1]).toEqual(received[0]);
});

it('is told of nothing after the webhook was removed', async () => {
  await listenAt(`http://${addressOf(plain)}/secret`);
  expect((await client.ask('DELETE', `/webhook/${key()}`)).status).toBe(204);
  expect((await client.ask('GET', `/webhook/${key()}`)).status).toBe(404);
  await bank.control.pay(await charged());
  expect(received).toEqual([]);
  expect((await client.ask('GET', '/webhook/alheia')).status).toBe(403);
  expect((await client.ask('PUT', '/webhook/alheia', { webhookUrl: 'https://a.example' })).status).toBe(400);
  expect((await client.ask('PUT', `/webhook/${key()}`, { webhookUrl: 'a.example' })).status).toBe(400);
});
