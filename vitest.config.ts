import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { keepTemporaryFilesInMemory } from './test/support/processes/temporary-folder.ts';
import { type Need, testFilesByNeed } from './test/support/suite/needs.ts';

keepTemporaryFilesInMemory();

/** A run of some files does only what those need: `npm test -- src/ground/brazil` builds and starts nothing else. */
const SETUP: Record<Need, string[]> = {
  rules: [],
  database: ['test/support/processes/cluster.ts'],
  service: ['test/support/processes/build.ts', 'test/support/processes/cluster.ts'],
  process: ['test/support/processes/build.ts', 'test/support/processes/cluster.ts'],
};
const files = testFilesByNeed();
const CHEAP_ARGON2 = fileURLToPath(new URL('test/support/suite/cheap-argon2.ts', import.meta.url));

export default defineConfig({
  test: {
    // Real servers, real databases, real processes: slow machines need room, hangs still end.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // What is waited for comes when it comes: within its own second a busy machine would not see it.
    expect: { poll: { timeout: 90_000, interval: 25 } },
    pool: 'forks',
    // Half of the time of the run would be spent on loading the same modules for each file. A file must leave nothing
    // behind: no server, no spy, no changed variable.
    isolate: false,
    // Fewer and longer collections of short-lived objects: the service under test runs with the same.
    execArgv: ['--max-semi-space-size=32'],
    // One more than there are cores: a test waits for its database, its service and its processes now and then.
    maxWorkers: availableParallelism() + 1,
    setupFiles: ['test/support/suite/each-file.ts'],
    reporters: ['default', ['./test/support/suite/summary-reporter.ts', { asksForAllOperations: true }]],
    // A property that fails prints its seed; nothing is tried again in the hope that it passes.
    retry: 0,
    // What was compiled for one run serves the next, as long as the file is the same.
    experimental: { fsModuleCache: true },
    projects: (Object.keys(files) as Need[]).map((need) => ({
      extends: true as const,
      // Password hashes at their cheapest, except where hashing itself is tested and in processes of their own.
      ...(need === 'rules' ? {} : { resolve: { alias: { '@node-rs/argon2': CHEAP_ARGON2 } } }),
      test: { name: need, include: files[need], globalSetup: SETUP[need] },
    })),
  },
});
