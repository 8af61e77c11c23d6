import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { type Db, type DbPool, openPool, type PoolOptions, STATEMENT_TIMEOUT_MS } from './db/pool.ts';
import { readInTransactions } from './db/transaction.ts';

/**
 * For every four connections that serve orders, lists get one of their own: they cannot take the others or keep
 * theirs for long.
 */
const CONNECTIONS_PER_LIST_CONNECTION = 4;
const LIST_STATEMENT_MS = 3_000;
/** Two batches of each of the two writes of orders at a time. */
const BATCH_POOL_SIZE = 4;
/**
 * For statements that are planned once and kept, over a few rows each: row by row, by an index, also while a table is
 * small. It grows under them, and what goes through a whole table or index would cost more with each order.
 */
export const ROW_BY_ROW = { enable_seqscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off' };
/**
 * A batch that meets a lock lets go and is repeated one by one, so that only whoever needs the locked row waits for it.
 */
const BATCH_SETTINGS = { lock_timeout: '1000', ...ROW_BY_ROW };
/** Lists and the audit run beside orders: one processor of the database is enough for each of them. */
const ONE_PROCESSOR = { max_parallel_workers_per_gather: '0' };

/** As long as the audit may hold back the cleaning up of changed rows; then it is given up and tried again. */
export const AUDIT_WITHIN_MS = 2 * 60 * 60 * 1000;

export interface Pools {
  db: DbPool;
  listsDb: Db;
  batchDb: DbPool;
  auditDb: DbPool;
  /** One more, for whoever needs connections of its own. */
  open(applicationName: string, max: number, more?: Partial<PoolOptions>): DbPool;
  /** One more for lists, with their limits. */
  openLists(applicationName: string, more?: Partial<PoolOptions>): Db;
  /** All of them, by name. */
  opened: ReadonlyMap<string, pg.Pool>;
}

/** How long requests wait for the database, where that is not as long as usual. */
export type PoolLimits = Pick<PoolOptions, 'statementTimeoutMs' | 'connectionWaitMs'>;

/** The connections of a process to its database, apart by what they may do to each other. */
export function openPools(
  url: string,
  config: Config,
  log: Logger,
  cleanups: Cleanup[],
  { statementTimeoutMs = STATEMENT_TIMEOUT_MS, connectionWaitMs }: PoolLimits = {},
): Pools {
  const opened = new Map<string, pg.Pool>();
  const open = (applicationName: string, max: number, more: Partial<PoolOptions> = {}) => {
    const limits = { statementTimeoutMs, connectionWaitMs };
    const options = { url, max, applicationName, isPooled: config.isPooled, ...limits, ...more };
    const db = openDatabase(options, log, cleanups);
    opened.set(applicationName, db.pool);
    return db;
  };
  const db = open('vintem', config.poolSize);
  const listsPoolSize = Math.ceil(config.poolSize / CONNECTIONS_PER_LIST_CONNECTION);
  const openLists = (name: string, more: Partial<PoolOptions> = {}) =>
    readInTransactions(
      open(name, listsPoolSize, { statementTimeoutMs: LIST_STATEMENT_MS, settings: ONE_PROCESSOR, ...more }),
    );
  const listsDb = openLists('vintem-lists');
  const batchDb = open('vintem-orders', BATCH_POOL_SIZE, { settings: BATCH_SETTINGS });
  const auditDb = open('vintem-audit', 1, { statementTimeoutMs: AUDIT_WITHIN_MS, settings: ONE_PROCESSOR });
  return { db, listsDb, batchDb, auditDb, open, openLists, opened };
}

type Cleanup = () => Promise<void>;

function openDatabase(options: Omit<PoolOptions, 'onError'>, log: Logger, cleanups: Cleanup[]): DbPool {
  let isClosing = false;
  const onError = (error: Error) => {
    // The request that opened the connection was answered long ago: its id would mislead.
    if (!isClosing) log.warn({ err: error, requestId: undefined }, 'an idle database connection was lost');
  };
  const db = openPool({ ...options, onError });
  cleanups.push(() => {
    isClosing = true;
    return db.close();
  });
  return db;
}
