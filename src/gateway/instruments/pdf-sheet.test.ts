import { expect, it } from 'vitest';
import { openSheet } from './pdf-sheet.ts';

it('wraps no more paragraphs than can be shown', async () => {
  const sheet = await openSheet({ title: 'T', author: 'A', subject: 'S', createdAt: new Date(0) });
  const texts = Array.from({ length: 100 }, (_, n) => `paragraph ${n}`);
  let read = 0;
  const counted = new Proxy(texts, {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) read += 1;
      return Reflect.get(target, key, receiver);
    },
  });
  // Room for ten lines.
  sheet.paragraphs(counted, { x: 0, y: 0, width: 100, height: 40 }, { size: 8 }, 4);
  expect(read).toBeGreaterThan(10);
  expect(read).toBeLessThan(15);
});
