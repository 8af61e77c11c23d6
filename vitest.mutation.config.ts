import { defineConfig } from 'vitest/config';

/**
 * The tests that stand beside the rules, and those that hold what the rooms say about their events; nothing else: they
 * need no database, and a mutant is tried in milliseconds.
 */
export default defineConfig({
  test: {
    include: [
      'src/{ground/money,books/ledger,gateway/{splits,refunds,payments,orders,divergences}}/**/*.test.ts',
      'src/pages/reference/event-requests.test.ts',
      'test/drills/events-load.test.ts',
    ],
    // A property takes seconds where other work is using the machine, and a mutant that hangs still ends.
    testTimeout: 60_000,
    reporters: ['default'],
    retry: 0,
  },
});
