// Finds patterns of walls that match no file of src/: such a wall was left behind when its file was moved or renamed.

/**
 * Reads each pattern of these walls about src/ in every possible way, and returns the readings that match none
 * of the files.
 */
export function idlePatterns(walls, files) {
  const patterns = new Map();
  for (const { name, from, to } of walls) {
    const written = [from?.path, from?.pathNot, to?.path, to?.pathNot]
      .flat()
      .filter((pattern) => pattern !== undefined);
    for (const reading of written.flatMap(readingsOf).filter(isAboutSources)) patterns.set(reading, name);
  }
  const idle = [...patterns].filter(([reading]) => !files.some((file) => new RegExp(reading).test(file)));
  return idle.map(([reading, wall]) => ({ wall, reading }));
}

/** `a(b|c)d` is two patterns in one: both must match something. Groups are taken from the inside out. */
function readingsOf(pattern) {
  // A reference to a group of the other side can be any text.
  const plain = pattern.replaceAll('$1', '[^/]+');
  const group = /\(([^()]*)\)([?*]?)/.exec(plain);
  if (!group) return plain.split('|');
  const [whole, inside, repeat] = group;
  const readings = [...inside.split('|'), ...(repeat ? [''] : [])];
  return readings.flatMap((reading) => readingsOf(plain.replace(whole, () => reading)));
}

/** Walls also name libraries and parts of Node that must not be used: those patterns match nothing, on purpose. */
function isAboutSources(reading) {
  return reading.startsWith('^src/') || (reading.endsWith('\\.ts$') && !reading.includes('node_modules'));
}
