// The pages that anybody may open: one of a payment, one of a payment link, and that there is none.
import { createLink } from '../support/payment-link.mjs';

const NOWHERE = [`/pay/${'x'.repeat(43)}`, '/pay/a/b', '/l/nothing', '/l/nothing/at/all'];

export default {
  name: 'pages of payers',
  connections: 100,
  async requests(stage) {
    const { call, attacker, orderOf } = stage;
    const order = (await call('POST', '/payments/order', { token: attacker, body: orderOf('est_demo_loja') })).json();
    const paths = [new URL(order.transaction.payment_url).pathname, await createLink(stage), ...NOWHERE];
    return paths.map((path) => ({ method: 'GET', path }));
  },
};
