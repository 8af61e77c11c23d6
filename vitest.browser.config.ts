import { defineConfig } from 'vitest/config';

/** `npm run test:browser`: the pages in a real browser, against the real server and database. Needs Chromium. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    globalSetup: ['test/support/processes/build.ts', 'test/support/processes/cluster.ts'],
    // As in vitest.config.ts: a busy machine needs room, hangs still end.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 90_000 } },
    pool: 'forks',
    // As in vitest.config.ts: a file leaves nothing behind.
    isolate: false,
    maxWorkers: 2,
    reporters: ['default', './test/support/suite/summary-reporter.ts'],
    retry: 0,
  },
});
