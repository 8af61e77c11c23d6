import { describe, expect, it } from 'vitest';
import { createFairSlots, type FairSlots, TooManyWaiting } from './fair-slots.ts';

/** Work that runs until the test ends it, and a record of what has begun, in order. */
function stage(limits: { slots: number; maxWaiting: number }) {
  const slots: FairSlots = createFairSlots(limits);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const outcomes = new Map<string, Promise<'done' | 'turned away'>>();
  const ask = (name: string, account: string, address = 'somewhere') => {
    const asked = slots.run({ account, address }, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
    const outcome = asked.then(
      () => 'done' as const,
      (error: unknown) => {
        if (error instanceof TooManyWaiting) return 'turned away' as const;
        throw error;
      },
    );
    outcomes.set(name, outcome);
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await outcomes.get(name);
    await settle();
  };
  return { ask, end, begun, outcomeOf: (name: string) => outcomes.get(name) };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('slots', () => {
  it('run what fits at once and the rest as places come free', async () => {
    const { ask, end, begun } = stage({ slots: 2, maxWaiting: 10 });
    for (const name of ['a', 'b', 'c']) ask(name, name);
    expect(begun).toEqual(['a', 'b']);
    await end('b');
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  it('are given back when the work fails', async () => {
    const slots = createFairSlots({ slots: 1, maxWaiting: 10 });
    await expect(slots.run({ account: 'a', address: 'x' }, () => Promise.reject(new Error('no')))).rejects.toThrow(
      'no',
    );
    expect(await slots.run({ account: 'a', address: 'x' }, async () => 'yes')).toBe('yes');
  });

  it('leave room for others: an account has one of them, however many it asks for', async () => {
    const { ask, end, begun } = stage({ slots: 4, maxWaiting: 10 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) ask(name, 'a');
    ask('b', 'b');
    expect(begun).toEqual(['a1', 'b']);
    await end('a1');
    expect(begun).toEqual(['a1', 'b', 'a2']);
  });

  it('go round the accounts that wait', async () => {
    const { ask, end, begun } = stage({ slots: 1, maxWaiting: 10 });
    for (const name of ['a1', 'a2', 'a3']) ask(name, 'a');
    for (const name of ['b1', 'b2']) ask(name, 'b');
    for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
  });

  it('go round the addresses of an account', async () => {
    const { ask, end, begun } = stage({ slots: 1, maxWaiting: 10 });
    for (const name of ['thief1', 'thief2', 'thief3', 'thief4']) ask(name, 'a', 'thief');
    ask('owner', 'a', 'home');
    for (const name of ['thief1', 'thief2', 'owner', 'thief3']) await end(name);
    expect(begun).toEqual(['thief1', 'thief2', 'owner', 'thief3', 'thief4']);
  });
});

describe('when too many wait, the largest crowd gives way:', () => {
  it('an account that floods, to another account', async () => {
    const { ask, begun, end, outcomeOf } = stage({ slots: 1, maxWaiting: 3 });
    for (const name of ['a1', 'a2', 'a3', 'a4']) ask(name, 'a', name);
    ask('b', 'b', 'elsewhere');
    expect(await outcomeOf('a4')).toBe('turned away');
    await end('a1');
    await end('a2');
    expect(begun).toEqual(['a1', 'a2', 'b']);
  });

  it('an address that floods an account, to the owner elsewhere', async () => {
    const { ask, outcomeOf, begun, end } = stage({ slots: 1, maxWaiting: 3 });
    for (const name of ['t1', 't2', 't3', 't4']) ask(name, 'a', 'thief');
    ask('owner', 'a', 'home');
    expect(await outcomeOf('t4')).toBe('turned away');
    await end('t1');
    await end('t2');
    expect(begun).toEqual(['t1', 't2', 'owner']);
  });

  it('an address that tries many accounts, to another address', async () => {
    const { ask, outcomeOf } = stage({ slots: 1, maxWaiting: 3 });
    for (const name of ['a', 'b', 'c', 'd']) ask(name, name, 'thief');
    ask('owner', 'e', 'home');
    expect(await outcomeOf('d')).toBe('turned away');
  });

  it('the newcomer, where it belongs to the crowd or all are alike', async () => {
    const one = stage({ slots: 1, maxWaiting: 2 });
    for (const name of ['a1', 'a2', 'a3', 'a4']) one.ask(name, 'a');
    expect(await one.outcomeOf('a4')).toBe('turned away');
    const many = stage({ slots: 1, maxWaiting: 2 });
    for (const name of ['a', 'b', 'c', 'd']) many.ask(name, name, name);
    expect(await many.outcomeOf('d')).toBe('turned away');
  });

  it('and never more wait than are allowed', async () => {
    const { ask, outcomeOf } = stage({ slots: 1, maxWaiting: 5 });
    const names = Array.from({ length: 40 }, (_, n) => `n${n}`);
    names.forEach((name, n) => {
      ask(name, `account ${n % 7}`, `address ${n % 3}`);
    });
    await settle();
    const waiting = await Promise.all(names.map((name) => Promise.race([outcomeOf(name), Promise.resolve('waiting')])));
    expect(waiting.filter((outcome) => outcome === 'waiting')).toHaveLength(1 + 5);
  });
});
