import { expect, it } from 'vitest';
import { type BenchFigures, reportOf } from './bench-report.rules.ts';

const FIGURES: BenchFigures = {
  seconds: 60,
  cores: 2,
  ordersPerSecond: 733.6,
  livesPerSecond: 231.2,
  commit: { p50: 0.84, p99: 2.31 },
  roundTrip: { p50: 0.06, p99: 0.2 },
  notDurable: [],
  orderProcessorMs: { node: 0.98, postgres: 0.72 },
  lifeProcessorMs: { node: 3.1, postgres: 2.4 },
  coresOf: { node: 0.97, postgres: 0.71 },
  load: {
    machineBusy: 0.97,
    othersBusy: 0.03,
    nodeBusy: 0.93,
    sessions: { processor: 1, disk: 1, locks: 0, network: 0 },
    commitMs: 0.84,
    roundTripMs: 0.06,
  },
};

it('prints a small table', () => {
  expect(reportOf(FIGURES).lines).toEqual([
    'orders  734 /s       processor time 1.70 ms: Node 0.98, PostgreSQL 0.72',
    'lives   231 /s       order, callback of the bank, APPROVED, signed webhook delivered',
    '                     processor time 5.50 ms: Node 3.10, PostgreSQL 2.40',
    'commit  p50 0.84 ms  p99 2.31 ms; one durable row, of which 0.06 ms is the way to the database and back',
    'limit   cores        all cores of this machine were full (Node 1.0, PostgreSQL 0.7 of 2)',
    '                     for more: more cores, or PostgreSQL on a machine of its own',
    'fits    100 /s       payments on average, with room for waves (docs/guides/performance.md#how-large-a-machine)',
    '                     cores: 1–2; disk a year: 7.6 TB; 2 api, 2 worker; PostgreSQL on a machine of its own ' +
      'with a synchronous replica',
  ]);
});

it('says what cannot be read, what no row fits, and that nothing is kept', () => {
  const { lines, json } = reportOf({
    ...FIGURES,
    livesPerSecond: 12,
    notDurable: ['fsync is off'],
    orderProcessorMs: { node: 0.98, postgres: null },
    coresOf: { node: 0.4, postgres: null },
  });
  expect(lines[0]).toContain('processor time Node 0.98 ms; that of PostgreSQL cannot be read from here');
  expect(lines[4]).toContain('(Node 0.4 of 2)');
  expect(lines[6]).toContain('half of these lives is less than the 10 /s of the first row');
  expect(lines[7]).toMatch(/^NOT DURABLE: fsync is off; /);
  expect(json).toMatchObject({ size: null, limit: 'cores', order_processor_ms: { postgres: null } });
});
