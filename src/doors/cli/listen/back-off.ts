import { setTimeout as pause } from 'node:timers/promises';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;

/** Pauses that double, until something has worked again. Ends early, by an error, when the signal is aborted. */
export interface BackOff {
  wait(signal: AbortSignal): Promise<void>;
  reset(): void;
}

export function createBackOff(): BackOff {
  let pauseMs = FIRST_PAUSE_MS;
  return {
    async wait(signal) {
      await pause(pauseMs, undefined, { signal });
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    },
    reset() {
      pauseMs = FIRST_PAUSE_MS;
    },
  };
}
