// The storeys of src/, from the top: an import goes down, or stays on its storey. main.ts and start.ts stand beside the
// doors. The walls hold every import against this list, and ARCHITECTURE.md prints it.
export const STOREYS = ['doors', 'care', 'pages', 'gateway', 'books', 'news', 'parties', 'rails', 'ground'];

/** Files that stand beside the storeys. */
const BESIDE_THE_DOORS = new Set(['src/main.ts', 'src/start.ts']);

/** How far below the top a file of src/ stands; undefined where it is in no storey. */
export function depthOf(file) {
  if (BESIDE_THE_DOORS.has(file)) return 0;
  const [, storey] = /^src\/([^/]+)\//.exec(file) ?? [];
  const depth = STOREYS.indexOf(storey);
  return depth < 0 ? undefined : depth;
}

/** `src/storey/room`; undefined for a file that stands in no room. */
export function roomOf(file) {
  return /^src\/[^/]+\/[^/]+(?=\/)/.exec(file)?.[0];
}
