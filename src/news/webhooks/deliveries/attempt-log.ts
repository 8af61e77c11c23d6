import type { Deps } from '../../../ground/deps.ts';
import { recordAudit } from '../../../parties/audit-log/record-audit.ts';
import { type AttemptRecord, type RecordedAttempts, recordAttempts } from './deliveries.sql.ts';
import { DISABLE_AFTER_MS } from './retry.rules.ts';

/** How many attempts one statement writes: a hundred cost little more than one. */
const MAX_BATCH = 1_000;
const GATHER_MS = 20;
const MAX_TRIES = 5;
const PAUSE_BETWEEN_TRIES_MS = 1_000;
/** After this long the lease of the delivery is about to end, and the delivery will be sent again. */
const MAX_WAIT_FOR_ENDPOINT_MS = 25_000;
/** How often the time of the last attempt is written for an endpoint: a busy one has hundreds a second. */
const NOTE_ATTEMPT_EVERY_MS = 10_000;

export interface AttemptLog {
  add(record: AttemptRecord): void;
  /** Resolves when everything added so far was written or given up. */
  flushed(): Promise<void>;
}

/** Gathers finished attempts and writes them in batches. Calls `onWritten` when a batch was written or given up. */
export function createAttemptLog(deps: Deps, onWritten: (records: readonly AttemptRecord[]) => void): AttemptLog {
  const waiting: AttemptRecord[] = [];
  let writing: Promise<void> | null = null;

  /**
   * The next batch gathers while one is being written, and a little longer: the busier the process, the
   * larger the batches.
   */
  const writeAll = async () => {
    while (waiting.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
      const batch = waiting.splice(0, MAX_BATCH);
      const heldElsewhere = await write(deps, batch);
      const isLate = (record: AttemptRecord) => heldElsewhere.has(record.endpointId) && !isTooLate(deps, record);
      waiting.push(...batch.filter(isLate));
      onWritten(batch.filter((record) => !isLate(record)));
    }
    writing = null;
  };

  return {
    add(record) {
      waiting.push(record);
      writing ??= writeAll();
    },
    async flushed() {
      while (writing) await writing;
    },
  };
}

function isTooLate(deps: Deps, record: AttemptRecord): boolean {
  const isOver = deps.clock.realNow().getTime() - Date.parse(record.attemptedAt) > MAX_WAIT_FOR_ENDPOINT_MS;
  if (isOver)
    deps.log.error(
      { endpointId: record.endpointId },
      'a finished webhook attempt was not recorded because its endpoint is locked',
    );
  return isOver;
}

/**
 * Returns the endpoints whose results have to wait. If the database stays away, the leases run out and the deliveries
 * are sent again: an event may arrive twice, and is never lost.
 */
async function write(deps: Deps, batch: AttemptRecord[]): Promise<Set<number>> {
  for (let tries = 1; ; tries++) {
    try {
      const now = deps.clock.realNow();
      const ago = (ms: number) => new Date(now.getTime() - ms);
      const at = { now, disableFailingSince: ago(DISABLE_AFTER_MS), lastAttemptBefore: ago(NOTE_ATTEMPT_EVERY_MS) };
      const { heldElsewhere, disabled } = await recordAttempts(deps.db, batch, at);
      await tellDisabled(deps, disabled, batch);
      return heldElsewhere;
    } catch (error) {
      deps.log.error({ err: error, attempts: batch.length }, 'finished webhook attempts could not be recorded');
      if (tries >= MAX_TRIES) return new Set();
      await new Promise((resolve) => setTimeout(resolve, PAUSE_BETWEEN_TRIES_MS));
    }
  }
}

/** The results are written by now, so what goes wrong here must not write them again. */
async function tellDisabled(
  deps: Deps,
  disabled: RecordedAttempts['disabled'],
  batch: readonly AttemptRecord[],
): Promise<void> {
  for (const { id, reason } of disabled) {
    const merchantId = batch.find(({ endpointId }) => endpointId === id)?.merchantId ?? null;
    const entry = { merchantId, object: { kind: 'webhook', id }, details: { reason } } as const;
    await recordAudit(deps, deps.db, { action: 'webhook.disabled', ...entry }).catch((error) =>
      deps.log.error({ err: error, endpointId: id }, 'the audit log does not tell that a webhook was switched off'),
    );
  }
}
