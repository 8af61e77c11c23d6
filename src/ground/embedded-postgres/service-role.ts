import { randomBytes } from 'node:crypto';
import { withClient } from './connection.ts';

/** The role that the service connects as. Another role owns the tables: see db/service-role.ts. */
export const SERVICE_ROLE = 'vintem_app';
const WITHOUT_POWER = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS';
const PASSWORD_BYTES = 32;

/**
 * Makes the role if it is missing, also in clusters of earlier versions. Its password is new at every start and is kept
 * in memory only.
 */
export async function openServiceRole(port: number, ownerPassword: string): Promise<string> {
  // Hex needs no escaping, neither in a URL nor in an SQL literal.
  const password = randomBytes(PASSWORD_BYTES).toString('hex');
  await withClient(port, ownerPassword, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [SERVICE_ROLE]);
    await client.query(
      `${rowCount === 0 ? 'CREATE' : 'ALTER'} ROLE ${SERVICE_ROLE} ${WITHOUT_POWER} PASSWORD '${password}'`,
    );
  });
  return password;
}
