/** How many transactions the first step covers: many of them write nothing into the books. */
export const FIRST_STEP = 256n;
/** Entries that one step adds up: some ten milliseconds of work. */
export const MOST_ENTRIES = 10_000;

/** Below which transaction a step ends. */
export function endOfStep(coveredBelow: string, endedBelow: string, step: bigint): string {
  const end = BigInt(coveredBelow) + step;
  return end < BigInt(endedBelow) ? String(end) : endedBelow;
}

/** Where little was found the next step is twice as wide, so that years without an entry are a few steps. */
export function nextStep(step: bigint, foundEntries: number): bigint {
  return foundEntries * 2 <= MOST_ENTRIES ? step * 2n : step;
}
