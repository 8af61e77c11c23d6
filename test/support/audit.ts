import { expect } from 'vitest';
import type { DbPool } from '../../src/db/pool.ts';
import { auditLedger } from '../../src/ledger/audit-ledger.ts';

/** After every scenario: the books hold, recomputed from the raw rows. */
export async function expectCleanBooks(db: DbPool): Promise<void> {
  const { broken } = await auditLedger(db);
  expect(broken).toBeNull();
}
