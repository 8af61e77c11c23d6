// Two merchants with something of everything, each marked by a text that the other must never see.
import { ORDER } from './service.mjs';

export const MARKS = ['Canario Azul', 'Canario Verde'];
/** Refuses connections: no webhook leaves the machine. */
const NOWHERE = 'http://127.0.0.1:9/hook';
/** No ids of a kind are collected beyond this, so that old ones are still asked for. */
const MOST_OF_POOL = 100;
/** So many come first and stay: what the shops began with, paid and refunded. */
const OF_THE_SHOPS = 10;
const TRANSACTIONS = '(transactions/\\{id\\}|transaction_id|paymentId)';
/** More than the examples of the document give back. */
const PRICE_CENTS = 20_000;
const EVERY_SCOPE = ['read', 'charge', 'refund', 'webhooks'];

/**
 * Answers what requests can be about (`pools`: values by the name of the field or the part of a path that says so), and
 * an API key of each merchant. `call(who, request)` asks as the owner of a merchant.
 */
export async function openShops(call) {
  const pools = {};
  const keys = [];
  const add = (name, ...values) => {
    pools[name] = [...(pools[name] ?? []), ...values];
  };
  for (const [who, mark] of MARKS.entries()) {
    const ask = async (method, path, body, headers) => {
      const answer = await call(who, { method, path, body: body && JSON.stringify(body), headers });
      if (!(answer.status < 300)) throw new Error(`${method} ${path} answered ${answer.status} ${answer.text}`);
      return answer.body;
    };
    const shop = { ask, add, mark, token: ['est_demo_loja', 'est_demo_parceiro'][who] };
    const { response } = await ask('GET', '/auth');
    const companies = response.companies.map(({ id }) => id);
    add('body (access_token|accessToken)', shop.token);
    add('(companies/\\{id\\}|company_id|companyIds)', ...companies);
    await sell(shop);
    const customers = await ask('GET', '/customers');
    add('(customers/\\{id\\}|customer_id)', ...customers.data.map(({ id }) => id));
    await listen(shop);
    const items = [{ name: mark, quantity: 1, price: 1_000 }];
    const link = await ask('POST', '/payment-links', {
      company_id: companies[0],
      title: mark,
      items,
      methods: ['pix'],
    });
    add('(payment-links/\\{id\\}|payment_link_id)', link.id);
    add('l/\\{slug\\}', new URL(link.url).pathname.split('/').at(-1));
    add('tokenId', (await ask('POST', `/companies/${companies[0]}/access-tokens`)).id);
    keys.push((await ask('POST', '/api-keys', { name: mark, scopes: EVERY_SCOPE })).key);
    add('api-keys/\\{id\\}', (await ask('POST', '/api-keys', { name: mark, scopes: ['read'] })).id);
    await hire(shop);
  }
  add('views/\\{page\\}', 'transactions');
  add('views/\\{page\\}/\\{name\\}', 'Pagas', 'Em aberto');
  add('acquirer/\\{name\\}', 'sandbox');
  return { pools, keys };
}

/** Payments of every kind: open, refunded in part, and one that was paid after it had been cancelled. */
async function sell({ ask, add, mark, token }) {
  const ids = [];
  for (const type of ['pix', 'invoice', 'pix', 'pix', 'pix']) {
    const order = { ...JSON.parse(ORDER), access_token: token };
    order.customer = { ...order.customer, name: mark, email: `${mark.replace(' ', '.').toLowerCase()}@example.com` };
    order.payment = { type, installments: 1 };
    order.items = [{ name: 'Camiseta', quantity: 1, price: PRICE_CENTS }];
    Object.assign(order, { subtotal: PRICE_CENTS, total: PRICE_CENTS });
    order.metadata = { mark };
    const { transaction } = await ask('POST', '/payments/order', order);
    ids.push(transaction.id);
    add('(pay|public/\\w+)/\\{token\\}', new URL(transaction.payment_url).pathname.split('/').at(-1));
  }
  add(TRANSACTIONS, ...ids);
  const [paid, late] = ids.slice(-2);
  await ask('POST', `/transactions/${late}/cancel`);
  for (const id of [paid, late]) {
    await ask('POST', `/sandbox/transactions/${id}/pay`, {});
    await ask('GET', `/transactions/${id}?payment_type=PIX`);
  }
  const refund = { transaction_id: paid, amount: 1.5, description: mark };
  add('refunds/\\{id\\}', (await ask('POST', '/payments/pix/refund', refund)).refund.id);
  const divergences = await ask('GET', '/divergences');
  add('divergences/\\{id\\}', ...divergences.data.map(({ id }) => id));
}

async function listen({ ask, add, mark }) {
  const webhook = await ask('POST', '/webhooks', { url: NOWHERE, description: mark });
  add('webhooks/\\{id\\}', webhook.id);
  const { deliveries } = await ask('POST', `/webhooks/${webhook.id}/test`);
  add('deliveryId', deliveries[0].id);
  add('body url', NOWHERE);
}

/** Somebody who accepted an invitation, and somebody who did not yet. */
async function hire({ ask, add, mark }) {
  const invite = (email) => ask('POST', '/invitations', { email, name: mark, role: 'SUPPORT' });
  const host = mark.replace(' ', '-').toLowerCase();
  const { url } = await invite(`ana@${host}.example`);
  const joining = { token: new URL(url).hash.slice(1), name: mark, password: 'uma frase longa e só sua' };
  await ask('POST', '/dashboard/invitation', joining, { 'x-vintem-dashboard': '1', 'sec-fetch-site': 'same-origin' });
  add('invitations/\\{id\\}', (await invite(`bia@${host}.example`)).id);
  add('users/\\{id\\}', ...(await ask('GET', '/users')).data.map(({ id }) => id));
}

/** By how the address goes up to there, or by the name of the field. */
export function poolOf(pools, about) {
  return Object.entries(pools).find(([name]) => new RegExp(`(^|\\W)${name}\\}?$`).test(about))?.[1] ?? [];
}

/** What was created can be asked for from then on. */
export function remember(pools, { operations }, { path }, { status, body }) {
  if (body?.transaction?.id !== undefined) keep(pools[TRANSACTIONS], body.transaction.id);
  if (status !== 201 || body?.id === undefined) return;
  const below = operations
    .map((operation) => operation.path)
    .find((one) => /^\/\{(id|tokenId)\}/.test(one.replace(path, '')));
  if (below) keep(poolOf(pools, below.slice(0, below.indexOf('}', path.length) + 1)), body.id);
}

function keep(pool, id) {
  if (!pool.includes(id)) pool.push(id);
  if (pool.length > MOST_OF_POOL) pool.splice(OF_THE_SHOPS, 1);
}
