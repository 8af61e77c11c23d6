// Finds patterns of walls that match no file of src/: a wall around a file that was moved or renamed holds nothing.

/** Each pattern of these walls that speaks of src/, with every way to read it; those that match none of the files. */
export function idlePatterns(walls, files) {
  const patterns = new Map();
  for (const { name, from, to } of walls) {
    const written = [from?.path, from?.pathNot, to?.path, to?.pathNot].flat().filter((pattern) => pattern !== undefined);
    for (const reading of written.flatMap(readingsOf).filter(isAboutSources)) patterns.set(reading, name);
  }
  const idle = [...patterns].filter(([reading]) => !files.some((file) => new RegExp(reading).test(file)));
  return idle.map(([reading, wall]) => ({ wall, reading }));
}

/** `a(b|c)d` is two patterns in one: both must match something. Groups are taken from the inside out. */
function readingsOf(pattern) {
  // What a group of the other side matched can be anything.
  const plain = pattern.replaceAll('$1', '[^/]+');
  const group = /\(([^()]*)\)([?*]?)/.exec(plain);
  if (!group) return plain.split('|');
  const [whole, inside, repeat] = group;
  const readings = [...inside.split('|'), ...(repeat ? [''] : [])];
  return readings.flatMap((reading) => readingsOf(plain.replace(whole, () => reading)));
}

/** Walls also name libraries and parts of Node that nobody uses: those forbid, and match nothing for good. */
function isAboutSources(reading) {
  return reading.startsWith('^src/') || (reading.endsWith('\\.ts$') && !reading.includes('node_modules'));
}
