import { expect, it } from 'vitest';
import { type Looks, lookAgain, nameOfCopy, QUIET_MS } from './inbox.rules.ts';

const NONE: Looks = new Map();
const file = (name: string, bytes = 480, changedMs = 1) => ({ name, bytes, changedMs });

it('takes a file that two looks, some time apart, saw unchanged', () => {
  const first = lookAgain(NONE, [file('a'), file('b')], 0);
  expect(first.settled).toEqual([]);
  expect(lookAgain(first.looks, [file('a'), file('b')], QUIET_MS - 1).settled).toEqual([]);
  const second = lookAgain(first.looks, [file('a'), file('b', 960)], QUIET_MS);
  expect(second.settled).toEqual([file('a')]);
  // Rewritten to the same size, it has changed all the same.
  expect(lookAgain(second.looks, [file('a'), file('b', 960, 2)], 2 * QUIET_MS).settled).toEqual([file('a')]);
  expect(lookAgain(second.looks, [file('b', 960)], 2 * QUIET_MS).settled).toEqual([file('b', 960)]);
});

it('forgets what has gone', () => {
  const { looks } = lookAgain(NONE, [file('a')], 0);
  const { looks: after } = lookAgain(looks, [], QUIET_MS);
  expect(lookAgain(after, [file('a')], 2 * QUIET_MS).settled).toEqual([]);
});

it('names copies before the ending', () => {
  expect([1, 2, 3].map((copy) => nameOfCopy('CBR1.RET', copy))).toEqual(['CBR1.RET', 'CBR1-2.RET', 'CBR1-3.RET']);
  expect([nameOfCopy('bare', 2), nameOfCopy('.x', 2)]).toEqual(['bare-2', '.x-2']);
});
