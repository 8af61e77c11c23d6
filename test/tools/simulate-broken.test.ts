import { afterEach, expect, it } from 'vitest';
import { type Copy, copyRepository } from './copy.ts';

let copy: Copy;
afterEach(() => copy.remove());

it('finds the place of every mutation, and says so when one has lost it or has two', async () => {
  copy = copyRepository('src', 'tools');
  expect(await copy.run('tools/drills/simulate-broken.mjs', '--check')).toEqual({
    code: 0,
    output: expect.stringMatching(/^\d\d mutations find their place\n$/),
  });
  copy.plant('src/ground/brazil/local-dates.rules.ts', 'export {};\n');
  expect(await copy.run('tools/drills/simulate-broken.mjs', '--check')).toMatchObject({
    code: 1,
    output: expect.stringContaining('0 times'),
  });
  copy.plant('src/gateway/refunds/cover.rules.ts', 'amountCents: needed - covered,\n'.repeat(2));
  const doubled = await copy.run('tools/drills/simulate-broken.mjs', '--check', 'covers-too-high');
  expect(doubled).toMatchObject({ code: 1, output: expect.stringContaining('2 times') });
});
