import { describe, expect, it, vi } from 'vitest';
import { type BatchLimits, type BatchWork, createBatcher } from './batcher.ts';
import { DatabaseBusy } from './pool.ts';

interface Item {
  owner: number;
  name: string;
  key?: string;
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const refusal = (code: string) => Object.assign(new Error(`refused ${code}`), { severity: 'ERROR', code });

/** Batches that end when the test says so; what runs alone ends at once. */
function watched(limits: Partial<BatchLimits> = {}, more: Partial<BatchWork<Item, string>> = {}) {
  const batches: string[][] = [];
  const alone: string[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const add = createBatcher<Item, string>(
    {
      runAll: (items) => {
        batches.push(items.map(({ name }) => name));
        return new Promise((resolve, reject) => {
          ends.push((error) => (error ? reject(error) : resolve(items.map(({ name }) => `did ${name}`))));
        });
      },
      runOne: async ({ name }) => {
        alone.push(name);
        if (name.startsWith('poison')) throw refusal('23505');
        return `did ${name}`;
      },
      ownerOf: ({ owner }) => owner,
      loneKeyOf: ({ key }) => key ?? null,
      ...more,
    },
    limits,
  );
  const addAll = (...names: string[]) => names.map((name) => add({ owner: 1, name }));
  return { add, addAll, batches, alone, ends };
}

describe('a batch', () => {
  it('begins with the next turn and waits for nobody', async () => {
    const { addAll, batches, ends } = watched();
    const [only] = addAll('a');
    expect(batches).toEqual([]);
    await turn();
    expect(batches).toEqual([['a']]);
    ends[0]?.();
    expect(await only).toBe('did a');
  });

  it('takes what came in the same turn, each with its own result', async () => {
    const { addAll, batches, ends } = watched();
    const done = addAll('a', 'b', 'c');
    await turn();
    expect(batches).toEqual([['a', 'b', 'c']]);
    ends[0]?.();
    expect(await Promise.all(done)).toEqual(['did a', 'did b', 'did c']);
  });

  it('is never larger than its limit, and never more run than there are lanes', async () => {
    const { addAll, batches, ends } = watched({ size: 2, lanes: 2 });
    const done = addAll('a', 'b', 'c', 'd', 'e', 'f');
    for (let turns = 0; turns < 5; turns++) await turn();
    expect(batches).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    ends[1]?.();
    await done[3];
    await turn();
    await turn();
    expect(batches[2]).toEqual(['e', 'f']);
    ends[0]?.();
    ends[2]?.();
    expect(await Promise.all(done)).toHaveLength(6);
  });

  it('never holds two with one key: the second goes with the next', async () => {
    const { add, batches, ends } = watched({ lanes: 1 });
    const items = [
      { owner: 1, name: 'a', key: 'k' },
      { owner: 1, name: 'b', key: 'k' },
      { owner: 2, name: 'c', key: 'l' },
      { owner: 2, name: 'd' },
    ];
    void items.map(add);
    await turn();
    expect(batches).toEqual([['a', 'c', 'd']]);
    ends[0]?.();
    await turn();
    await turn();
    expect(batches[1]).toEqual(['b']);
  });

  it('lets owners take turns: a flood of one fills no batch ahead of the others', async () => {
    const { add, batches, ends } = watched({ size: 4, lanes: 1 });
    for (const name of ['f1', 'f2', 'f3', 'f4', 'f5', 'f6', 'f7']) void add({ owner: 1, name });
    void add({ owner: 2, name: 'small' });
    void add({ owner: 3, name: 'other' });
    await turn();
    expect(batches[0]).toEqual(['f1', 'small', 'other', 'f2']);
    void add({ owner: 2, name: 'again' });
    ends[0]?.();
    await turn();
    await turn();
    expect(batches[1]).toEqual(['f3', 'again', 'f4', 'f5']);
  });
});

describe('too many', () => {
  it('are turned away, in all and of one owner', async () => {
    const { add } = watched({ waiting: 3, waitingOfOwner: 2 });
    void add({ owner: 1, name: 'a' });
    void add({ owner: 1, name: 'b' });
    await expect(add({ owner: 1, name: 'c' })).rejects.toBeInstanceOf(DatabaseBusy);
    void add({ owner: 2, name: 'd' });
    await expect(add({ owner: 3, name: 'e' })).rejects.toBeInstanceOf(DatabaseBusy);
  });
});

describe('one that waits too long', () => {
  it('is turned away, and no other', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    try {
      const { addAll, ends } = watched({ size: 2, lanes: 1, waitMs: 2_000 });
      const first = addAll('a', 'b');
      await turn();
      const [late] = addAll('late');
      vi.advanceTimersByTime(1_500);
      const [young] = addAll('young');
      const turnedAway = expect(late).rejects.toBeInstanceOf(DatabaseBusy);
      vi.advanceTimersByTime(1_000);
      await turnedAway;
      ends[0]?.();
      await Promise.all(first);
      await turn();
      await turn();
      ends[1]?.();
      expect(await young).toBe('did young');
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a batch that fails', () => {
  it('for a lock is repeated also when it is one alone; for its data it is not', async () => {
    const { addAll, alone, ends } = watched();
    const [locked] = addAll('a');
    await turn();
    ends[0]?.(refusal('55P03'));
    expect([await locked, alone]).toEqual(['did a', ['a']]);
    const [refused] = addAll('b');
    await turn();
    await turn();
    ends[1]?.(refusal('23505'));
    await expect(refused).rejects.toMatchObject({ code: '23505' });
    expect(alone).toEqual(['a']);
  });

  it('gives its lane back at once, however long one of its items then waits', async () => {
    const { addAll, batches, ends } = watched({ lanes: 1 }, { runOne: () => new Promise(() => {}) });
    void addAll('a', 'b');
    await turn();
    ends[0]?.(refusal('55P03'));
    await turn();
    void addAll('c', 'd');
    await turn();
    await turn();
    expect(batches[1]).toEqual(['c', 'd']);
  });

  it.each(['23505', '23514', '22P02', '55P03', '40P01', 'P0001'])('is repeated one by one when its data are refused (%s)', async (code) => {
    const { addAll, alone, ends } = watched();
    const done = addAll('a', 'poison', 'c');
    await turn();
    ends[0]?.(refusal(code));
    const outcomes = await Promise.allSettled(done);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(outcomes[1]).toMatchObject({ reason: { code: '23505' } });
    expect(alone).toEqual(['a', 'poison', 'c']);
  });

  // It may have been stored, or the database cannot do it now: nothing is sent again.
  it.each([
    refusal('57P01'),
    refusal('57014'),
    refusal('53100'),
    refusal('08006'),
    refusal('25006'),
    Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' }),
    new Error('Query read timeout'),
  ])('fails for all of them when the database is away ($message)', async (error) => {
    const { addAll, alone, ends } = watched();
    const done = addAll('a', 'b');
    await turn();
    ends[0]?.(error);
    expect((await Promise.allSettled(done)).map((outcome) => outcome.status === 'rejected' && outcome.reason)).toEqual([error, error]);
    expect(alone).toEqual([]);
  });

  it('gives its lane back', async () => {
    const { addAll, batches, ends } = watched({ lanes: 1 });
    const failed = addAll('a', 'b');
    await turn();
    ends[0]?.(new Error('away'));
    await Promise.allSettled(failed);
    void addAll('c', 'd');
    await turn();
    expect(batches[1]).toEqual(['c', 'd']);
  });
});
