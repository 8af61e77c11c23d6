import { defineConfig } from 'vitest/config';

/** `npm run test:medusa`, which installs Medusa first: its own server, our provider and our gateway. */
export default defineConfig({
  test: {
    include: ['test/medusa/**/*.test.ts'],
    globalSetup: ['test/support/processes/build.ts'],
    // Medusa needs a minute to make its tables, and looks at a webhook five seconds after it came.
    testTimeout: 180_000,
    hookTimeout: 600_000,
    // One shop and one gateway, whose clock some of the tests move.
    fileParallelism: false,
    retry: 0,
  },
});
