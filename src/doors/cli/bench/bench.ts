import { availableParallelism } from 'node:os';
import { CliError, command } from '../command.ts';
import { withServer } from '../database.ts';
import { readWhole } from '../values.ts';
import { reportOf } from './bench-report.rules.ts';
import { runBench } from './run-bench.ts';

const DEFAULT_SECONDS = 60;
/** A login of the payers lasts an hour. */
const MOST_SECONDS = 3_000;

export const bench = command({
  name: 'bench',
  description: 'Measure what this machine and database can do, for a minute, on a database of its own that is removed',
  examples: ['vintem bench', 'vintem bench --json > bench.json', 'vintem bench --seconds 300 --even-if-in-use'],
  args: {
    seconds: {
      type: 'string',
      description: 'how long to measure; with fewer than 60 the figures say little',
      default: String(DEFAULT_SECONDS),
    },
    'even-if-in-use': {
      type: 'boolean',
      description: 'measure although gateways are connected or took payments within a day: they become slow meanwhile',
    },
  },
  async run(args, terminal) {
    const seconds = readWhole('--seconds', args.seconds);
    if (seconds < 1 || seconds > MOST_SECONDS)
      throw new CliError(`--seconds must be 1 to ${MOST_SECONDS}, got "${args.seconds}"`);
    const figures = await withServer((server) =>
      runBench(server, {
        seconds,
        isInUseAllowed: args['even-if-in-use'] === true,
        cores: availableParallelism(),
        now: new Date(),
        progress: terminal.progress,
      }),
    );
    return reportOf(figures);
  },
});
