// Goal: the shop of examples/ can be opened by the commands of its README, and believes only signed webhooks. Method:
// the commands are run in a copy, against a running service; a buyer fills in the form, and the sandbox pays.
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSecret, signWebhook } from '../../src/news/webhooks/deliveries/signature.ts';
import { eventually } from '../support/contract.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BUYER = {
  name: '<b>Ana</b> Souza',
  email: 'ana@example.com',
  document: '529.982.247-25',
  phone: '(11) 98765-4321',
};

let gateway: TestGateway;
let folder: string;
let shop: ChildProcess;
let url: string;
let output = '';

beforeAll(async () => {
  gateway = await startTestGateway();
  folder = mkdtempSync(path.join(tmpdir(), 'vintem-shop-'));
  for (const part of ['packages', 'node_modules', 'tsconfig.json', 'package.json']) {
    symlinkSync(path.join(ROOT, part), path.join(folder, part));
  }
  cpSync(path.join(ROOT, 'examples'), path.join(folder, 'examples'), {
    recursive: true,
    filter: (source) => !source.endsWith('node_modules'),
  });
  const readme = readFileSync(path.join(ROOT, 'examples/shop/README.md'), 'utf8');
  const [, commands] = /```sh\n(.+?)```/s.exec(readme) as unknown as [string, string];
  shop = spawn('sh', ['-c', commands], {
    cwd: folder,
    detached: true,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: '0', VINTEM_URL: gateway.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [shop.stdout, shop.stderr]) stream?.on('data', (chunk) => (output += chunk));
  url = await eventually(() => {
    const [opened] = /http:\/\/localhost:\d+/.exec(output) ?? [];
    if (!opened) throw new Error(`the shop did not open:\n${output}`);
    return opened.replace('localhost', '127.0.0.1');
  }, 60_000);
});

afterAll(async () => {
  if (shop?.pid && shop.exitCode === null) {
    const ended = new Promise((resolve) => shop.once('close', resolve));
    process.kill(-shop.pid, 'SIGTERM');
    await ended;
  }
  await gateway.close();
  rmSync(folder, { recursive: true, force: true });
});

const page = async (address: string) => (await fetch(url + address)).text();
const post = (address: string, fields: Record<string, string>) =>
  fetch(url + address, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

async function buy(key: string): Promise<string> {
  const answer = await post('/orders', { ...BUYER, key });
  expect(answer.status, output).toBe(303);
  return answer.headers.get('location') ?? '';
}

it('sells, shows the code, and says "Pago" after the webhook', async () => {
  expect(await page('/')).toContain('Comprar com PIX');
  const order = await buy('form-1');
  const open = await page(order);
  expect(open).toContain('Aguardando pagamento');
  expect(open).toContain('000201');
  const picture = /src="(http[^"]+qr\.png)"/.exec(open)?.[1] ?? '';
  expect((await fetch(picture)).headers.get('content-type')).toBe('image/png');
  expect(await (await fetch(`${url}${order}/status`)).json()).toEqual({ status: 'PENDING' });

  expect((await post(`${order}/pay`, {})).status).toBe(303);
  await eventually(async () => expect(await page(order)).toContain('>Pago<'));
  expect(output).not.toContain('refused a webhook');
});

it('two clicks on the button are one order', async () => {
  expect(await buy('form-2')).toBe(await buy('form-2'));
});

it('refuses a forged webhook, and the order stays open', async () => {
  const order = await buy('form-3');
  const { body: list } = await gateway.get('/transactions?limit=1');
  const body = JSON.stringify({
    event: 'payment.approved',
    id: 'evt_forged',
    transaction_id: list.data[0].id,
    status: 'APPROVED',
    sequence: 9,
  });
  const forged = signWebhook({
    id: 'evt_forged',
    timestampSeconds: Math.floor(Date.now() / 1000),
    body,
    secrets: [createSecret(Buffer.alloc(32, 7))],
  });
  const send = (headers: Record<string, string>) =>
    fetch(`${url}/webhooks/vintem`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
  expect((await send({ ...forged })).status).toBe(400);
  expect((await send({})).status).toBe(400);
  await eventually(() => expect(output).toMatch(/refused a webhook: WRONG_SIGNATURE[\s\S]*MISSING_HEADER/));
  expect(await page(order)).toContain('Aguardando pagamento');
});

it('shows what the buyer did wrong, and no page for anything else', async () => {
  const wrong = await post('/orders', { ...BUYER, document: '1' });
  expect(wrong.status).toBe(400);
  expect(await wrong.text()).toContain('Dados do pagamento inválidos');
  expect((await fetch(`${url}/orders/unknown`)).status).toBe(404);
});
