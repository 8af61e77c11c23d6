import fc from 'fast-check';
import { expect, it } from 'vitest';
import { endOfStep, FIRST_STEP, MOST_ENTRIES, nextStep } from './fold-step.rules.ts';

it('a step never goes beyond what has ended, and always goes on', () => {
  const xid = fc.bigInt({ min: 0n, max: 2n ** 62n });
  fc.assert(
    fc.property(xid, fc.bigInt({ min: 1n, max: 2n ** 40n }), xid, (covered, step, more) => {
      const ended = covered + more;
      const below = BigInt(endOfStep(String(covered), String(ended), step));
      expect(below <= ended && below <= covered + step).toBe(true);
      expect(below > covered || more === 0n).toBe(true);
    }),
  );
});

it('steps grow where there is little, so that a billion transactions are some twenty of them', () => {
  let [step, covered, steps] = [FIRST_STEP, 0n, 0];
  for (; covered < 1_000_000_000n; steps++) {
    covered += step;
    step = nextStep(step, 0);
  }
  expect(steps).toBeLessThan(30);
  expect(nextStep(1_024n, MOST_ENTRIES)).toBe(1_024n);
});
