import { Worker } from 'node:worker_threads';
import { ApiError } from '../../ground/errors.ts';
import type { Drawing, Drawn } from './drawing.ts';

/**
 * Always the compiled thread, also when the sources run: a thread cannot load TypeScript on every Node that we support.
 */
const THREAD = new URL('../../../dist/gateway/instruments/drawing-thread.js', import.meta.url);
/** About a second's work; a request beyond it is told to come later. */
const MAX_WAITING = 50;
/** A drawing takes milliseconds; the first drawing of a thread takes a little longer. */
const TIME_LIMIT_MS = 10_000;
const MAX_THREAD_MEGABYTES = 128;

interface Waiting {
  drawing: Drawing;
  resolve: (bytes: Buffer) => void;
  reject: (error: Error) => void;
}

export interface DrawingQueue {
  draw(drawing: Drawing): Promise<Buffer>;
  close(): Promise<void>;
}

/** Draws in a thread, one drawing after the other, so that a request that needs no drawing waits for none. */
export function createDrawingQueue(threadUrl = THREAD, timeLimitMs = TIME_LIMIT_MS): DrawingQueue {
  const waiting: Waiting[] = [];
  let thread: Worker | null = null;
  let current: (Waiting & { timer: NodeJS.Timeout }) | null = null;

  const finish = (settle: (job: Waiting) => void) => {
    if (!current) return;
    clearTimeout(current.timer);
    const done = current;
    current = null;
    settle(done);
    next();
  };

  /** Gives up on the thread: whatever it sends later is ignored. */
  const giveUp = (failed: Worker, error: Error) => {
    if (thread !== failed) return;
    thread = null;
    void failed.terminate();
    finish(({ reject }) => reject(error));
  };

  const startThread = (): Worker => {
    const started = new Worker(threadUrl, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_THREAD_MEGABYTES },
    });
    started.on('message', (drawn: Drawn) => {
      if (thread !== started) return;
      finish(({ resolve, reject }) =>
        'bytes' in drawn ? resolve(Buffer.from(drawn.bytes)) : reject(new Error(drawn.problem)),
      );
    });
    started.on('error', (error) => giveUp(started, error));
    started.on('exit', () => giveUp(started, new Error('the drawing thread ended')));
    // An idle thread does not keep the process alive; while it draws, a request does.
    started.unref();
    return started;
  };

  const next = () => {
    const job = current ? undefined : waiting.shift();
    if (!job) return;
    const drawer = thread ?? startThread();
    thread = drawer;
    current = { ...job, timer: setTimeout(() => giveUp(drawer, busy('the drawing took too long')), timeLimitMs) };
    drawer.postMessage(job.drawing);
  };

  return {
    draw(drawing) {
      if (waiting.length >= MAX_WAITING) return Promise.reject(busy('too many drawings are waiting'));
      return new Promise((resolve, reject) => {
        waiting.push({ drawing, resolve, reject });
        next();
      });
    },

    async close() {
      const last = thread;
      thread = null;
      for (const { reject } of waiting.splice(0)) reject(busy('the service is stopping'));
      finish(({ reject }) => reject(busy('the service is stopping')));
      await last?.terminate();
    },
  };
}

function busy(detail: string): ApiError {
  return new ApiError('SERVICE_UNAVAILABLE', detail, { retryAfterSeconds: 1 });
}
