import { performance } from 'node:perf_hooks';

/** What a child process answers: how far it has come, and in the end a result or what went wrong. */
export type Answer<Result> = { soFar: number } | { problem: string } | { result: Result };

/** How much of the processor a process has used since it started, and for how long its own thread has worked. */
export interface Usage {
  processorMs: number;
  activeMs: number;
}

export interface ServiceReady {
  url: string;
  /** What the bank signs its callbacks with. */
  notificationSecret: string;
}

/** What every child can be asked. */
export type UsageTask = { kind: 'usage' };

export interface WorldReady {
  /** Where bank and shop listen. */
  url: string;
}

export type WorldTask =
  | ({ kind: 'meet' } & ServiceReady)
  | { kind: 'orders' | 'lives'; seconds: number; atATime: number };

export interface Ran {
  /** Those that ended in time. */
  count: number;
  /** Those that were begun, all of which have ended by now. */
  begun: number;
  perSecond: number;
}

export interface Served<Task> {
  /** What the parent learns first. */
  ready: unknown;
  perform?(task: Task, tell: (soFar: number) => void): Promise<unknown>;
  close(): Promise<unknown>;
}

/** A process that cannot close in good order must not outlive its parent for long. */
const CLOSE_WITHIN_MS = 8_000;

/** Starts, then does the tasks of the parent one by one, and ends when the parent does, whatever happens to it. */
export async function serveTasks<Task extends object = never>(start: () => Promise<Served<Task>>): Promise<void> {
  const send = (answer: Answer<unknown>) => {
    if (process.connected) process.send?.(answer);
  };
  const fail = (error: unknown) => send({ problem: error instanceof Error ? error.message : String(error) });
  const starting = start();
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), CLOSE_WITHIN_MS);
    void starting
      .then(({ close }) => close())
      .catch(() => {})
      .finally(() => process.exit(0));
  });
  // Ctrl-C reaches the whole group; the parent decides when this one ends.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
  try {
    const { ready, perform } = await starting;
    process.on('message', (task: Task | UsageTask) => {
      if (isUsageTask(task)) return send({ result: readUsage() });
      perform?.(task, (soFar) => send({ soFar })).then((result) => send({ result }), fail);
    });
    send({ result: ready });
  } catch (error) {
    fail(error);
  }
}

const isUsageTask = (task: object): task is UsageTask => 'kind' in task && task.kind === 'usage';

export function readUsage(): Usage {
  const { user, system } = process.cpuUsage();
  return { processorMs: (user + system) / 1_000, activeMs: performance.eventLoopUtilization().active };
}
