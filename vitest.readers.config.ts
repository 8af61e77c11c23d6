import { defineConfig } from 'vitest/config';

/**
 * `npm run test:readers`: our pictures, read by programs of the system, and the commands of the guides, run by its
 * shell.
 */
export default defineConfig({
  test: {
    include: ['test/readers/**/*.test.ts', 'test/shell/**/*.test.ts'],
    globalSetup: ['test/support/processes/build.ts', 'test/support/processes/cluster.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    retry: 0,
  },
});
