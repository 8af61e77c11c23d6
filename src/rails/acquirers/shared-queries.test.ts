import { expect, test } from 'vitest';
import type { Acquirer, QueryResult } from './acquirer.ts';
import { withSharedQueries } from './shared-queries.ts';

const charge = (reference: string) => ({ reference, transactionId: null, endToEndId: null });

/** An acquirer that answers each question when the test says so, with its number. */
function stand() {
  const open: { reference: string; answer: (result: QueryResult) => void; fail: (error: Error) => void }[] = [];
  const acquirer = withSharedQueries({
    query: ({ reference }: { reference: string }) =>
      new Promise<QueryResult>((answer, fail) => open.push({ reference, answer, fail })),
  } as unknown as Acquirer);
  const nth = (n: number): QueryResult => ({ outcome: 'unknown', reason: `answer ${n}` });
  return { open, acquirer, nth, answer: (n: number) => open[n]?.answer(nth(n)) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('of many questions about one charge, one is under way and one waits, which all others join', async () => {
  const { open, acquirer, nth, answer } = stand();
  const asked = Array.from({ length: 112 }, () => acquirer.query(charge('a')));
  expect(open).toHaveLength(1);
  answer(0);
  await settled();
  expect(open).toHaveLength(2);
  answer(1);
  expect(await Promise.all(asked)).toEqual([nth(0), ...Array.from({ length: 111 }, () => nth(1))]);
  await settled();
  expect(open).toHaveLength(2);
});

test('whoever comes while one is under way is answered by a question that begins after', async () => {
  const { open, acquirer, nth, answer } = stand();
  const first = acquirer.query(charge('a'));
  const second = acquirer.query(charge('a'));
  answer(0);
  await first;
  await settled();
  const third = acquirer.query(charge('a'));
  answer(1);
  expect(await second).toEqual(nth(1));
  await settled();
  answer(2);
  expect([await third, open.length]).toEqual([nth(2), 3]);
});

test('no answer is kept, and other charges do not wait', async () => {
  const { open, acquirer, nth, answer } = stand();
  const [one, other] = [acquirer.query(charge('a')), acquirer.query(charge('b'))];
  expect(open.map(({ reference }) => reference)).toEqual(['a', 'b']);
  answer(0);
  answer(1);
  expect([await one, await other]).toEqual([nth(0), nth(1)]);
  await settled();
  const later = acquirer.query(charge('a'));
  answer(2);
  expect(await later).toEqual(nth(2));
});

test('one that fails takes nobody with it who comes later', async () => {
  const { open, acquirer, nth, answer } = stand();
  const first = acquirer.query(charge('a'));
  const second = acquirer.query(charge('a'));
  open[0]?.fail(new Error('broken'));
  await expect(first).rejects.toThrow('broken');
  await settled();
  answer(1);
  expect(await second).toEqual(nth(1));
});

test('joining costs nothing; a question that may not be asked is not', async () => {
  const { open, acquirer } = stand();
  const spent = () => false;
  expect(await acquirer.query(charge('a'), spent)).toMatchObject({ outcome: 'unknown', because: 'not_asked' });
  void acquirer.query(charge('a'));
  expect(await acquirer.query(charge('a'), spent)).toMatchObject({ because: 'not_asked' });
  const waiting = acquirer.query(charge('a'));
  expect(acquirer.query(charge('a'), spent)).toBe(waiting);
  expect(open).toHaveLength(1);
});
