import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type SimulationCluster, startSimulationCluster } from './cluster.ts';
import { DEFAULT_STEPS, openSimulation, type SeedResult } from './run-seed.ts';

/**
 * `npm run simulate -- --seeds 1000 [--from N] [--steps K] [--workers W]`, or `--seed N` to see one seed again;
 * `--until-failure` stops at the first.
 */
export interface SimulateOptions {
  seeds: number;
  from: number;
  steps: number;
  workers: number;
  /** Runs one seed to look at it: a failure is shown with its last steps. */
  isSingle: boolean;
  /** No new seed begins after the first that failed. */
  untilFailure: boolean;
}

const PROGRESS_EVERY = 100;

export function readOptions(args: readonly string[]): SimulateOptions {
  const text = { type: 'string' } as const;
  const numbers = { seeds: text, seed: text, from: text, steps: text, workers: text };
  const { values } = parseArgs({ args: [...args], options: { ...numbers, 'until-failure': { type: 'boolean' } } });
  const number = (name: keyof typeof numbers, fallback: number) => {
    const value = values[name] === undefined ? fallback : Number(values[name]);
    if (!Number.isSafeInteger(value) || value < 0)
      throw new Error(`--${name} must be a whole number, got ${values[name]}`);
    return value;
  };
  const isSingle = values.seed !== undefined;
  return {
    seeds: isSingle ? 1 : number('seeds', 1_000),
    from: isSingle ? number('seed', 1) : number('from', 1),
    steps: number('steps', DEFAULT_STEPS),
    workers: isSingle ? 1 : Math.max(1, number('workers', 2)),
    isSingle,
    untilFailure: values['until-failure'] ?? false,
  };
}

const say = (line: string) => process.stdout.write(`${line}\n`);

function show({ seed, failure }: SeedResult, options: SimulateOptions): void {
  if (!failure) return;
  say(`\nFAILED seed ${seed}, step ${failure.step} of ${options.steps}\n  ${failure.invariant}\n  ${failure.detail}\n`);
  for (const line of failure.history) say(line);
  if (options.isSingle) say(`\nlast steps:\n${failure.lastSteps.join('\n')}`);
  const steps = options.steps === DEFAULT_STEPS ? '' : ` --steps ${options.steps}`;
  say(`\nsee it again: npm run simulate -- --seed ${seed}${steps}\n`);
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const startedAt = Date.now();
  const clusters: SimulationCluster[] = [];
  const stop = async () => {
    await Promise.all(clusters.map((cluster) => cluster.stop()));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stop().then(() => process.exit(1)));
  let seed = options.from;
  let done = 0;
  let failed = 0;
  const isOver = () => seed >= options.from + options.seeds || (options.untilFailure && failed > 0);
  const next = () => (isOver() ? null : seed++);
  let runningSince = startedAt;
  const rate = () => `${(done / Math.max(0.001, (Date.now() - runningSince) / 1000)).toFixed(1)} seeds/s`;
  const take = (result: SeedResult) => {
    done++;
    if (result.failure) failed++;
    show(result, options);
    if (options.isSingle) say(`seed ${result.seed}: fingerprint ${result.fingerprint}`);
    else if (done % PROGRESS_EVERY === 0) say(`${done} of ${options.seeds} seeds, ${failed} failed, ${rate()}`);
  };
  try {
    while (clusters.length < options.workers) clusters.push(await startSimulationCluster());
    runningSince = Date.now();
    await Promise.all(clusters.map(({ url }) => runWorker(url, options.steps, next, take)));
  } finally {
    await stop();
  }
  say(
    `${done} seeds, ${failed} failed, ${rate()}, ${((Date.now() - startedAt) / 1000).toFixed(0)} s with start and stop`,
  );
  process.exitCode = failed > 0 ? 1 : 0;
}

/** A process of its own for each cluster: one core simulates while its PostgreSQL backend works on another. */
function runWorker(
  url: string,
  steps: number,
  next: () => number | null,
  take: (result: SeedResult) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [], { env: { ...process.env, SIMULATION_DATABASE: url } });
    const assign = () => {
      const seed = next();
      if (seed === null) child.disconnect();
      else child.send({ seed, steps });
    };
    child.on('message', (result: SeedResult | 'ready') => {
      if (result !== 'ready') take(result);
      assign();
    });
    child.on('error', reject);
    child.on('exit', (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`a worker ended with ${signal ?? code}`)),
    );
  });
}

async function work(url: string): Promise<void> {
  const simulation = await openSimulation(url);
  process.on('message', ({ seed, steps }: { seed: number; steps: number }) => {
    simulation.runSeed(seed, steps).then(
      (result) => process.send?.(result),
      (error: unknown) => {
        process.stderr.write(`seed ${seed}: ${String((error as Error).stack)}\n`);
        process.exit(1);
      },
    );
  });
  // The parent alone decides when it is over.
  process.on('SIGINT', () => {});
  process.on('disconnect', () => void simulation.close());
  process.send?.('ready');
}

const workerDatabase = process.env['SIMULATION_DATABASE'];
if (process.argv[1] === fileURLToPath(import.meta.url)) await (workerDatabase ? work(workerDatabase) : main());
