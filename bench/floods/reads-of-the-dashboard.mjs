// Whatever the pages of the dashboard read, all at once and again at once.
const PATHS = [
  '/transactions?q=silva',
  '/transactions?format=csv',
  '/reports/payments?from=2026-10-01&to=2026-12-31',
  '/companies',
  '/companies/1/statement/days',
  '/events?direction=DESC&event=payment.refunded',
  '/refunds',
  '/customers?name=maria',
  '/divergences',
  '/payment-links',
];

export default {
  name: 'reads of the dashboard',
  connections: 100,
  requests: ({ attacker }) =>
    PATHS.map((path) => ({ method: 'GET', path, headers: { authorization: `Bearer ${attacker}` } })),
};
