import type pg from 'pg';
import { type Db, type DbPool, refuseWhenCrowded } from './pool.ts';
import type { Statement } from './statement.ts';

declare const inTransaction: unique symbol;

/** A handle that exists only inside `withTransaction`: what takes a `Tx` cannot be called outside one. */
export interface Tx extends Db {
  readonly [inTransaction]: true;
  /**
   * Once this transaction has been committed, and only then: for telling this process what others now find
   * in the database.
   */
  afterCommit(act: () => void): void;
}

/**
 * How the driver says that its own time limit has passed: the connection still waits for an answer and is of
 * no more use.
 */
const NO_ANSWER = 'Query read timeout';
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const READ_ONLY = '25006';
const MAX_ATTEMPTS = 5;
const BACKOFF_MS = 10;

/**
 * Runs `work` in one transaction and commits what it returns. Deadlocks and serialization failures are tried again a
 * bounded number of times, so `work` must have no effect outside the database: no network call belongs in here.
 */
export async function withTransaction<Result>(db: DbPool, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return repeatedly(() => attemptTransaction(db, work));
}

/**
 * A transaction whose `work` is one statement: it commits by itself, in one round trip instead of three. Everything
 * else is as with `withTransaction`; a second statement is refused, because nothing would tie it to the first.
 */
export async function withOneStatement<Result>(db: DbPool, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return repeatedly(() => attemptOneStatement(db, work));
}

async function repeatedly<Result>(attemptOnce: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptOnce();
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

/** For reads of a pool whose settings only a transaction can bring: each statement gets one. */
export function readInTransactions(db: DbPool): Db {
  if (db.transactionSettings === '') return db;
  return { query: (sql, params) => attemptTransaction(db, (tx) => tx.query(sql, params), 'BEGIN READ ONLY') };
}

async function attemptTransaction<Result>(
  db: DbPool,
  work: (tx: Tx) => Promise<Result>,
  begin = 'BEGIN',
): Promise<Result> {
  const afterCommit: (() => void)[] = [];
  const result = await onConnection(db, async (client, giveUp) => {
    try {
      await client.query(begin + db.transactionSettings);
      const done = await work(transactionOn(db, client, afterCommit));
      await confirmed(client, () => client.query('COMMIT'));
      return done;
    } catch (error) {
      // A connection that cannot even roll back is thrown away instead of returned to the pool.
      if (!isWithoutAnswer(error)) await client.query('ROLLBACK').catch(giveUp);
      throw error;
    }
  });
  for (const act of afterCommit) act();
  return result;
}

async function attemptOneStatement<Result>(db: DbPool, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  if (db.transactionSettings !== '') return attemptTransaction(db, (tx) => work(once(tx)));
  const afterCommit: (() => void)[] = [];
  const result = await onConnection(db, (client) =>
    confirmed(client, () => work(once(transactionOn(db, client, afterCommit)))),
  );
  for (const act of afterCommit) act();
  return result;
}

function once(tx: Tx): Tx {
  let isUsed = false;
  return {
    ...tx,
    query(sql, params) {
      if (isUsed) throw new Error('a transaction of one statement was given a second one');
      isUsed = true;
      return tx.query(sql, params);
    },
  };
}

/** Lends a connection; one that is of no more use, as `giveUp` or its own error says, does not go back to the pool. */
async function onConnection<Result>(
  db: DbPool,
  use: (client: pg.PoolClient, giveUp: (error: Error) => void) => Promise<Result>,
): Promise<Result> {
  refuseWhenCrowded(db.pool);
  const client = await db.pool.connect();
  let broken: Error | undefined;
  const giveUp = (error: Error) => {
    broken = error;
  };
  // A connection lost while nobody waits for an answer on it reports here; without a listener it would end the process.
  client.on('error', giveUp);
  try {
    return await use(client, giveUp);
  } catch (error) {
    if (isWithoutAnswer(error) || isReadOnly(error)) giveUp(error as Error);
    throw error;
  } finally {
    client.off('error', giveUp);
    client.release(broken);
  }
}

function isWithoutAnswer(error: unknown): boolean {
  return (error as Error).message === NO_ANSWER;
}

/**
 * A primary that became a replica keeps its connections, and refuses whatever writes: the next try must not
 * meet it again.
 */
function isReadOnly(error: unknown): boolean {
  return (error as { code?: string }).code === READ_ONLY;
}

/** The commit stands here but not on the replica that was to confirm it: nobody may be told that it is safe. */
export class CommitUnconfirmed extends Error {
  override readonly name = 'CommitUnconfirmed';
}

/**
 * With a synchronous replica, a commit that waits for it longer than the statement's time limit is
 * "cancelled": PostgreSQL warns, and then reports success. Taking that for a yes would lose the transaction
 * together with this server.
 */
async function confirmed<Result>(client: pg.PoolClient, committing: () => Promise<Result>): Promise<Result> {
  let isUnconfirmed = false;
  const onNotice = (notice: { routine?: string | undefined }) => {
    if (notice.routine === 'SyncRepWaitForLSN') isUnconfirmed = true;
  };
  client.on('notice', onNotice);
  try {
    const result = await committing();
    if (isUnconfirmed) throw new CommitUnconfirmed('the replica did not confirm the commit in time');
    return result;
  } finally {
    client.off('notice', onNotice);
  }
}

function transactionOn(db: DbPool, client: pg.PoolClient, afterCommit: (() => void)[]): Tx {
  return {
    afterCommit(act: () => void): void {
      afterCommit.push(act);
    },
    async query<Row>(sql: string | Statement, params: readonly unknown[] = []): Promise<Row[]> {
      const result = await client.query(db.queryOf(sql, params));
      return result.rows as Row[];
    },
  } as Tx;
}

function isWorthRepeating(error: unknown): boolean {
  const code = (error as { code?: string }).code;
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED;
}
