import { expect } from 'vitest';
import { auditLedger } from '../../src/audit/audit-ledger.ts';
import type { DbPool } from '../../src/db/pool.ts';

/** After every scenario: the books hold, recomputed from the raw rows. */
export async function expectCleanBooks(db: DbPool): Promise<void> {
  const { broken } = await auditLedger(db);
  expect(broken).toBeNull();
}
