import { createHash } from 'node:crypto';

/** The only source of chance in a simulation. The same seed and label give the same numbers on every machine. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  fraction(): number;
  /** Both ends included. */
  int(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  pickWeighted<Item>(choices: readonly (readonly [number, Item])[]): Item;
  shuffle<Item>(items: readonly Item[]): Item[];
  bytes(count: number): Buffer;
}

/** One independent stream per purpose: an additional draw in one place does not change the others. */
export function createRandom(seed: number, label: string): Random {
  const start = createHash('sha256').update(`${seed} ${label}`).digest();
  let [a, b, c, d] = [start.readUInt32LE(0), start.readUInt32LE(4), start.readUInt32LE(8), 1];

  // sfc32: small, fast, and good enough to schedule faults with.
  const next = (): number => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  const fraction = () => next() / 2 ** 32;
  const int = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1));

  return {
    fraction,
    int,
    chance: (probability) => fraction() < probability,
    pick: (items) => {
      if (items.length === 0) throw new RangeError('nothing to pick from');
      return items[int(0, items.length - 1)] as (typeof items)[number];
    },
    pickWeighted: (choices) => {
      let left = fraction() * choices.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, item] of choices) {
        left -= weight;
        if (left < 0) return item;
      }
      throw new RangeError('nothing to pick from');
    },
    shuffle: (items) => {
      const shuffled = [...items];
      for (let last = shuffled.length - 1; last > 0; last--) {
        const other = int(0, last);
        [shuffled[last], shuffled[other]] = [shuffled[other] as never, shuffled[last] as never];
      }
      return shuffled;
    },
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => next() & 0xff)),
  };
}
