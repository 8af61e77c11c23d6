export default {
  name: 'refused tokens',
  connections: 400,
  isBesideNothing: true,
  requests: () => [{ method: 'GET', path: '/transactions', headers: { authorization: 'Bearer a.b.c' } }],
};
