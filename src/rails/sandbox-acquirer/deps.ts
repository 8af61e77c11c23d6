import type { DbPool } from '../../ground/db/pool.ts';
import type { NewCharge, StoredCharge } from './charges.sql.ts';

export interface Log {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface Clock {
  /** Business time; signatures and retries go by real time instead. */
  now(): Promise<Date>;
}

export interface Deps {
  db: DbPool;
  /** For new charges alone: whoever orders does not wait behind hundreds who look or cancel. */
  ordersDb: DbPool;
  /** Charges at the same time share a statement. */
  storeCharge: (charge: NewCharge) => Promise<StoredCharge | null>;
  clock: Clock;
  log: Log;
}

/** Database errors may quote the offending row: only what cannot hold personal data is logged. */
export function describeError(error: unknown): { error: string; code?: string; stack?: string } {
  if (!(error instanceof Error)) return { error: String(error) };
  const code = (error as { code?: unknown }).code;
  return {
    error: error.message,
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.stack === undefined ? {} : { stack: error.stack }),
  };
}
