// One valid login, repeated: sixty pass in a minute, the rest is refused before a password is checked.
const body = JSON.stringify({ email: 'demo@vintem.dev', password: 'vintem-demo' });

export default {
  name: 'one valid login, repeated',
  connections: 400,
  requests: () => [{ method: 'POST', path: '/auth', headers: { 'content-type': 'application/json' }, body }],
};
