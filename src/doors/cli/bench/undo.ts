import { CliError } from '../command.ts';

/** What must be undone at the end, however the end comes. */
export interface Undo {
  /** The last one given is the first one done. */
  later(step: () => Promise<unknown>): void;
  /** Throws once somebody has asked to stop: nothing new is begun then. */
  refuseWhenStopped(): void;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Does the work, and then undoes what it has left to undo: also when it fails, and when a signal asks to stop. A second
 * signal changes nothing, so that the undoing comes to its end.
 */
export async function withUndo<Result>(work: (undo: Undo) => Promise<Result>): Promise<Result> {
  const steps: (() => Promise<unknown>)[] = [];
  const stopping = new AbortController();
  const stopped = new Promise<never>((_, reject) => {
    stopping.signal.addEventListener('abort', () => reject(stopping.signal.reason));
  });
  const onSignal = (signal: NodeJS.Signals) =>
    stopping.abort(new CliError(`stopped by ${signal}; what was made for the measurement is removed`));
  for (const signal of SIGNALS) process.on(signal, onSignal);
  const undo: Undo = {
    later: (step) => steps.push(step),
    refuseWhenStopped: () => stopping.signal.throwIfAborted(),
  };
  try {
    return await Promise.race([work(undo), stopped]);
  } finally {
    try {
      await undoAll(steps);
    } finally {
      for (const signal of SIGNALS) process.off(signal, onSignal);
    }
  }
}

/** One that fails keeps none of the others from being done; the first failure is told at the end. */
async function undoAll(steps: (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (let step = steps.pop(); step; step = steps.pop()) await step().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
