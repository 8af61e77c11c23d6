export default {
  name: 'health checks',
  connections: 400,
  isBesideNothing: true,
  requests: () => [{ method: 'GET', path: '/healthz' }],
};
