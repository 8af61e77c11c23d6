// Fills the kept database without measuring anything; with --audit it also recomputes its books.
import { auditLedger } from '../../dist/care/audit/audit-ledger.js';
import { openKeptDatabase } from '../support/kept-database.mjs';
import { say, step } from '../support/progress.mjs';
import { patientPool } from '../support/stage.mjs';

export const minutes = 60;

export async function measure({ payments, audit }) {
  const { cluster, database } = await openKeptDatabase(payments);
  try {
    if (audit) await auditBooks(database);
    return { rows: [], details: { payments } };
  } finally {
    await cluster.close();
  }
}

async function auditBooks(database) {
  step('auditing the books');
  const db = patientPool(database.url);
  const { held, broken } = await auditLedger(db);
  await db.close();
  if (broken) throw new Error(`the books are broken: ${broken.name}: ${JSON.stringify(broken.rows).slice(0, 500)}`);
  say(`  the audit holds: ${held.length} checks`);
}
