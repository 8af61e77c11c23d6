// The page of the reference and its largest script.
export default {
  name: 'the reference',
  connections: 100,
  async requests({ call }) {
    const { text } = await call('GET', '/docs');
    const [, script] = /<script[^>]* src="([^"]+)"/.exec(text);
    return ['/docs', script].map((path) => ({ method: 'GET', path }));
  },
};
