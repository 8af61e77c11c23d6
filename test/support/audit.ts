import { afterAll, afterEach, expect } from 'vitest';
import { auditLedger } from '../../src/care/audit/audit-ledger.ts';
import type { DbPool } from '../../src/ground/db/pool.ts';
import { openLogs } from './processes/gateway-logs.ts';
import { failAtTheEnd } from './suite/late-failures.ts';

/** Recomputes the books from the raw rows and expects that they hold; call it after every scenario. */
export async function expectCleanBooks(db: DbPool): Promise<void> {
  const { broken } = await auditLedger(db);
  expect(broken).toBeNull();
}

/**
 * Audits the books once, when all tests of a file are done: journals and events are only added to, so what one test
 * breaks of them stays broken. `AUDIT_EACH_TEST=1` audits after each, and so finds out which one. It must stand below
 * the hook that closes the database: the last hook is the first that runs.
 */
export function auditBooks(open: () => { db: DbPool } | undefined): void {
  // Where nothing could be opened there is nothing to audit, and the reason is told already.
  const audit = async () => {
    const database = open();
    if (database) await expectCleanBooks(database.db);
  };
  if (process.env['AUDIT_EACH_TEST']) afterEach(audit);
  else
    afterAll(() =>
      audit().catch((error: unknown) => {
        process.stderr.write(`\nThe books of this file are not clean.\n${openLogs()}\n`);
        failAtTheEnd(error);
      }),
    );
}
