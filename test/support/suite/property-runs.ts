import fc from 'fast-check';

/**
 * How much of what a test names is tried. A run of everything tries a third of it, and each run other examples;
 * `.ci/run` tries half of it, and of the rules several times as much (`RULES_FACTOR`, see vitest.config.ts).
 */
const FACTOR = Number(process.env['PROPERTY_FACTOR'] ?? 0.3);
/** `PROPERTY_SEED=…`, with `PROPERTY_PATH=…` for one example, repeats what a failure printed. */
const SEED = process.env['PROPERTY_SEED'];
const PATH = process.env['PROPERTY_PATH'];
const RUNS = 100;

/** Whether so many are tried that each property has surely met what it is about. */
export const TRIES_ENOUGH = FACTOR >= 0.5;

/** How many examples are tried of so many that a test names. */
export function propertyRuns(named: number): number {
  return Math.max(1, Math.ceil(named * FACTOR));
}

export function configureProperties(): void {
  fc.configureGlobal({
    numRuns: propertyRuns(RUNS),
    ...(SEED === undefined ? {} : { seed: Number(SEED) }),
    ...(PATH === undefined ? {} : { path: PATH, endOnFailure: true }),
  });
}
