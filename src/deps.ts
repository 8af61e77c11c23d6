import type { Logger } from 'pino';
import type { Acquirer } from './acquirers/acquirer.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { DbPool } from './db/pool.ts';
import type { Ids } from './ids.ts';

/** What operations need from outside; only main.ts (and tests) put it together. */
export interface Deps {
  config: Config;
  db: DbPool;
  acquirer: Acquirer;
  clock: Clock;
  ids: Ids;
  log: Logger;
  /** Tells the background work of this process that something is due now; polling finds it otherwise. */
  poke: () => void;
}
