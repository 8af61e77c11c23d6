import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import { neverObserved } from '../observed.ts';

/** Ends a run with one plain line of counts, for readers that look at the last line only. */
export default class SummaryReporter implements Reporter {
  private vitest: Vitest | null = null;
  private readonly asksForAllOperations: boolean;

  constructor({ asksForAllOperations = false } = {}) {
    this.asksForAllOperations = asksForAllOperations;
  }

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      // What could not even be loaded, or failed in a hook of the file, belongs to no test.
      if (module.state() === 'failed' && module.errors().length > 0) {
        count.failed++;
        process.stdout.write(`\nto repeat it: npm test -- ${module.relativeModuleId}`);
      }
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state !== 'pending') count[state]++;
        if (state === 'failed') process.stdout.write(`\nto repeat it: ${commandFor(test, this.shuffleSeed())}`);
      }
    }
    for (const operation of this.unseenOperations()) {
      count.failed++;
      process.exitCode = 1;
      process.stdout.write(`\nno test has seen ${operation} succeed: openapi.json describes it`);
    }
    process.stdout.write(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`);
  }

  /** Of a run in which every test came in another order. */
  private shuffleSeed(): number | null {
    const { sequence } = this.vitest?.config ?? {};
    return sequence?.shuffle ? sequence.seed : null;
  }

  /** A run of some files, or of some tests, need not meet every operation. */
  private unseenOperations(): string[] {
    const { config } = this.vitest ?? {};
    // Not among the types of the runner; a run that was given files has them here.
    const { filenamePattern } = (this.vitest ?? {}) as { filenamePattern?: readonly string[] };
    const isWhole = !filenamePattern?.length && !config?.testNamePattern && !config?.shard;
    return this.asksForAllOperations && isWhole ? neverObserved() : [];
  }
}

/** What fast-check says of a property that failed. */
const EXAMPLE = /seed: (-?\d+), path: "([^"]+)"/;

/** The one line that runs this test again, with the same example where it is a property. */
function commandFor(test: TestCase, shuffleSeed: number | null): string {
  const [, seed, path] = EXAMPLE.exec(test.result().errors?.[0]?.message ?? '') ?? [];
  const example = seed === undefined ? '' : `PROPERTY_SEED=${seed} PROPERTY_PATH=${path} `;
  // The others of its file are what it was shuffled among.
  if (shuffleSeed !== null)
    return `${example}npm test -- ${test.module.relativeModuleId} --sequence.shuffle --sequence.seed ${shuffleSeed}`;
  const name = test.fullName.replaceAll(' > ', ' ').replace(/[\\^$.*+?()[\]{}|"'`]/g, '.');
  return `${example}npm test -- ${test.module.relativeModuleId} -t "${name}"`;
}
