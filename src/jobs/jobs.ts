import { forgetNotifications } from '../acquirers/forget-notifications.ts';
import { checkPayments } from '../alignment/check-payments.ts';
import { compareDailyTotals } from '../alignment/compare-daily-totals.ts';
import { workNotifications } from '../alignment/work-notifications.ts';
import { sealBooks } from '../audit/seal-books.ts';
import { forgetOldLogins } from '../auth/throttle.sql.ts';
import type { Deps, JobName } from '../deps.ts';
import { forgetOldKeys } from '../idempotency/keys.sql.ts';
import { type PollLoop, startPollLoop } from '../queues/poll-loop.ts';
import { checkRefunds } from '../refunds/check-refunds.ts';
import { startWebhookDispatcher } from '../webhooks/deliveries/deliver-webhooks.ts';
import { forgetOldDeliveries } from '../webhooks/deliveries/forget-old-deliveries.ts';
import { giveUpDeliveries } from '../webhooks/deliveries/give-up-deliveries.ts';

interface Job {
  name: JobName | 'compare-daily-totals' | 'forget-old-deliveries' | 'forget-notifications' | 'seal-books' | 'forget-old-rows';
  everyMs: number;
  /** Answers whether there may be more to do right away. */
  run: (deps: Deps) => Promise<boolean>;
}

/** All background work of the gateway and its cadence. Each job claims what it does, so any number of processes may run it. */
const JOBS: readonly Job[] = [
  { name: 'work-notifications', everyMs: 500, run: workNotifications },
  { name: 'check-payments', everyMs: 1_000, run: checkPayments },
  { name: 'check-refunds', everyMs: 1_000, run: checkRefunds },
  { name: 'give-up-deliveries', everyMs: 1_000, run: giveUpDeliveries },
  { name: 'forget-old-deliveries', everyMs: 60_000, run: forgetOldDeliveries },
  { name: 'forget-notifications', everyMs: 60_000, run: forgetNotifications },
  { name: 'compare-daily-totals', everyMs: 60_000, run: compareDailyTotals },
  { name: 'seal-books', everyMs: 60_000, run: sealBooks },
  {
    name: 'forget-old-rows',
    everyMs: 60_000,
    run: async (deps) => {
      const now = deps.clock.realNow();
      await forgetOldLogins(deps.db, now);
      await forgetOldKeys(deps.db, now);
      return false;
    },
  },
];

export interface Jobs {
  /** All of them without a name. */
  poke(job?: JobName): void;
  /** Waits for what is running and starts nothing more. */
  stop(): Promise<void>;
}

export function startJobs(deps: Deps): Jobs {
  const start = ({ name, everyMs, run }: Job) => startPollLoop(deps.log, name, async () => ((await run(deps)) ? 0 : everyMs));
  const loops = new Map<string, PollLoop>(JOBS.map((job) => [job.name, start(job)]));
  loops.set('deliver-webhooks' satisfies JobName, startWebhookDispatcher(deps));
  return {
    poke: (job) => {
      if (job) loops.get(job)?.poke();
      else for (const loop of loops.values()) loop.poke();
    },
    stop: async () => {
      await Promise.all([...loops.values()].map((loop) => loop.stop()));
    },
  };
}
