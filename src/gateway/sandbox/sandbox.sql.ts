import type { Db } from '../../ground/db/pool.ts';
import type { Tx } from '../../ground/db/transaction.ts';

/** Moves the clock forward, and no further than the limit; returns false when it would pass that. */
export async function advanceSandboxClock(db: Db, seconds: number, limit: number): Promise<boolean> {
  const rows = await db.query(
    `UPDATE sandbox_clock SET offset_seconds = offset_seconds + $1
     WHERE offset_seconds + $1 <= $2 RETURNING offset_seconds`,
    [seconds, limit],
  );
  return rows.length > 0;
}

export async function findSandboxOffset(db: Db): Promise<number> {
  const [row] = await db.query<{ offset_seconds: number }>('SELECT offset_seconds FROM sandbox_clock');
  return row?.offset_seconds ?? 0;
}

/** The secret of that name, if anybody has made it yet. */
export async function findSecret(db: Db, name: string): Promise<string | null> {
  const [row] = await db.query<{ value: string }>('SELECT value FROM generated_secrets WHERE name = $1', [name]);
  return row?.value ?? null;
}

/** The secret of that name: the first process that asks makes it, and all others get the same one. */
export async function findOrCreateSecret(tx: Tx, name: string, value: string): Promise<string> {
  const [row] = await tx.query<{ value: string }>(
    `INSERT INTO generated_secrets (name, value) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET value = generated_secrets.value RETURNING value`,
    [name, value],
  );
  return (row as { value: string }).value;
}
