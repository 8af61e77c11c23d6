/** Signals closer together than this count as one: after one Ctrl-C, both the terminal and npm signal us. */
const SAME_WISH_MS = 1_000;

/** Whether a signal that comes so long after the one that began the stop means more than that one. */
export function isAnotherWish(sinceFirstMs: number): boolean {
  return sinceFirstMs > SAME_WISH_MS;
}
