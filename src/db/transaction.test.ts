import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { type DbPool, openPool } from './pool.ts';
import { statement } from './statement.ts';
import { CommitUnconfirmed, type Tx, withOneStatement } from './transaction.ts';

/** A pool of one connection that answers as the test says. */
function poolThat(answer: (client: EventEmitter, query: { text: string }, nth: number) => unknown) {
  const sent: string[] = [];
  const released: unknown[] = [];
  const client = Object.assign(new EventEmitter(), {
    query: async (query: { text: string }) => ({ rows: answer(client, query, sent.push(query.text)) }),
    release: (error?: unknown) => released.push(error),
  });
  const pool = { waitingCount: 0, connect: async () => client };
  const queryOf: DbPool['queryOf'] = (sql) => ({ text: typeof sql === 'string' ? sql : sql.text });
  return { db: { pool, queryOf } as unknown as DbPool, sent, released, client };
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

it('a statement goes by its name, unless the pool may not prepare any', async () => {
  const open = (prepares: boolean) =>
    openPool({ url: 'postgres://nowhere', max: 1, applicationName: 'test', onError: () => {}, prepares });
  expect(open(true).queryOf(SELECT, [1])).toEqual({ name: SELECT.name, text: 'SELECT 1', values: [1] });
  expect(open(false).queryOf(SELECT, [1])).toEqual({ text: 'SELECT 1', values: [1] });
  expect([SELECT.name, SELECT.name]).toEqual([
    statement('SELECT 1').name,
    expect.not.stringMatching(statement('SELECT 2').name),
  ]);
  expect(SELECT.name.length).toBeLessThan(64);
});
