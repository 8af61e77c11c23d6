import { shown } from './figures.rules.ts';
import { LIMITS, type Load, limitOf } from './limit.rules.ts';
import { SIZES, type Size, sizeFor } from './sizing.rules.ts';

/** Of one order or life, in milliseconds; PostgreSQL's is null where it cannot be read. */
export interface ProcessorTime {
  node: number;
  postgres: number | null;
}

export interface BenchFigures {
  seconds: number;
  /** Of this machine. */
  cores: number;
  ordersPerSecond: number;
  livesPerSecond: number;
  commit: { p50: number; p99: number };
  roundTrip: { p50: number; p99: number };
  /** Settings of the server with which a commit may be lost, in words. */
  notDurable: readonly string[];
  orderProcessorMs: ProcessorTime;
  lifeProcessorMs: ProcessorTime;
  /** How many cores each used while lives were measured. */
  coresOf: { node: number; postgres: number | null };
  /** While lives were measured. */
  load: Load;
}

const GUIDE = 'docs/guides/performance.md#how-large-a-machine';

export function reportOf(figures: BenchFigures): { lines: string[]; json: object } {
  const limit = limitOf(figures.load);
  const size = sizeFor(figures.livesPerSecond);
  const rows: (readonly [name: string, value: string, note: string])[] = [
    ['orders', `${shown(figures.ordersPerSecond)} /s`, `processor time ${processorText(figures.orderProcessorMs)}`],
    ['lives', `${shown(figures.livesPerSecond)} /s`, 'order, callback of the bank, APPROVED, signed webhook delivered'],
    ['', '', `processor time ${processorText(figures.lifeProcessorMs)}`],
    [
      'commit',
      `p50 ${shown(figures.commit.p50)} ms`,
      `p99 ${shown(figures.commit.p99)} ms; one durable row, of which ${shown(figures.roundTrip.p50)} ms is the way ` +
        'to the database and back',
    ],
    ['limit', limit, `${LIMITS[limit].says}${usedText(figures)}`],
    ['', '', `for more: ${LIMITS[limit].advice}`],
    ['fits', size ? `${size.paymentsPerSecond.toLocaleString('en')} /s` : 'no row', sizeText(size)],
    ...(size ? ([['', '', `cores: ${size.cores}; disk a year: ${size.diskPerYear}; ${size.processes}`]] as const) : []),
  ];
  const width = Math.max(...rows.map(([, value]) => value.length));
  const lines = rows.map(([name, value, note]) => `${name.padEnd(8)}${value.padEnd(width)}  ${note}`);
  if (figures.notDurable.length > 0)
    lines.push(
      `NOT DURABLE: ${figures.notDurable.join(', ')}; these figures are not those of a server that keeps money`,
    );
  return { lines, json: jsonOf(figures, limit, size) };
}

function processorText({ node, postgres }: ProcessorTime): string {
  if (postgres === null) return `Node ${shown(node)} ms; that of PostgreSQL cannot be read from here`;
  return `${shown(node + postgres)} ms: Node ${shown(node)}, PostgreSQL ${shown(postgres)}`;
}

/** Both are more than one process's worth where they are: the rest is the measurement itself, and the system. */
function usedText({ cores, coresOf: { node, postgres } }: BenchFigures): string {
  const used = [`Node ${node.toFixed(1)}`, ...(postgres === null ? [] : [`PostgreSQL ${postgres.toFixed(1)}`])];
  return ` (${used.join(', ')} of ${cores})`;
}

function sizeText(size: Size | null): string {
  return size
    ? `payments on average, with room for waves (${GUIDE})`
    : `half of these lives is less than the ${SIZES[0]?.paymentsPerSecond} /s of the first row (${GUIDE})`;
}

function jsonOf(figures: BenchFigures, limit: keyof typeof LIMITS, size: Size | null): object {
  const { load } = figures;
  return {
    seconds: figures.seconds,
    cores: figures.cores,
    orders_per_second: figures.ordersPerSecond,
    lives_per_second: figures.livesPerSecond,
    commit_ms: figures.commit,
    round_trip_ms: figures.roundTrip,
    not_durable: figures.notDurable,
    order_processor_ms: figures.orderProcessorMs,
    life_processor_ms: figures.lifeProcessorMs,
    cores_used: figures.coresOf,
    machine_busy: load.machineBusy,
    others_busy: load.othersBusy,
    node_busy: load.nodeBusy,
    database_sessions: load.sessions,
    limit,
    limit_says: LIMITS[limit].says,
    advice: LIMITS[limit].advice,
    size: size && {
      payments_per_second: size.paymentsPerSecond,
      payments_per_year: size.paymentsPerYear,
      cores: size.cores,
      disk_per_year: size.diskPerYear,
      processes: size.processes,
    },
  };
}
