import type { Db } from '../../ground/db/pool.ts';
import { statement } from '../../ground/db/statement.ts';
import type { FaultKind, FaultOperation } from './fault.rules.ts';

export interface Fault {
  kind: FaultKind;
  delayMs: number;
}

export interface StoredFault extends Fault {
  id: number;
  operation: FaultOperation;
  reference: string | null;
  remaining: number;
}

const COLUMNS = 'id, operation, kind, reference, delay_ms AS "delayMs", remaining';

export async function insertFault(db: Db, fault: Omit<StoredFault, 'id'>): Promise<StoredFault> {
  const [inserted] = await db.query<StoredFault>(
    `INSERT INTO sandbox_acquirer.faults (operation, kind, reference, delay_ms, remaining)
     VALUES ($1, $2, $3, $4, $5) RETURNING ${COLUMNS}`,
    [fault.operation, fault.kind, fault.reference, fault.delayMs, fault.remaining],
  );
  if (!inserted) throw new Error('the fault was not stored');
  return inserted;
}

export async function listFaults(db: Db): Promise<StoredFault[]> {
  return db.query<StoredFault>(`SELECT ${COLUMNS} FROM sandbox_acquirer.faults WHERE remaining > 0 ORDER BY id`);
}

export async function deleteFaults(db: Db): Promise<void> {
  await db.query('DELETE FROM sandbox_acquirer.faults');
}

const HAS_FAULTS = statement('SELECT EXISTS (SELECT FROM sandbox_acquirer.faults WHERE remaining > 0) AS "hasFaults"');

/** Whether any fault waits at all: nearly always none does, and then nobody has to look for one of its own. */
export async function hasFaults(db: Db): Promise<boolean> {
  const [row] = await db.query<{ hasFaults: boolean }>(HAS_FAULTS);
  return row?.hasFaults ?? false;
}

/**
 * Uses up one turn of the oldest fault that applies, over all processes. It waits for a locked row instead of skipping
 * it: a fault meant for the next 100 calls must hit exactly those, however concurrent they are.
 */
export async function takeFault(db: Db, operation: FaultOperation, reference: string): Promise<Fault | null> {
  const [taken] = await db.query<Fault>(
    `UPDATE sandbox_acquirer.faults SET remaining = remaining - 1
      WHERE id = (
        SELECT id FROM sandbox_acquirer.faults
         WHERE operation = $1 AND remaining > 0 AND (reference IS NULL OR reference = $2)
         ORDER BY id LIMIT 1 FOR UPDATE)
      RETURNING kind, delay_ms AS "delayMs"`,
    [operation, reference],
  );
  return taken ?? null;
}
