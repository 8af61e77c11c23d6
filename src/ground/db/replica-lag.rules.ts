/** Where the primary's log was, at that moment or later. */
export interface Mark {
  position: number;
  at: number;
}

/** Marks that are too old to prove anything are let go, so that there are never more than one for each look. */
export function withMark(marks: readonly Mark[], mark: Mark, maxLagMs: number): Mark[] {
  return [...marks, mark].filter(({ at }) => at >= mark.at - maxLagMs);
}

/**
 * The latest moment of which a replica at that position is known to have everything; null when it lacks even the oldest
 * mark. The age of the last transaction would not do: on a quiet primary it grows although nothing is missing, and a
 * replica that is cut off cannot know what it misses.
 */
export function completeAsOf(marks: readonly Mark[], position: number): number | null {
  return marks.findLast((mark) => mark.position <= position)?.at ?? null;
}
