import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Vintem } from '../../packages/client/src/index.ts';
import { eventually } from '../support/contract.ts';
import { startVintemProcess } from '../support/processes/process.ts';

const START = fileURLToPath(new URL('../../examples/medusa-shop/start.mjs', import.meta.url));
/** Making its tables takes Medusa a minute, and several on a busy machine. */
const OPEN_WITHIN_MS = 500_000;
const ADMIN = { email: 'admin@example.com', password: 'vintem-demo' };
const PAYER = {
  name: 'Maria da Silva',
  email: 'maria@example.com',
  document: '529.982.247-25',
  phone: '(11) 98765-4321',
};
const ORDER_FIELDS = [
  'id,status,total,payment_status,+summary.*,*transactions',
  '*payment_collections.payments,*payment_collections.payments.captures,*payment_collections.payment_sessions',
].join();

export type Way = 'pix' | 'boleto';
// biome-ignore lint/suspicious/noExplicitAny: Medusa's answers, of which its own types are not here.
type Anything = any;

/** Medusa's own server with our provider, beside our own gateway: the example shop as anybody would start it. */
export async function openShop() {
  const folder = mkdtempSync(path.join(tmpdir(), 'vintem-medusa-'));
  const gateway = await startVintemProcess({ env: { DATA_DIR: path.join(folder, 'gateway'), LOG_LEVEL: 'warn' } });
  const vintem = new Vintem({ url: gateway.url, email: 'demo@vintem.dev', password: 'vintem-demo' });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [START], {
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      PORT: String(port),
      VINTEM_URL: gateway.url,
      DATA_DIR: path.join(folder, 'shop'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const close = async () => {
    child.kill('SIGTERM');
    await exited;
    await gateway.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const ended = exited.then((code) => Promise.reject(new Error(`the shop ended with ${code}:\n${output}`)));
    await Promise.race([ended, eventually(() => health(url), OPEN_WITHIN_MS)]);
    ended.catch(() => {});
    return { ...(await buyerAt(url)), vintem, url, close, log: () => output };
  } catch (error) {
    await close();
    throw error;
  }
}

async function health(url: string): Promise<void> {
  const response = await fetch(`${url}/health`);
  if (!response.ok) throw new Error(`not open yet: ${response.status}`);
}

/** What a storefront and the shop's staff do. */
async function buyerAt(url: string) {
  const page = await (await fetch(`${url}/loja`)).text();
  const key = /data-key="(pk_[^"]+)"/.exec(page)?.[1] ?? '';
  const store = (address: string, body?: unknown) =>
    call(`${url}/store${address}`, { 'x-publishable-api-key': key }, body);
  const { token } = await call(`${url}/auth/user/emailpass`, {}, ADMIN);
  const admin = (address: string, body?: unknown) =>
    call(`${url}/admin${address}`, { authorization: `Bearer ${token}` }, body);
  const [region] = (await store('/regions')).regions;
  const [product] = (await store(`/products?region_id=${region.id}&fields=*variants`)).products;

  async function cart(quantity = 1) {
    const made = await store('/carts', {
      region_id: region.id,
      email: PAYER.email,
      shipping_address: { first_name: 'Maria', last_name: 'da Silva', address_1: 'Rua A, 1', country_code: 'br' },
      items: [{ variant_id: product.variants[0].id, quantity }],
    });
    const { shipping_options: options } = await store(`/shipping-options?cart_id=${made.cart.id}`);
    await store(`/carts/${made.cart.id}/shipping-methods`, { option_id: options[0].id });
    return made.cart.id as string;
  }

  /** The session of a cart, with its code or slip. */
  async function session(cartId: string, way: Way, payer: object = PAYER): Promise<Anything> {
    const { payment_collection: made } = await store('/payment-collections', { cart_id: cartId });
    const body = { provider_id: `pp_vintem-${way}_vintem`, data: { payer } };
    const { payment_collection: collection } = await store(`/payment-collections/${made.id}/payment-sessions`, body);
    return collection.payment_sessions[0];
  }

  async function complete(cartId: string): Promise<Anything> {
    const { type, order, error } = await store(`/carts/${cartId}/complete`, {});
    if (type !== 'order') throw new Error(error?.message);
    return orderOf(order.id);
  }

  const orderOf = async (id: string): Promise<Anything> =>
    (await admin(`/orders/${id}?fields=${ORDER_FIELDS}`)).order as Anything;

  return { store, admin, cart, session, complete, orderOf };
}

export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

async function call(url: string, headers: Record<string, string>, body?: unknown): Promise<Anything> {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Anything;
  if (!response.ok) throw new Refused(response.status, answer.message);
  return answer;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
