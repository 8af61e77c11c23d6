// Whoever has no account: sign-ups, forgotten passwords, links that nobody sent, and the question of who one is.
const TOKEN = 'x'.repeat(43);
const COMPANY = {
  name: 'Loja',
  document: '11222333000181',
  address: 'Rua A, 1',
  city: 'São Paulo',
  state: 'SP',
  zip: '01001000',
};

const REQUESTS = [
  ['POST', 'sign-up', { email: 'a@example.com', name: 'Ana', password: 'uma-senha-longa', company: COMPANY }],
  ['POST', 'password-reset', { email: 'demo@vintem.dev' }],
  ['PUT', 'password-reset', { token: TOKEN, password: 'uma-senha-longa' }],
  ['POST', 'invitation/open', { token: TOKEN }],
  ['GET', 'session'],
];

export default {
  name: 'sign-ups and forgotten passwords',
  connections: 100,
  requests: ({ url }) =>
    REQUESTS.map(([method, path, body]) => ({
      method,
      path: `/dashboard/${path}`,
      headers: { 'content-type': 'application/json', 'x-vintem-dashboard': '1', origin: new URL(url).origin },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })),
};
