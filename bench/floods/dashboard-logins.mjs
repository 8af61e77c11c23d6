// Wrong passwords at the dashboard, each for another account.
const ACCOUNTS = 1_000;

export default {
  name: 'wrong logins at the dashboard',
  connections: 100,
  requests: ({ url }) =>
    Array.from({ length: ACCOUNTS }, (_, n) => ({
      method: 'POST',
      path: '/dashboard/session',
      headers: { 'content-type': 'application/json', 'x-vintem-dashboard': '1', origin: new URL(url).origin },
      body: JSON.stringify({ email: `nobody-${n}@example.com`, password: 'wrong-password' }),
    })),
};
