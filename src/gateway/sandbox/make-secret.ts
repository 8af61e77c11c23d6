import { randomBytes } from 'node:crypto';
import type { DbPool } from '../../ground/db/pool.ts';
import { withTransaction } from '../../ground/db/transaction.ts';
import { findOrCreateSecret } from './sandbox.sql.ts';

const SECRET_BYTES = 32;

/** The sandbox's own secret of that name, made when it is asked for first. */
export async function makeSecret(db: DbPool, name: string): Promise<string> {
  const made = randomBytes(SECRET_BYTES).toString('base64url');
  return withTransaction(db, (tx) => findOrCreateSecret(tx, name, made));
}
