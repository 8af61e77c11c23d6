// Orders of a merchant who has as many webhooks as anybody may have, all of which want to know.
import { startReceivers } from '../support/webhook-stage.mjs';

const ENDPOINTS = 100;

export default {
  name: 'orders told to 100 webhooks',
  connections: 16,
  async requests({ call, attacker, orderOf }) {
    const { healthy } = await startReceivers(1);
    for (let n = 0; n < ENDPOINTS; n++) {
      const body = { url: `http://127.0.0.1:${healthy[0]}/${n}`, events: ['payment.created'] };
      const { status, text } = await call('POST', '/webhooks', { token: attacker, body });
      if (status !== 201) throw new Error(`webhook ${n} was answered ${status}: ${text}`);
    }
    return [
      {
        method: 'POST',
        path: '/payments/order',
        headers: { authorization: `Bearer ${attacker}`, 'content-type': 'application/json' },
        body: JSON.stringify(orderOf('est_demo_loja')),
      },
    ];
  },
};
