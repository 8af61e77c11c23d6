import type { Clock } from '../../src/ground/clock.ts';

/**
 * Simulated time: real time that stands still between steps, and business time at a distance from it, as
 * in the sandbox.
 */
export interface SimClock {
  /** The clock of a process that is this much ahead or behind. */
  seenWith(skewMs: number): Clock;
  /** The true business time, which the acquirer uses. */
  businessNow(): Date;
  realNow(): Date;
  advance(ms: number): void;
  advanceBusinessOnly(ms: number): void;
}

export function createSimClock(start: Date): SimClock {
  let realMs = start.getTime();
  let offsetMs = 0;
  // Each reading takes a moment: two rows are never due at the same instant, so no tie is left to the order of
  // rows on disk.
  const read = () => ++realMs;
  return {
    seenWith: (skewMs) => ({
      now: async () => new Date(read() + offsetMs + skewMs),
      realNow: () => new Date(read() + skewMs),
      databaseNow: async () => new Date(read()),
    }),
    businessNow: () => new Date(realMs + offsetMs),
    realNow: () => new Date(realMs),
    advance: (ms) => {
      realMs += ms;
    },
    advanceBusinessOnly: (ms) => {
      offsetMs += ms;
    },
  };
}
