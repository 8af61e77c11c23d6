import type { Logger } from 'pino';

/** After a failure, usually because the database is away, the work waits this long before it is tried again. */
const PAUSE_AFTER_FAILURE_MS = 1_000;

export interface PollLoop {
  /** There is something to do: now, or right after what is being done. */
  poke(): void;
  /** Waits for what is running and starts nothing more. */
  stop(): Promise<void>;
}

/**
 * Runs `work` again and again. It answers how long to pause before the next time; a poke ends the pause, also the one
 * before the first time.
 */
export function startPollLoop(log: Logger, job: string, work: () => Promise<number>, firstAfterMs = 0): PollLoop {
  let isStopped = false;
  let isPoked = false;
  let wake = () => {};

  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const runOnce = async (): Promise<number> => {
    try {
      return await work();
    } catch (error) {
      log.error({ err: error, job }, 'job failed; tried again');
      return PAUSE_AFTER_FAILURE_MS;
    }
  };

  const finished = (async () => {
    if (firstAfterMs > 0) await sleep(firstAfterMs);
    while (!isStopped) {
      isPoked = false;
      const pauseMs = await runOnce();
      if (!isStopped && !isPoked && pauseMs > 0) await sleep(pauseMs);
    }
  })();

  return {
    poke() {
      isPoked = true;
      wake();
    },
    stop() {
      isStopped = true;
      wake();
      return finished;
    },
  };
}
