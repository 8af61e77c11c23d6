const LINKS = 50;

export default {
  name: 'QR codes',
  connections: 10,
  async requests({ call, attacker, orderOf }) {
    const links = [];
    for (let n = 0; n < LINKS; n++) {
      const { transaction } = (
        await call('POST', '/payments/order', { token: attacker, body: orderOf('est_demo_loja') })
      ).json();
      links.push({ method: 'GET', path: new URL(transaction.pix_qr_code_url).pathname });
    }
    return links;
  },
};
