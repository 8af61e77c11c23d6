/** A row of the table in docs/guides/performance.md, "How large a machine"; its test holds the two together. */
export interface Size {
  paymentsPerSecond: number;
  paymentsPerYear: string;
  cores: string;
  diskPerYear: string;
  processes: string;
}

export const SIZES: readonly Size[] = [
  {
    paymentsPerSecond: 10,
    paymentsPerYear: '0.3 billion',
    cores: '1',
    diskPerYear: '0.8 TB',
    processes: 'npm start on an external PostgreSQL, and a second one for rolling restarts',
  },
  {
    paymentsPerSecond: 100,
    paymentsPerYear: '3.2 billion',
    cores: '1–2',
    diskPerYear: '7.6 TB',
    processes: '2 api, 2 worker; PostgreSQL on a machine of its own with a synchronous replica',
  },
  {
    paymentsPerSecond: 1_000,
    paymentsPerYear: '32 billion',
    cores: '6–8',
    diskPerYear: '76 TB',
    processes:
      '4 api, 4 worker; PostgreSQL with 8 cores and fast disks; months as partitions before the first year ends',
  },
];

/** Payments come in waves: a machine is planned for half of what it can do. */
const PLANNED_SHARE = 0.5;

/** The largest row that this many whole lives a second carry; null where they carry none. */
export function sizeFor(livesPerSecond: number): Size | null {
  return SIZES.findLast(({ paymentsPerSecond }) => paymentsPerSecond <= livesPerSecond * PLANNED_SHARE) ?? null;
}
