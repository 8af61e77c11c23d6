import pg from 'pg';
import type { Statement } from './statement.ts';

/** Reads may use the pool directly; a write takes a `Tx` (see transaction.ts). */
export interface Db {
  query<Row>(sql: string | Statement, params?: readonly unknown[]): Promise<Row[]>;
}

export interface DbPool extends Db {
  readonly pool: pg.Pool;
  /** What a transaction begins with after BEGIN, where connections cannot bring their settings; else empty. */
  readonly transactionSettings: string;
  /** A statement as the driver is to send it: by its name, unless this pool may not prepare any. */
  queryOf(sql: string | Statement, params: readonly unknown[]): pg.QueryConfig;
  close(): Promise<void>;
}

const BIGINT_OID = 20;
const DATE_OID = 1082;

/** Ids and cents are bigint columns; both stay far below 2^53, and a value beyond it must fail loudly, not round. */
function parseBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a safe integer`);
  return value;
}

const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === BIGINT_OID) return parseBigint;
    // A due date is a calendar day, not an instant: keep its text.
    if (oid === DATE_OID) return (text: string) => text;
    return pg.types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;

export function refuseWhenCrowded(pool: pg.Pool): void {
  if (pool.waitingCount >= MAX_WAITING) throw new DatabaseBusy('too many requests wait for the database');
}

export interface PoolOptions {
  url: string;
  max: number;
  applicationName: string;
  onError: (error: Error) => void;
  /** How long a statement may take, where that is not as long as anything may. */
  statementTimeoutMs?: number;
  /** How long to wait for a connection, where that is not as long as usual. */
  connectionWaitMs?: number | undefined;
  /** For an operator's long statements (migrations, audits): no time limits. */
  isPatient?: boolean;
  /**
   * True where a pooler stands in between that lends one connection to many: a statement prepared on it may be gone,
   * and it refuses a connection that brings settings. Those of the role count instead (see pooled-role.ts), and what
   * differs from them is set by each transaction.
   */
  isPooled?: boolean;
  /** Settings of PostgreSQL for every connection of this pool. */
  settings?: Readonly<Record<string, string>>;
}

/** How long a request waits for a connection before it is told the service is busy. */
const CONNECTION_WAIT_MS = 5_000;
export const STATEMENT_TIMEOUT_MS = 15_000;

/**
 * More than this waiting for a connection and the next is turned away at once: a queue that long only
 * makes everybody late.
 */
const MAX_WAITING = 500;

/** The database has no room for this request right now. */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy';
}

export function openPool(options: PoolOptions): DbPool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max,
    application_name: options.applicationName,
    connectionTimeoutMillis: options.connectionWaitMs ?? CONNECTION_WAIT_MS,
    keepAlive: true,
    ...timeLimits(options),
    ...(options.isPooled
      ? {}
      : { options: optionsOf({ ...SETTINGS, ...(options.isPatient && NO_LIMITS), ...options.settings }) }),
    types,
  });
  pool.on('error', options.onError);
  // Between two uses of a connection nobody else may be listening; its loss is found by the next query on it.
  pool.on('connect', (client) => client.on('error', () => {}));
  const queryOf = (sql: string | Statement, params: readonly unknown[]): pg.QueryConfig => {
    const values = params as unknown[];
    if (typeof sql === 'string') return { text: sql, values };
    return options.isPooled ? { text: sql.text, values } : { name: sql.name, text: sql.text, values };
  };
  return {
    pool,
    transactionSettings: options.isPooled ? transactionSettings(options) : '',
    queryOf,
    async query<Row>(sql: string | Statement, params: readonly unknown[] = []): Promise<Row[]> {
      refuseWhenCrowded(pool);
      const result = await pool.query(queryOf(sql, params));
      return result.rows as Row[];
    },
    close: () => pool.end(),
  };
}

/**
 * Where PostgreSQL compiles what it takes for expensive, it would compile a balance of large books for longer
 * than it reads.
 */
export const SETTINGS = { TimeZone: 'UTC', jit: 'off' };

/** A role may have limits of its own, which are not meant for an operator's work. */
const NO_LIMITS = { statement_timeout: '0', idle_in_transaction_session_timeout: '0' };

/** The server's limit, and a little later ours: a host that vanished without a word sends no error either. */
function timeLimits({ isPatient, isPooled, statementTimeoutMs = STATEMENT_TIMEOUT_MS }: PoolOptions) {
  if (isPatient) return {};
  const ours = { query_timeout: statementTimeoutMs + 1_000 };
  if (isPooled) return ours;
  return {
    ...ours,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  };
}

/** Only what this pool has and the role has not. */
function transactionSettings({ settings = {}, statementTimeoutMs }: PoolOptions): string {
  const limit = statementTimeoutMs === undefined ? {} : { statement_timeout: String(statementTimeoutMs) };
  return Object.entries({ ...limit, ...settings })
    .map(([name, value]) => `; SET LOCAL ${name} = ${value}`)
    .join('');
}

function optionsOf(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}
