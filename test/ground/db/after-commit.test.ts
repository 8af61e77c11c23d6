import { afterAll, beforeAll, expect, it } from 'vitest';
import { withTransaction } from '../../../src/ground/db/transaction.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

/** What a transaction asks for after its commit happens once, after that commit, and not at all without one. */

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.query('CREATE TABLE notes (id integer PRIMARY KEY, text text)');
});
afterAll(() => database.drop());

it('others find the rows by the time it happens', async () => {
  let found: Promise<unknown[]> = Promise.resolve([]);
  const result = await withTransaction(database.db, async (tx) => {
    tx.afterCommit(() => {
      found = database.db.query('SELECT text FROM notes WHERE id = 1');
    });
    await tx.query("INSERT INTO notes VALUES (1, 'written')");
    return 'done';
  });
  expect(result).toBe('done');
  expect(await found).toEqual([{ text: 'written' }]);
});

it('not where the work fails, nor where its commit does', async () => {
  const happened: string[] = [];
  const failing = withTransaction(database.db, async (tx) => {
    tx.afterCommit(() => happened.push('after failing'));
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await database.db.query('CREATE TABLE tags (note integer REFERENCES notes (id) DEFERRABLE INITIALLY DEFERRED)');
  const refused = withTransaction(database.db, async (tx) => {
    tx.afterCommit(() => happened.push('after a refused commit'));
    await tx.query('INSERT INTO tags VALUES (404)');
  });
  await expect(refused).rejects.toMatchObject({ code: '23503' });
  expect(happened).toEqual([]);
});

it('once, however often the transaction had to be repeated', async () => {
  const happened: number[] = [];
  let attempt = 0;
  await withTransaction(database.db, async (tx) => {
    const current = ++attempt;
    tx.afterCommit(() => happened.push(current));
    if (current < 3) throw Object.assign(new Error('again'), { code: '40001' });
  });
  expect(happened).toEqual([3]);
});
