import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { keepTemporaryFilesInMemory } from './test/support/processes/temporary-folder.ts';
import { longestFirst } from './test/support/suite/longest-first.ts';
import { testFilesByNeed } from './test/support/suite/needs.ts';

keepTemporaryFilesInMemory();

const files = testFilesByNeed();
const CHEAP_ARGON2 = fileURLToPath(new URL('test/support/suite/cheap-argon2.ts', import.meta.url));

/** Examples of rules cost little: `.ci/run` asks for more of them than of all others. */
const rulesFactor = process.env['RULES_FACTOR'];

/**
 * Most of a run is code that is executed a few times: optimising it costs more than it brings. Later versions of Node
 * have a compiler between the two, and no such setting.
 */
const OPTIMISES_LATER = process.versions.node.startsWith('20.') ? ['--interrupt-budget=270000'] : [];

/** Of both projects. They do not extend this file, because it would be read again for each of them. */
const SHARED = {
  // Real servers, real databases, real processes: slow machines need room, hangs still end.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // What is waited for comes when it comes: within its own second a busy machine would not see it.
  expect: { poll: { timeout: 90_000, interval: 25 } },
  pool: 'forks' as const,
  // Half of the time of the run would be spent on loading the same modules for each file. A file must leave nothing
  // behind: no server, no spy, no changed variable.
  isolate: false,
  // Fewer and longer collections of short-lived objects: the service under test runs with the same.
  execArgv: ['--max-semi-space-size=32', ...OPTIMISES_LATER],
  // Two more than there are cores: a test waits for its database, its service and its processes now and then.
  maxWorkers: availableParallelism() + 2,
  setupFiles: ['test/support/suite/each-file.ts'],
  // A property that fails prints its seed; nothing is tried again in the hope that it passes.
  retry: 0,
};

export default defineConfig({
  test: {
    ...SHARED,
    reporters: ['default', ['./test/support/suite/summary-reporter.ts', { asksForAllOperations: true }]],
    // What was compiled for one run serves the next, as long as the file is the same.
    experimental: { fsModuleCache: true },
    // Whoever asks for another order gets it.
    sequence: process.argv.some((word) => word.startsWith('--sequence')) ? {} : { sequencer: longestFirst(files) },
    projects: [
      {
        test: {
          ...SHARED,
          name: 'rules',
          include: files.rules,
          env: rulesFactor ? { PROPERTY_FACTOR: rulesFactor } : {},
        },
      },
      // All others are one project: each worker of a project loads the whole service once more.
      {
        // Password hashes at their cheapest, except where hashing itself is tested and in processes of their own.
        resolve: { alias: { '@node-rs/argon2': CHEAP_ARGON2 } },
        test: {
          ...SHARED,
          name: 'service',
          include: [...files.server, ...files.database, ...files.service, ...files.process],
          globalSetup: ['test/support/suite/prepare.ts'],
        },
      },
    ],
  },
});
