import { expect, it } from 'vitest';
import { isAnotherWish } from './stop-signals.rules.ts';

it.each([
  { afterMs: 0, isAnother: false },
  { afterMs: 300, isAnother: false },
  { afterMs: 1_000, isAnother: false },
  { afterMs: 1_001, isAnother: true },
  { afterMs: 60_000, isAnother: true },
])('a signal $afterMs ms after the first: another wish? $isAnother', ({ afterMs, isAnother }) => {
  expect(isAnotherWish(afterMs)).toBe(isAnother);
});
