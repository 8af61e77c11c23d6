import type pg from 'pg';
import { type Db, type DbPool, refuseWhenCrowded } from './pool.ts';

declare const inTransaction: unique symbol;

/** A handle that exists only inside `withTransaction`: what takes a `Tx` cannot be called outside one. */
export interface Tx extends Db {
  readonly [inTransaction]: true;
  /** Once this transaction has been committed, and only then: for telling this process what others now find in the database. */
  afterCommit(act: () => void): void;
}

/** How the driver says that its own time limit has passed: the connection still waits for an answer and is of no more use. */
const NO_ANSWER = 'Query read timeout';
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const MAX_ATTEMPTS = 5;
const BACKOFF_MS = 10;

/**
 * Runs `work` in one transaction and commits what it returns. Deadlocks and serialization failures are tried again a
 * bounded number of times, so `work` must have no effect outside the database: no network call belongs in here.
 */
export async function withTransaction<Result>(db: DbPool, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptTransaction(db, work);
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isWorthRepeating(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, BACKOFF_MS * 2 ** attempt * (0.5 + (attempt % 3) / 3)));
    }
  }
}

/** Several reads on one snapshot, however long they take; nothing can be written in it. */
export async function withSnapshot<Result>(db: DbPool, work: (snapshot: Db) => Promise<Result>): Promise<Result> {
  return attemptTransaction(db, work, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
}

async function attemptTransaction<Result>(db: DbPool, work: (tx: Tx) => Promise<Result>, begin = 'BEGIN'): Promise<Result> {
  refuseWhenCrowded(db.pool);
  const client = await db.pool.connect();
  const afterCommit: (() => void)[] = [];
  let result: Result;
  let broken: Error | undefined;
  // A connection lost while nobody waits for an answer on it reports here; without a listener it would end the process.
  const onLost = (error: Error) => {
    broken = error;
  };
  client.on('error', onLost);
  try {
    await client.query(begin);
    result = await work(transactionOn(client, afterCommit));
    await commit(client);
  } catch (error) {
    // A connection that cannot even roll back is thrown away instead of returned to the pool.
    if ((error as Error).message === NO_ANSWER) broken = error as Error;
    else {
      await client.query('ROLLBACK').catch((rollbackError: Error) => {
        broken = rollbackError;
      });
    }
    throw error;
  } finally {
    client.off('error', onLost);
    client.release(broken);
  }
  for (const act of afterCommit) act();
  return result;
}

/** The commit stands here but not on the replica that was to confirm it: nobody may be told that it is safe. */
export class CommitUnconfirmed extends Error {
  override readonly name = 'CommitUnconfirmed';
}

/**
 * With a synchronous replica, a COMMIT that waits for it longer than the statement's time limit is "cancelled": PostgreSQL
 * warns, and then reports success. Taking that for a yes would lose the transaction together with this server.
 */
async function commit(client: pg.PoolClient): Promise<void> {
  let isUnconfirmed = false;
  const onNotice = (notice: { routine?: string | undefined }) => {
    if (notice.routine === 'SyncRepWaitForLSN') isUnconfirmed = true;
  };
  client.on('notice', onNotice);
  try {
    await client.query('COMMIT');
  } finally {
    client.off('notice', onNotice);
  }
  if (isUnconfirmed) throw new CommitUnconfirmed('the replica did not confirm the commit in time');
}

function transactionOn(client: pg.PoolClient, afterCommit: (() => void)[]): Tx {
  return {
    afterCommit(act: () => void): void {
      afterCommit.push(act);
    },
    async query<Row>(sql: string, params: readonly unknown[] = []): Promise<Row[]> {
      const result = await client.query(sql, params as unknown[]);
      return result.rows as Row[];
    },
  } as Tx;
}

function isWorthRepeating(error: unknown): boolean {
  const code = (error as { code?: string }).code;
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED;
}
