// For the millions: indexes are built once at the end, and what the database checks row by row is checked by the audit instead.
import { inParallel } from './figures.mjs';

/** Their triggers check or complete single rows, all of which the filler writes completely. */
const FILLED = ['customers', 'payment_shares', 'ledger_journals', 'ledger_entries', 'refunds', 'events'];

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
     WHERE i.indrelid = ANY ($1::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
    [[...FILLED, 'payments']],
  );
  // Triggers of the payments stay, whatever they keep beside the rows; only their foreign keys wait for the audit.
  const references = await db.query(
    `SELECT tgname AS name FROM pg_trigger WHERE tgrelid = 'payments'::regclass AND tgisinternal AND tgname LIKE 'RI_ConstraintTrigger_c%'`,
  );
  const switchAll = async (how) => {
    for (const table of FILLED) await db.query(`ALTER TABLE ${table} ${how} TRIGGER ALL`);
    for (const { name } of references) await db.query(`ALTER TABLE payments ${how} TRIGGER "${name}"`);
  };
  await switchAll('DISABLE');
  for (const { name } of indexes) await db.query(`DROP INDEX ${name}`);
  await work();
  await inParallel(indexes.length, 2, async (number) => {
    say(`building index ${number + 1} of ${indexes.length}: ${indexes[number].name}`);
    await db.query(indexes[number].definition);
  });
  await switchAll('ENABLE');
}
