import { withTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { type AttemptRecord, recordAttempts } from './deliveries.sql.ts';
import { DISABLE_AFTER_MS } from './retry.rules.ts';

/** Written together: one transaction for a hundred attempts costs little more than one for one. */
const MAX_BATCH = 200;
const GATHER_MS = 10;
const MAX_TRIES = 5;
const PAUSE_BETWEEN_TRIES_MS = 1_000;

export interface AttemptLog {
  add(record: AttemptRecord): void;
  flushed(): Promise<void>;
}

/** Gathers finished attempts and writes them in batches; `onWritten` is told when a batch has left, written or given up. */
export function createAttemptLog(deps: Deps, onWritten: (records: readonly AttemptRecord[]) => void): AttemptLog {
  const waiting: AttemptRecord[] = [];
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  const flush = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    const batch = waiting.splice(0, MAX_BATCH);
    if (batch.length === 0) return;
    writing = writing.then(() => write(deps, batch)).then(() => onWritten(batch));
    if (waiting.length > 0) flush();
  };

  return {
    add(record) {
      waiting.push(record);
      if (waiting.length >= MAX_BATCH) flush();
      else timer ??= setTimeout(flush, GATHER_MS);
    },
    flushed() {
      flush();
      return writing;
    },
  };
}

/** If the database stays away, the leases run out and the deliveries are sent again: at least once, never lost. */
async function write(deps: Deps, batch: AttemptRecord[]): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      const now = deps.clock.realNow();
      const disableFailingSince = new Date(now.getTime() - DISABLE_AFTER_MS);
      return await withTransaction(deps.db, (tx) => recordAttempts(tx, batch, disableFailingSince, now));
    } catch (error) {
      deps.log.error({ err: error, attempts: batch.length }, 'finished webhook attempts could not be recorded');
      if (tries >= MAX_TRIES) return;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_BETWEEN_TRIES_MS));
    }
  }
}
