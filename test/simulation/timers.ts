import type { Scheduler } from './scheduler.ts';

type TimerHandle = ReturnType<typeof setTimeout>;

/**
 * Timers of simulated processes become steps, and their stopwatch shows simulated time. Other code in this process (the
 * database client, the test runner) keeps the real ones. Returns a function that restores everything.
 */
export function installTimers(scheduler: Scheduler, nowMs: () => number): () => void {
  const real = {
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
    setImmediate: globalThis.setImmediate,
    now: performance.now,
  };
  const cancels = new WeakMap<object, () => void>();

  const simulated = (callback: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): TimerHandle => {
    const actor = scheduler.current;
    if (!actor) return real.setTimeout(callback, ms, ...args);
    const timer = scheduler.timer(actor, ms, () => callback(...args));
    const handle = { ref: () => handle, unref: () => handle, hasRef: () => false };
    cancels.set(handle, timer.cancel);
    return handle as unknown as TimerHandle;
  };

  globalThis.setTimeout = Object.assign(simulated, real.setTimeout) as typeof setTimeout;
  globalThis.clearTimeout = ((handle?: TimerHandle) => {
    const cancel = typeof handle === 'object' ? cancels.get(handle) : undefined;
    if (cancel) cancel();
    else real.clearTimeout(handle);
  }) as typeof clearTimeout;
  // A batch of writes begins by this: as a step it comes sooner or later, and so with more or fewer in it.
  const soon = (callback: (...args: unknown[]) => void, ...args: unknown[]) =>
    scheduler.current ? simulated(callback, 0, ...args) : real.setImmediate(callback, ...args);
  globalThis.setImmediate = Object.assign(soon, real.setImmediate) as unknown as typeof setImmediate;
  performance.now = () => (scheduler.current ? nowMs() : real.now.call(performance));

  return () => {
    globalThis.setTimeout = real.setTimeout;
    globalThis.clearTimeout = real.clearTimeout;
    globalThis.setImmediate = real.setImmediate;
    performance.now = real.now;
  };
}
