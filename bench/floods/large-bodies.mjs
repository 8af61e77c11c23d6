// The largest body that is read, shaped to cost the most: one long key over many children.
const body = `{"${'k'.repeat(150_000)}":[${Array(14_000).fill('"aaaa"').join()}]}`.slice(0, 256 * 1024);

export default {
  name: 'large bodies on an order',
  connections: 10,
  isSlowBody: true,
  requests: ({ attacker }) => [
    {
      method: 'POST',
      path: '/payments/order',
      headers: { authorization: `Bearer ${attacker}`, 'content-type': 'application/json' },
      body,
    },
  ],
};
