import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { DbPool } from './db/pool.ts';
import type { Ids } from './ids.ts';
import type { Traces } from './traces.ts';

export type JobName =
  | 'work-notifications'
  | 'deliver-webhooks'
  | 'give-up-deliveries'
  | 'recover-missed'
  | 'check-payments'
  | 'check-refunds'
  | 'send-payouts'
  | 'compare-daily-totals'
  | 'warn-of-certificates'
  | 'audit-books';

/**
 * What almost every operation needs from outside. What else there is has a name where it lives (`WithAcquirers`,
 * `WithMailer`, …), and an operation names what it needs of it. Only main.ts (and tests) put it together.
 */
export interface Deps {
  config: Config;
  db: DbPool;
  clock: Clock;
  ids: Ids;
  log: Logger;
  traces: Traces;
  /**
   * Tells the background work of this process that something is due now. Without it, polling finds the work
   * a little later.
   */
  poke: (job?: JobName) => void;
}
