import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillDataDirectory } from '../support/processes/data-directory.ts';
import { type SimulationCluster, startSimulationCluster } from './cluster.ts';
import { openSimulation, type Simulation } from './run-seed.ts';
import { readOptions } from './simulate.ts';

/** A short run for the daily tests; CI asks for more (`SIMULATION_SEEDS`), and `npm run simulate` is the long one. */
const SEEDS = Number(process.env['SIMULATION_SEEDS'] ?? 10);
/** Half a minute for 25 on a machine that has nothing else to do. */
const TIMEOUT_MS = 900_000;

let cluster: SimulationCluster;
let simulation: Simulation;

beforeAll(async () => {
  cluster = await startSimulationCluster(fillDataDirectory);
  simulation = await openSimulation(cluster.url);
});

afterAll(async () => {
  await simulation?.close();
  await cluster?.stop();
});

describe('simulation', () => {
  it(
    `holds every invariant in ${SEEDS} seeds`,
    async () => {
      for (let seed = 1; seed <= SEEDS; seed++) {
        const { failure } = await simulation.runSeed(seed);
        expect(failure, `npm run simulate -- --seed ${seed}\n${failure?.history.join('\n')}`).toBeNull();
      }
    },
    TIMEOUT_MS,
  );

  it(
    'runs a seed the same way again',
    async () => {
      const first = await simulation.runSeed(7);
      await simulation.runSeed(8);
      const again = await simulation.runSeed(7);
      expect(again.fingerprint).toBe(first.fingerprint);
      expect((await simulation.runSeed(9)).fingerprint).not.toBe(first.fingerprint);
    },
    TIMEOUT_MS,
  );
});

describe('npm run simulate', () => {
  it('reads its options', () => {
    expect(readOptions([])).toMatchObject({ seeds: 1_000, from: 1, workers: 2, isSingle: false });
    expect(readOptions(['--seed', '7', '--steps', '30'])).toMatchObject({
      seeds: 1,
      from: 7,
      steps: 30,
      workers: 1,
      isSingle: true,
    });
    expect(readOptions(['--until-failure'])).toMatchObject({ untilFailure: true });
    expect(() => readOptions(['--seeds', 'many'])).toThrow('--seeds');
    expect(() => readOptions(['--seed', '-1'])).toThrow();
  });
});
