// For the millions: indexes are built once at the end, and what the database checks row by row is checked by
// the audit instead.
import { inParallel } from './figures.mjs';

const FILLED = ['customers', 'payments', 'payment_shares', 'ledger_journals', 'ledger_entries', 'refunds', 'events'];
/**
 * They look at every row once more, along an index that is not there meanwhile. All other triggers run:
 * some keep counts.
 */
const CHECKS = ['payment_shares_divide', 'ledger_entries_balance'];

/** For a cluster that is only being filled and is started again, durable, afterwards. */
export const FILL_SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '8GB',
  autovacuum: 'off',
  shared_buffers: '512MB',
  maintenance_work_mem: '512MB',
  work_mem: '64MB',
};

export async function withoutChecks(db, work, say) {
  const indexes = await db.query(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i
     WHERE i.indrelid = ANY ($1::regclass[])
       AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
    [FILLED],
  );
  const checks = await db.query(
    `SELECT tgrelid::regclass::text AS "table", tgname AS name FROM pg_trigger
     WHERE tgrelid = ANY ($1::regclass[]) AND (tgname LIKE 'RI_ConstraintTrigger_c%' OR tgname = ANY ($2))`,
    [FILLED, CHECKS],
  );
  const switchChecks = async (how) => {
    for (const { table, name } of checks) await db.query(`ALTER TABLE ${table} ${how} TRIGGER "${name}"`);
  };
  await switchChecks('DISABLE');
  for (const { name } of indexes) await db.query(`DROP INDEX ${name}`);
  await work();
  await inParallel(indexes.length, 2, async (number) => {
    say(`building index ${number + 1} of ${indexes.length}: ${indexes[number].name}`);
    await db.query(indexes[number].definition);
  });
  await switchChecks('ENABLE');
}
