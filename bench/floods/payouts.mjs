// Payouts of one company, which wait for one another's debit lock.
export default {
  name: 'payouts of one company',
  connections: 20,
  async requests({ attacker, call, orderOf }) {
    const { transaction } = (
      await call('POST', '/payments/order', { token: attacker, body: orderOf('est_demo_loja') })
    ).json();
    await call('POST', `/sandbox/transactions/${transaction.id}/pay`, { token: attacker, body: {} });
    const body = { type: 'pix_key', key_type: 'cnpj', key: '11222333000181' };
    const added = (await call('POST', '/companies/1/destinations', { token: attacker, body })).json();
    if (!added.id) throw new Error(`no destination was added: ${JSON.stringify(added)}`);
    return [
      {
        method: 'POST',
        path: '/payouts',
        headers: { authorization: `Bearer ${attacker}`, 'content-type': 'application/json' },
        body: JSON.stringify({ company_id: 1, amount: 1, destination_id: added.id }),
      },
    ];
  },
};
