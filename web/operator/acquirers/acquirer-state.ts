import type { SeenAcquirer } from './acquirers.queries.ts';

const DAY_MS = 86_400_000;

/** The one word about a bank; what it cannot do at all comes before what it does not do now. */
export function stateOf({ is_usable, is_starting, answers, open_circuits }: SeenAcquirer) {
  if (is_starting) return 'starting';
  if (!is_usable || answers === null) return 'unusable';
  if (!answers) return 'silent';
  return open_circuits.length > 0 ? 'spared' : 'answers';
}

/** Whole days until then; below zero where it is over. */
export function daysLeft(until: string, nowMs: number): number {
  return Math.floor((Date.parse(until) - nowMs) / DAY_MS);
}
