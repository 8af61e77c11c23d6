// API keys that nobody has, each another one: nothing about them can be remembered.
const KEYS = 1_000;

export default {
  name: 'wrong API keys',
  connections: 400,
  isBesideNothing: true,
  requests: () =>
    Array.from({ length: KEYS }, (_, n) => ({
      method: 'GET',
      path: '/transactions',
      headers: { authorization: `Bearer vk_${String(n).padStart(64, '0')}` },
    })),
};
