export default {
  name: 'the API description',
  connections: 10,
  requests: () => [{ method: 'GET', path: '/openapi.json' }],
};
