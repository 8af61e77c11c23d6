// The same body without a login: refused by its length, before it is read.
const body = `{"${'k'.repeat(150_000)}":[${Array(14_000).fill('"aaaa"').join()}]}`;

export default {
  name: 'large bodies on a login and on no route at all',
  connections: 10,
  isSlowBody: true,
  requests: () =>
    ['/auth', '/nothing'].map((path) => ({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json' },
      body,
    })),
};
