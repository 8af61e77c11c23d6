/** Counts how often the same hash has come, in a few bytes for each. */
export interface RepeatCounter {
  /** How often it has come before. */
  note(hash: Buffer): number;
}

const EMPTY = 0;
/** Half of the places stay free, so that a search is short. */
const ROOM = 2;

/**
 * For at most so many hashes, whose first eight bytes tell them apart. A file of 100,000 titles takes 3 MB; since six
 * digits count its records, the largest takes 13 MB.
 */
export function repeatCounter(most: number): RepeatCounter {
  const places = 2 ** Math.ceil(Math.log2(Math.max(1, most) * ROOM));
  const [high, low, counts] = [new Uint32Array(places), new Uint32Array(places), new Uint32Array(places)];
  let free = most;
  return {
    note(hash) {
      const [one, two] = [hash.readUInt32LE(0), hash.readUInt32LE(4)];
      let place = one & (places - 1);
      while (counts[place] !== EMPTY && (high[place] !== one || low[place] !== two)) place = (place + 1) & (places - 1);
      const before = counts[place] as number;
      if (before === EMPTY && free-- <= 0) throw new RangeError(`more than ${most} hashes`);
      [high[place], low[place], counts[place]] = [one, two, before + 1];
      return before;
    },
  };
}
