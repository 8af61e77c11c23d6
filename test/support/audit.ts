import { expect } from 'vitest';
import { auditLedger } from '../../src/care/audit/audit-ledger.ts';
import type { DbPool } from '../../src/ground/db/pool.ts';

/** Recomputes the books from the raw rows and expects that they hold; call it after every scenario. */
export async function expectCleanBooks(db: DbPool): Promise<void> {
  const { broken } = await auditLedger(db);
  expect(broken).toBeNull();
}
