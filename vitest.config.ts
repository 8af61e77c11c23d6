import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'test/**/*.test.ts'],
    // Those need programs of the system (vitest.readers.config.ts, vitest.browser.config.ts); these need Node alone.
    exclude: ['test/readers/**', 'test/shell/**', 'test/browser/**', 'test/drills/**'],
    globalSetup: ['test/support/cluster.ts'],
    // Real servers, real databases, real processes: slow machines need room, hangs still end.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // Half of the time of the run would be spent on loading the same modules for each file. A file must leave nothing
    // behind: no server, no spy, no changed variable.
    isolate: false,
    // As many as a small machine has cores: real servers and databases take the rest, and time limits want room.
    maxWorkers: 2,
    reporters: ['default', ['./test/support/summary-reporter.ts', { asksForAllOperations: true }]],
    // A property that fails prints its seed; nothing is tried again in the hope that it passes.
    retry: 0,
  },
});
