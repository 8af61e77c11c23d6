import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { type DbPool, openPool, type PoolOptions } from './pool.ts';
import { statement } from './statement.ts';
import { CommitUnconfirmed, readInTransactions, type Tx, withOneStatement, withTransaction } from './transaction.ts';

/** A pool of one connection that answers as the test says. */
function poolThat(
  answer: (client: EventEmitter, query: { text: string }, nth: number) => unknown,
  transactionSettings = '',
) {
  const sent: string[] = [];
  const released: unknown[] = [];
  const client = Object.assign(new EventEmitter(), {
    query: async (query: string | { text: string }) => {
      const asked = typeof query === 'string' ? { text: query } : query;
      return { rows: answer(client, asked, sent.push(asked.text)) };
    },
    release: (error?: unknown) => released.push(error),
  });
  const pool = { waitingCount: 0, connect: async () => client };
  const queryOf: DbPool['queryOf'] = (sql) => ({ text: typeof sql === 'string' ? sql : sql.text });
  const db = { pool, queryOf, transactionSettings } as unknown as DbPool;
  return { db, sent, released, client };
}

const SELECT = statement('SELECT 1');
const one = (tx: Tx) => tx.query<number>(SELECT);

it('one statement is sent without BEGIN and COMMIT', async () => {
  const { db, sent, released, client } = poolThat(() => [1]);
  expect(await withOneStatement(db, one)).toEqual([1]);
  expect([sent, released]).toEqual([['SELECT 1'], [undefined]]);
  expect(client.listenerCount('notice') + client.listenerCount('error')).toBe(0);
});

it('a second one is refused: nothing would tie it to the first', async () => {
  const { db, sent } = poolThat(() => []);
  await expect(withOneStatement(db, async (tx) => [await one(tx), await one(tx)])).rejects.toThrow('second');
  expect(sent).toHaveLength(1);
});

it('is not taken for a yes when the replica did not confirm it', async () => {
  const { db } = poolThat((client) => client.emit('notice', { routine: 'SyncRepWaitForLSN' }) && []);
  await expect(withOneStatement(db, one)).rejects.toBeInstanceOf(CommitUnconfirmed);
});

it('is sent again after a deadlock, and not after any other error', async () => {
  const failWith = (code: string) =>
    poolThat((_, __, nth) => {
      if (nth === 1) throw Object.assign(new Error(code), { code });
      return [nth];
    });
  expect(await withOneStatement(failWith('40P01').db, one)).toEqual([2]);
  await expect(withOneStatement(failWith('23505').db, one)).rejects.toMatchObject({ code: '23505' });
});

it('a connection without an answer does not go back to the pool', async () => {
  const { db, released } = poolThat(() => {
    throw new Error('Query read timeout');
  });
  await expect(withOneStatement(db, one)).rejects.toThrow('Query read timeout');
  expect(released).toEqual([expect.any(Error)]);
});

it('a connection to a primary that is one no more does not go back to the pool', async () => {
  const { db, released } = poolThat((_, { text }) => {
    if (text === 'SELECT 1') throw Object.assign(new Error('read-only'), { code: '25006' });
    return [];
  });
  await expect(withTransaction(db, one)).rejects.toThrow('read-only');
  await expect(withOneStatement(db, one)).rejects.toThrow('read-only');
  expect(released).toEqual([expect.any(Error), expect.any(Error)]);
});

const open = (more: Partial<PoolOptions>) =>
  openPool({ url: 'postgres://nowhere', max: 1, applicationName: 'test', onError: () => {}, ...more });

it('behind a pooler, what a pool has of its own is set by each transaction, and nothing by a connection', async () => {
  const settings = { lock_timeout: '1000', enable_seqscan: 'off' };
  const pooled = open({ isPooled: true, settings, statementTimeoutMs: 3_000 });
  expect(pooled.pool.options).toMatchObject({ query_timeout: 4_000 });
  for (const name of ['options', 'statement_timeout', 'idle_in_transaction_session_timeout'])
    expect(pooled.pool.options).not.toHaveProperty(name);
  expect(pooled.transactionSettings).toBe(
    '; SET LOCAL statement_timeout = 3000; SET LOCAL lock_timeout = 1000; SET LOCAL enable_seqscan = off',
  );
  expect(open({ isPooled: true }).transactionSettings).toBe('');
  expect(open({ settings }).transactionSettings).toBe('');
  expect(open({ settings }).pool.options).toMatchObject({
    options: '-c TimeZone=UTC -c jit=off -c lock_timeout=1000 -c enable_seqscan=off',
    statement_timeout: 15_000,
  });
});

it('there one statement is a transaction with its settings, and so is each read of a list', async () => {
  const { db, sent } = poolThat(() => [1], '; SET LOCAL lock_timeout = 1000');
  expect(await withOneStatement(db, one)).toEqual([1]);
  expect(sent.splice(0)).toEqual(['BEGIN; SET LOCAL lock_timeout = 1000', 'SELECT 1', 'COMMIT']);
  expect(await readInTransactions(db).query(SELECT)).toEqual([1]);
  expect(sent).toEqual(['BEGIN READ ONLY; SET LOCAL lock_timeout = 1000', 'SELECT 1', 'COMMIT']);
  const direct = poolThat(() => [1]).db;
  expect(readInTransactions(direct)).toBe(direct);
});

it('a statement goes by its name, unless a pooler may have lost it', async () => {
  expect(open({}).queryOf(SELECT, [1])).toEqual({ name: SELECT.name, text: 'SELECT 1', values: [1] });
  expect(open({ isPooled: true }).queryOf(SELECT, [1])).toEqual({ text: 'SELECT 1', values: [1] });
  expect([SELECT.name, SELECT.name]).toEqual([
    statement('SELECT 1').name,
    expect.not.stringMatching(statement('SELECT 2').name),
  ]);
  expect(SELECT.name.length).toBeLessThan(64);
});
