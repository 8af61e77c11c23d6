import { expect, it } from 'vitest';
import { completeAsOf, type Mark, withMark } from './replica-lag.rules.ts';

const MARKS: Mark[] = [
  { position: 100, at: 1_000 },
  { position: 100, at: 2_000 },
  { position: 250, at: 3_000 },
];

it('a replica is as old as the latest mark that it has', () => {
  expect(completeAsOf(MARKS, 99)).toBeNull();
  expect(completeAsOf(MARKS, 100)).toBe(2_000);
  expect(completeAsOf(MARKS, 249)).toBe(2_000);
  expect(completeAsOf(MARKS, 250)).toBe(3_000);
  expect(completeAsOf([], 250)).toBeNull();
});

it('on a quiet primary a replica that has everything stays young', () => {
  let marks: readonly Mark[] = [];
  for (let at = 0; at < 60_000; at += 1_000) marks = withMark(marks, { position: 7, at }, 5_000);
  expect(completeAsOf(marks, 7)).toBe(59_000);
  expect(marks).toHaveLength(6);
});
