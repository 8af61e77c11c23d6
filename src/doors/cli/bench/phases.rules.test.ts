import { expect, it } from 'vitest';
import { divide } from './phases.rules.ts';

it.each([
  [4, [0.2, 1, 1.4, 1.4]],
  [60, [3, 15, 21, 21]],
  [300, [3, 15, 141, 141]],
])('divides %d seconds, the whole of them', (seconds, expected) => {
  const { commits, warmUp, orders, lives } = divide(seconds);
  expect([commits, warmUp, orders, lives]).toEqual(expected.map((part) => expect.closeTo(part)));
});
