/**
 * Lets one line through per interval and counts the others. What answers every request with the same trouble would
 * otherwise write as many lines as a stranger sends requests.
 */
export function createSampler(everyMs: number) {
  let quietUntilMs = 0;
  let skipped = 0;
  /** How many were skipped since the last line, or null where this one is skipped too. */
  return (nowMs: number): number | null => {
    if (nowMs < quietUntilMs) {
      skipped += 1;
      return null;
    }
    quietUntilMs = nowMs + everyMs;
    const since = skipped;
    skipped = 0;
    return since;
  };
}
