import fc from 'fast-check';

/** `PROPERTY_FACTOR=10` tries every property ten times as often. */
const FACTOR = Number(process.env['PROPERTY_FACTOR'] ?? 1);
/** `PROPERTY_SEED=…`, with `PROPERTY_PATH=…` for one example, repeats what a failure printed. */
const SEED = process.env['PROPERTY_SEED'];
const PATH = process.env['PROPERTY_PATH'];
/** Small enough for whoever runs a test after each line that they write. */
const RUNS = 100;

export function propertyRuns(byDefault: number): number {
  return Math.max(1, Math.ceil(byDefault * FACTOR));
}

export function configureProperties(): void {
  fc.configureGlobal({
    numRuns: propertyRuns(RUNS),
    ...(SEED === undefined ? {} : { seed: Number(SEED) }),
    ...(PATH === undefined ? {} : { path: PATH, endOnFailure: true }),
  });
}
