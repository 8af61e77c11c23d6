// The two pages that anybody may open: one of a payment, one of a payment link.
import { createLink } from '../support/payment-link.mjs';

export default {
  name: 'pages of payers',
  connections: 100,
  async requests(stage) {
    const { call, attacker, orderOf } = stage;
    const order = (await call('POST', '/payments/order', { token: attacker, body: orderOf('est_demo_loja') })).json();
    const paths = [new URL(order.transaction.payment_url).pathname, await createLink(stage)];
    return paths.map((path) => ({ method: 'GET', path }));
  },
};
