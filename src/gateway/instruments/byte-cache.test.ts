import { describe, expect, it } from 'vitest';
import { createByteCache } from './byte-cache.ts';

const bytes = (length: number) => Buffer.alloc(length);

describe('a cache bounded in bytes', () => {
  it('forgets what was not asked for the longest', () => {
    const cache = createByteCache(100, 1_000);
    cache.put('a', bytes(40), 0);
    cache.put('b', bytes(40), 0);
    expect(cache.get('a', 0)).toHaveLength(40);
    cache.put('c', bytes(40), 0);
    expect([cache.get('a', 0), cache.get('b', 0), cache.get('c', 0)].map((found) => found !== null)).toEqual([
      true,
      false,
      true,
    ]);
    expect(cache.size()).toBe(80);
  });

  it('never holds more than its bound, whatever is put in', () => {
    const cache = createByteCache(100, 1_000);
    for (let n = 0; n < 1_000; n++) {
      cache.put(`key ${n % 7}`, bytes((n * 37) % 120), n);
      expect(cache.size()).toBeLessThanOrEqual(100);
    }
  });

  it('does not keep what is larger than all of it, nor the older one of that name', () => {
    const cache = createByteCache(100, 1_000);
    cache.put('a', bytes(10), 0);
    cache.put('a', bytes(101), 0);
    expect(cache.get('a', 0)).toBeNull();
    expect(cache.size()).toBe(0);
  });

  it('forgets by age, however often it is asked', () => {
    const cache = createByteCache(100, 1_000);
    cache.put('a', bytes(10), 0);
    expect(cache.get('a', 999)).not.toBeNull();
    expect(cache.get('a', 1_000)).toBeNull();
    expect(cache.size()).toBe(0);
  });
});
