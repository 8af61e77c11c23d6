export default {
  name: '/readyz',
  connections: 10,
  requests: () => [{ method: 'GET', path: '/readyz' }],
};
