export default {
  name: 'unknown routes',
  connections: 400,
  isBesideNothing: true,
  requests: () => [{ method: 'GET', path: '/nothing' }],
};
