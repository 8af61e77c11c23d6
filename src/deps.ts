import type { Logger } from 'pino';
import type { Acquirers } from './acquirers/registry.ts';
import type { AnsweredPayment, Applied } from './alignment/answer.rules.ts';
import type { Clock } from './clock.ts';
import type { Sellers } from './companies/sellers.ts';
import type { Config } from './config.ts';
import type { Batcher } from './db/batcher.ts';
import type { LaggingReads } from './db/lagging-reads.ts';
import type { Db, DbPool } from './db/pool.ts';
import type { FeedWatch } from './events/watch-feed.ts';
import type { Ids } from './ids.ts';
import type { Mailer } from './mailer.ts';
import type { OrderWrites } from './orders/batch-writes.ts';
import type { Traces } from './traces.ts';
import type { AddressLookup, WebhookSender } from './webhook-sender.ts';

export type JobName =
  | 'work-notifications'
  | 'deliver-webhooks'
  | 'give-up-deliveries'
  | 'recover-missed'
  | 'check-payments'
  | 'check-refunds'
  | 'warn-of-certificates';

export interface WebhookDeps {
  /** Encrypts the secrets of endpoints at rest. */
  key: Buffer;
  /** Opens the secrets that are not encrypted under `key` yet. */
  previousKey?: Buffer | null;
  allowLoopback: boolean;
  sender: WebhookSender;
  lookup: AddressLookup;
}

/** What operations need from outside; only main.ts (and tests) put it together. */
export interface Deps {
  config: Config;
  db: DbPool;
  /** For reads that grow with what is stored: few connections of their own, and little time for each statement. */
  listsDb: Db;
  /** For those of them that may be some seconds old; `mayLag` opens it. */
  lagging: LaggingReads;
  orderWrites: OrderWrites;
  sellers: Sellers;
  acquirers: Acquirers;
  /** Writes plain approvals of the same moment together. */
  approvals: Batcher<AnsweredPayment, Applied | null>;
  clock: Clock;
  ids: Ids;
  log: Logger;
  traces: Traces;
  webhooks: WebhookDeps;
  /** Null where no mail server is set. */
  mailer: Mailer | null;
  /** Who follows the events by a stream of this process. */
  feed: FeedWatch;
  /**
   * Tells the background work of this process that something is due now. Without it, polling finds the work a little
   * later.
   */
  poke: (job?: JobName) => void;
}
