import { ConfigError } from '../config.ts';
import { compareMigrations, type MigratedSchemaName } from './migrate.ts';
import type { Db } from './pool.ts';

/** Migrations of a schema, and the folder that this release has them in. */
export interface MigratedSchema {
  schema: MigratedSchemaName;
  folder: string;
}

interface Standing {
  role: string;
  /** Whether it owns the tables, or may make them where there are none. */
  mayMigrate: boolean;
  /** The schemas whose list of migrations it may read. */
  readable: readonly string[];
}

const ADVICE = 'run vintem migrate with DATABASE_OWNER_URL, then start again';

/**
 * A role that may not change tables serves as it is, provided that there is nothing to change. Answers whether this
 * role migrates itself; refuses to start where nobody has migrated.
 */
export async function mayMigrate(db: Db, schemas: readonly MigratedSchema[]): Promise<boolean> {
  const standing = await readStanding(db, schemas);
  if (standing.mayMigrate) return true;
  for (const { schema, folder } of schemas) {
    if (!standing.readable.includes(schema))
      throw new ConfigError(`"${standing.role}" may not read the tables of the schema ${schema}: ${ADVICE}`);
    const { missing, changed } = await compareMigrations(db, folder, schema);
    const [first] = missing;
    if (first !== undefined)
      throw new ConfigError(
        `the database lacks migrations of this release (${missing.length}, from ${first} on), and "${standing.role}" ` +
          `may not make them: ${ADVICE}`,
      );
    if (changed.length > 0)
      throw new ConfigError(`migration ${changed[0]} was changed after it was applied; add a new file instead`);
  }
  return false;
}

async function readStanding(db: Db, schemas: readonly MigratedSchema[]): Promise<Standing> {
  const names = schemas.map(({ schema }) => schema);
  const [row] = await db.query<Standing>(
    `WITH tables AS (
       SELECT n.nspname AS schema, c.relowner,
         has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT') AS "mayRead"
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relname = 'schema_migrations' AND n.nspname = ANY ($1)
     )
     SELECT current_user::text AS role,
       coalesce((SELECT pg_has_role(relowner, 'MEMBER') FROM tables WHERE schema = 'public'),
         has_schema_privilege('public', 'CREATE')) AS "mayMigrate",
       ARRAY(SELECT schema::text FROM tables WHERE "mayRead") AS readable`,
    [names],
  );
  return row as Standing;
}
