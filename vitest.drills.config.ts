import { defineConfig } from 'vitest/config';

/**
 * `npm run test:drills`, by hand: long runs under load, and tests of our own checks. CI runs a rolling upgrade and the
 * checks themselves.
 */
export default defineConfig({
  test: {
    include: ['test/drills/**/*.test.ts'],
    globalSetup: ['test/support/processes/build.ts', 'test/support/processes/cluster.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    retry: 0,
  },
});
