/** A payment link of the merchant that floods; answers the path of its page. */
export async function createLink({ call, attacker }) {
  const body = {
    company_id: 1,
    title: 'Camiseta azul',
    methods: ['pix'],
    items: [{ name: 'Camiseta', quantity: 1, price: 4_000 }],
  };
  const answer = await call('POST', '/payment-links', { token: attacker, body });
  if (answer.status !== 201) throw new Error(`the link was answered ${answer.status}: ${answer.text}`);
  return new URL(answer.json().url).pathname;
}
