import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { keepTemporaryFilesInMemory } from './test/support/processes/temporary-folder.ts';

keepTemporaryFilesInMemory();

/** `npm run test:browser`: the pages in a real browser, against the real server and database. Needs Chromium. */
export default defineConfig({
  // As in vitest.config.ts: password hashes at their cheapest.
  resolve: {
    alias: { '@node-rs/argon2': fileURLToPath(new URL('test/support/suite/cheap-argon2.ts', import.meta.url)) },
  },
  test: {
    include: ['test/browser/**/*.test.ts'],
    globalSetup: ['test/support/processes/build.ts', 'test/support/processes/cluster.ts'],
    setupFiles: ['test/support/suite/each-file.ts'],
    // As in vitest.config.ts: a busy machine needs room, hangs still end.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 90_000 } },
    pool: 'forks',
    // As in vitest.config.ts: a file leaves nothing behind. The browser of a worker stays for the next one.
    isolate: false,
    execArgv: ['--max-semi-space-size=32'],
    // One more than there are cores: a page waits for its server and for what moves on it.
    maxWorkers: availableParallelism() + 1,
    reporters: ['default', './test/support/suite/summary-reporter.ts'],
    retry: 0,
    experimental: { fsModuleCache: true },
  },
});
