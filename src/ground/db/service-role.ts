import pg from 'pg';
import { ConfigError } from '../config.ts';
import type { Db, DbPool } from './pool.ts';
import { withTransaction } from './transaction.ts';

/**
 * The service works as a role that reads and writes rows and nothing else. What guards the books (triggers,
 * constraints, the list of migrations) belongs to the owner, who migrates: a statement smuggled into the service cannot
 * switch it off.
 */

/**
 * Any fixed number. Not the lock of the migrations: their runner may build an index meanwhile, which waits for
 * all who wait.
 */
const GRANT_LOCK = 7_146_836_002;
const ROW_PRIVILEGES = 'SELECT, INSERT, UPDATE, DELETE';
const MIGRATIONS_TABLE = 'schema_migrations';

/**
 * Gives the role of the service what it needs in those schemas, where they exist, and no more. Called as the
 * owner, after migrating.
 */
export async function grantToRole(owner: DbPool, role: string, schemas: readonly string[]): Promise<void> {
  await refuseUnknownRole(owner, role);
  await refuseOwnersPower(owner, role);
  await withTransaction(owner, async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [GRANT_LOCK]);
    for (const schema of await findUnsettledSchemas(tx, role, schemas)) {
      for (const statement of grants(pg.escapeIdentifier(schema), pg.escapeIdentifier(role))) await tx.query(statement);
    }
  });
}

async function refuseUnknownRole(owner: DbPool, role: string): Promise<void> {
  const rows = await owner.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  if (rows.length === 0)
    throw new ConfigError(`DATABASE_URL names the role "${role}", which does not exist: CREATE ROLE "${role}" LOGIN …`);
}

/**
 * Two roles of which one can act as the other are one, whatever their names: that setting would promise what it
 * does not give.
 */
async function refuseOwnersPower(owner: DbPool, role: string): Promise<void> {
  const [found] = await owner.query<{ owner: string; isOne: boolean }>(
    `SELECT current_user AS owner, pg_has_role($1::name, current_user, 'MEMBER') AS "isOne"`,
    [role],
  );
  if (!found?.isOne) return;
  throw new ConfigError(
    `the service connects as "${role}", which may do all that the owner "${found.owner}" may: ` +
      'give DATABASE_URL a role of its own, or leave DATABASE_OWNER_URL out',
  );
}

/** Those where the role has not exactly what it should: a start that finds nothing to do writes nothing. */
async function findUnsettledSchemas(tx: Db, role: string, schemas: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    `SELECT n.nspname AS name FROM pg_namespace n
     WHERE n.nspname = ANY ($2) AND (
       NOT has_schema_privilege($1::name, n.oid, 'USAGE')
       OR has_schema_privilege($1::name, n.oid, 'CREATE')
       OR EXISTS (
         SELECT 1 FROM pg_class c
         WHERE c.relnamespace = n.oid AND c.relkind IN ('r', 'p') AND (
           NOT has_table_privilege($1::name, c.oid, 'SELECT')
           OR has_table_privilege($1::name, c.oid, 'TRUNCATE, TRIGGER')
           OR EXISTS (
             SELECT 1 FROM unnest(ARRAY['INSERT', 'UPDATE', 'DELETE']) AS privilege
             WHERE has_table_privilege($1::name, c.oid, privilege) = (c.relname = $3))))
       OR EXISTS (
         SELECT 1 FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid
         WHERE c.relnamespace = n.oid AND NOT has_sequence_privilege($1::name, s.seqrelid, 'USAGE'))
       OR (
         SELECT count(DISTINCT d.defaclobjtype) FROM pg_default_acl d CROSS JOIN aclexplode(d.defaclacl) a
         JOIN pg_roles o ON o.oid = d.defaclrole AND o.rolname = current_user
         JOIN pg_roles r ON r.oid = a.grantee AND r.rolname = $1
         WHERE d.defaclnamespace = n.oid) < 2)`,
    [role, schemas, MIGRATIONS_TABLE],
  );
  return rows.map(({ name }) => name);
}

/** For what is there, and, by the default privileges, for what later migrations add. */
function grants(schema: string, role: string): string[] {
  return [
    `REVOKE CREATE ON SCHEMA ${schema} FROM PUBLIC, ${role}`,
    `GRANT USAGE ON SCHEMA ${schema} TO ${role}`,
    `REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM ${role}`,
    `GRANT ${ROW_PRIVILEGES} ON ALL TABLES IN SCHEMA ${schema} TO ${role}`,
    `REVOKE INSERT, UPDATE, DELETE ON ${schema}.${MIGRATIONS_TABLE} FROM ${role}`,
    `GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role}`,
    `ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT ${ROW_PRIVILEGES} ON TABLES TO ${role}`,
    `ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT USAGE ON SEQUENCES TO ${role}`,
  ];
}
