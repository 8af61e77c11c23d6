// Boletos of a hundred long items each: the costliest thing a payer can open.
const LINKS = 50;
const items = Array(100).fill({ name: 'M'.repeat(200), quantity: 1, price: 100 });

export default {
  name: 'boletos of 100 long items',
  connections: 10,
  async requests({ call, attacker, orderOf }) {
    const order = orderOf('est_demo_loja', {
      payment: { type: 'invoice', installments: 1 },
      items,
      subtotal: 10_000,
      total: 10_000,
    });
    const links = [];
    for (let n = 0; n < LINKS; n++) {
      const { transaction } = (await call('POST', '/payments/order', { token: attacker, body: order })).json();
      links.push({ method: 'GET', path: new URL(transaction.boleto_url).pathname });
    }
    return links;
  },
};
