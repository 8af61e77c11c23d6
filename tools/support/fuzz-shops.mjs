// Two merchants with something of everything, each marked by a text that the other must never see.
import { ORDER } from './service.mjs';

export const MARKS = ['Canario Azul', 'Canario Verde'];
/** Refuses connections: no webhook leaves the machine. */
const NOWHERE = 'http://127.0.0.1:9/hook';

/** Answers what requests can be about, by the name of the field or the part of a path that says so. */
export async function openShops(call) {
  const pools = {};
  const add = (name, ...values) => {
    pools[name] = [...(pools[name] ?? []), ...values];
  };
  for (const [who, mark] of MARKS.entries()) {
    const ask = async (method, path, body) => {
      const answer = await call(who, { method, path, body: JSON.stringify(body) });
      if (!(answer.status < 300)) throw new Error(`${method} ${path} answered ${answer.status} ${answer.text}`);
      return answer.body;
    };
    const { response } = await ask('GET', '/auth');
    const companies = response.companies.map(({ id }) => id);
    const token = ['est_demo_loja', 'est_demo_parceiro'][who];
    add('body (access_token|accessToken)', token);
    add('(companies/\\{id\\}|company_id|companyIds)', ...companies);
    for (const type of ['pix', 'invoice', 'pix', 'pix']) {
      const order = { ...JSON.parse(ORDER), access_token: token };
      order.customer = { ...order.customer, name: mark, email: `${mark.replace(' ', '.').toLowerCase()}@example.com` };
      order.payment = { type, installments: 1 };
      order.metadata = { mark };
      const { transaction } = await ask('POST', '/payments/order', order);
      add('(transactions/\\{id\\}|transaction_id|paymentId)', transaction.id);
      add('(pay|public/\\w+)/\\{token\\}', new URL(transaction.payment_url).pathname.split('/').at(-1));
    }
    const paid = pools['(transactions/\\{id\\}|transaction_id|paymentId)'].at(-1);
    await ask('POST', `/sandbox/transactions/${paid}/pay`, {});
    await ask('GET', `/transactions/${paid}?payment_type=PIX`);
    const refunded = await ask('POST', '/payments/pix/refund', {
      transaction_id: paid,
      amount: 1.5,
      description: mark,
    });
    add('refunds/\\{id\\}', refunded.refund?.id ?? 1);
    const customers = await ask('GET', '/customers');
    add('(customers/\\{id\\}|customer_id)', ...customers.data.map(({ id }) => id));
    const webhook = await ask('POST', '/webhooks', { url: NOWHERE, description: mark });
    add('webhooks/\\{id\\}', webhook.id);
    const { deliveries } = await ask('POST', `/webhooks/${webhook.id}/test`);
    add('deliveryId', deliveries[0].id);
    const items = [{ name: mark, quantity: 1, price: 1_000 }];
    const link = await ask('POST', '/payment-links', {
      company_id: companies[0],
      title: mark,
      items,
      methods: ['pix'],
    });
    add('(payment-links/\\{id\\}|payment_link_id)', link.id);
    add('l/\\{slug\\}', new URL(link.url).pathname.split('/').at(-1));
    add('body url', NOWHERE);
  }
  add('views/\\{page\\}', 'transactions');
  add('acquirer/\\{name\\}', 'sandbox');
  return pools;
}
