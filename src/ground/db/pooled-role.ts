import pg from 'pg';
import { ConfigError } from '../config.ts';
import { type Db, SETTINGS, STATEMENT_TIMEOUT_MS } from './pool.ts';

/** A connection through a pooler brings no settings: the role in DATABASE_URL must have them. */

const LIMITS = { statement_timeout: STATEMENT_TIMEOUT_MS, idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS };

/** Without limits one statement holds a connection for ever; in another time zone, days begin at another hour. */
export async function refuseRoleWithoutSettings(service: Db): Promise<void> {
  const names = [...Object.keys(SETTINGS), ...Object.keys(LIMITS)];
  const rows = await service.query<{ name: string; setting: string; role: string }>(
    'SELECT lower(name) AS name, setting, current_user AS role FROM pg_settings WHERE lower(name) = ANY ($1)',
    [names.map((name) => name.toLowerCase())],
  );
  const missing = missingSettings(new Map(rows.map(({ name, setting }) => [name, setting])));
  if (missing.length === 0) return;
  const role = pg.escapeIdentifier(rows[0]?.role ?? '');
  const statements = missing.map((setting) => `ALTER ROLE ${role} SET ${setting};`);
  throw new ConfigError(
    'behind a pooler (DATABASE_PREPARE=off) the role in DATABASE_URL brings what connections cannot; run\n' +
      `  ${statements.join('\n  ')}\nand let the pooler connect anew (RECONNECT in PgBouncer)`,
  );
}

/** What is set otherwise, as ALTER ROLE takes it. A stricter limit than ours is the operator's choice. */
export function missingSettings(found: ReadonlyMap<string, string>): string[] {
  const wrong = Object.entries(SETTINGS).filter(([name, value]) => found.get(name.toLowerCase()) !== value);
  const unlimited = Object.entries(LIMITS).filter(([name, ms]) => {
    const setMs = Number(found.get(name) ?? 0);
    return setMs === 0 || setMs > ms;
  });
  return [...wrong.map(([name, value]) => `${name} = '${value}'`), ...unlimited.map(([name, ms]) => `${name} = ${ms}`)];
}
