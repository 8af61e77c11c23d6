// What would be paid back, and to whom: computed anew for each who asks.
export default {
  name: 'previews of refunds',
  connections: 100,
  async requests({ call, attacker, orderOf }) {
    const order = (await call('POST', '/payments/order', { token: attacker, body: orderOf('est_demo_loja') })).json();
    const { id } = order.transaction;
    await call('POST', `/sandbox/transactions/${id}/pay`, { token: attacker });
    return [
      {
        method: 'POST',
        path: '/payments/refund/simulate',
        headers: { authorization: `Bearer ${attacker}`, 'content-type': 'application/json' },
        body: JSON.stringify({ transaction_id: id, kind: 'pix_refund', amount: 1 }),
      },
    ];
  },
};
