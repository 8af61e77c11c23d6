import type { DbPool } from '../db/pool.ts';
import { withSnapshot } from '../db/transaction.ts';
import { AUDIT_CHECKS, findBreaks } from './audit.sql.ts';

export interface AuditResult {
  /** The checks that held, in order. */
  held: string[];
  /** The first that did not, with examples; null when all hold. */
  broken: { name: string; rows: Record<string, unknown>[] } | null;
}

/** Recomputes every invariant of the books from the raw rows, all on one snapshot, and stops at the first that is broken. */
export async function auditLedger(db: DbPool): Promise<AuditResult> {
  return withSnapshot(db, async (snapshot) => {
    const held: string[] = [];
    for (const check of AUDIT_CHECKS) {
      const rows = await findBreaks(snapshot, check);
      if (rows.length > 0) return { held, broken: { name: check.name, rows } };
      held.push(check.name);
    }
    return { held, broken: null };
  });
}
