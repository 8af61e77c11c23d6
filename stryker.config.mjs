// `npm run mutate`: breaks the rules of money and state in every small way there is and shows which the tests beside
// them miss. One folder alone: `npm run mutate -- --mutate 'src/gateway/refunds/*.rules.ts'`. What may survive, and
// why: docs/guides/mutants.md.
export default {
  mutate: [
    'src/{books/ledger,gateway/{splits,refunds,payments,payments/checks,orders,divergences}}/*.rules.ts',
    'src/ground/money/*.ts',
    '!src/ground/money/*.test.ts',
  ],
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  plugins: ['@stryker-mutator/vitest-runner', './tools/check/ignore-texts.mjs'],
  ignorers: ['texts'],
  // Only what the rules and their tests need is copied. A test file that cannot load there is passed over in silence.
  ignorePatterns: [
    '/**',
    '!/src/**',
    '!/test/support/**',
    '!/test/drills/events-load.test.ts',
    '!/package.json',
    '!/tsconfig*.json',
    '!/vitest.mutation.config.ts',
  ],
  tempDirName: 'dist/mutation',
  coverageAnalysis: 'perTest',
  concurrency: 1,
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, reportTests: false },
  thresholds: { high: 98, low: 95, break: 95 },
};
