import { describe, expect, it } from 'vitest';
import { drawnRandom, randomIds } from './ids.ts';

/** Counts up, so that every byte that was drawn can be told from the next. */
function countingDraw() {
  const sizes: number[] = [];
  let next = 0;
  const draw = (bytes: number) => {
    sizes.push(bytes);
    return Buffer.from(Array.from({ length: bytes }, () => next++ % 256));
  };
  return { sizes, draw };
}

describe('the store of random bytes', () => {
  it('gives every byte out once, in the order in which they were drawn', () => {
    const { draw, sizes } = countingDraw();
    const random = drawnRandom(draw);
    const given = Buffer.concat([random(16), random(24), random(1), random(10)]);
    expect([...given]).toEqual(Array.from({ length: 51 }, (_, index) => index));
    expect(sizes).toHaveLength(1);
  });

  it('draws anew when it is used up, and never hands out what was wiped', () => {
    const { draw } = countingDraw();
    const random = drawnRandom(draw);
    const pieces = Array.from({ length: 2_000 }, () => random(7));
    const goesOn = (piece: Buffer) => piece.every((byte, at) => at === 0 || byte === ((piece[at - 1] ?? 0) + 1) % 256);
    expect(pieces.filter((piece) => !goesOn(piece))).toEqual([]);
  });

  it('leaves what it gave alone when it goes on', () => {
    const random = drawnRandom();
    const first = random(32);
    const copy = Buffer.from(first);
    for (let count = 0; count < 1_000; count++) random(32);
    expect(first).toEqual(copy);
    expect(first.equals(Buffer.alloc(32))).toBe(false);
  });

  it('draws what is larger than the store by itself', () => {
    const { draw, sizes } = countingDraw();
    expect(drawnRandom(draw)(10_000)).toHaveLength(10_000);
    expect(sizes).toEqual([10_000]);
  });

  it('makes ids that differ', () => {
    const ids = randomIds();
    const made = new Set(Array.from({ length: 5_000 }, () => ids.reference()));
    expect(made.size).toBe(5_000);
  });
});
