import { defineConfig } from 'vitest/config';

/** `npm run test:drills`, by hand: long runs under load. CI drills a rolling upgrade (tools/upgrade-drill.mjs). */
export default defineConfig({
  test: {
    include: ['test/drills/**/*.test.ts'],
    globalSetup: ['test/support/cluster.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    retry: 0,
  },
});
