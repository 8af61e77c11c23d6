import type { Db } from '../../ground/db/pool.ts';
import type { CatalogFacts } from './facts.rules.ts';

const MOST_NAMED = 20;
const LARGEST = 5;

/** What PostgreSQL says of itself, of who asks, and of our tables. */
export async function readCatalog(db: Db): Promise<CatalogFacts> {
  const [row] = await db.query<CatalogFacts>(
    `WITH ours AS (
       SELECT c.oid, c.relname, c.relowner FROM pg_class c
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
     )
     SELECT current_setting('server_version') AS version,
       current_setting('server_version_num')::integer AS "versionNumber",
       current_user AS role,
       EXISTS (SELECT FROM ours WHERE pg_has_role(ours.relowner, 'MEMBER')) AS "ownsTables",
       pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS "isReadOnly",
       current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
         AS "maxConnections",
       ARRAY(
         SELECT relname::text FROM ours
         WHERE NOT has_table_privilege(oid, 'SELECT') OR relname <> 'schema_migrations' AND EXISTS (
           SELECT FROM unnest(ARRAY['INSERT', 'UPDATE', 'DELETE']) AS privilege
           WHERE NOT has_table_privilege(oid, privilege))
         ORDER BY relname LIMIT ${MOST_NAMED}) AS "tablesWithoutRights",
       ARRAY(
         -- One that is being built is not valid yet, either.
         SELECT i.indexrelid::regclass::text FROM pg_index i JOIN ours ON ours.oid = i.indrelid
         WHERE NOT i.indisvalid
           AND NOT EXISTS (SELECT FROM pg_stat_progress_create_index p WHERE p.index_relid = i.indexrelid)
         ORDER BY 1 LIMIT ${MOST_NAMED}) AS "invalidIndexes"`,
  );
  return row as CatalogFacts;
}

export interface StoredSizes {
  databaseBytes: number;
  largestTables: { name: string; bytes: number }[];
}

export async function readSizes(db: Db): Promise<StoredSizes> {
  const largestTables = await db.query<{ name: string; bytes: number }>(
    `SELECT relname::text AS name, pg_total_relation_size(oid) AS bytes FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY 2 DESC LIMIT ${LARGEST}`,
  );
  const [row] = await db.query<{ bytes: number }>('SELECT pg_database_size(current_database()) AS bytes');
  return { databaseBytes: row?.bytes ?? 0, largestTables };
}
