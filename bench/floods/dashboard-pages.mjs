export default {
  name: 'pages of the dashboard',
  connections: 100,
  requests: () => ['/dashboard', '/dashboard/transactions', '/'].map((path) => ({ method: 'GET', path })),
};
