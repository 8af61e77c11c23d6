import { randomBytes } from 'node:crypto';
import type { Config } from '../../ground/config.ts';
import { MIGRATION_LOCK } from '../../ground/db/migrate.ts';
import type { DbPool } from '../../ground/db/pool.ts';
import { withTransaction } from '../../ground/db/transaction.ts';
import type { ConfigKeys } from '../../rails/acquirers/acquirer-config.ts';
import { findOrCreateSecret } from './sandbox.sql.ts';

export interface Secrets {
  jwt: string;
  webhookKey: Buffer;
  acquirerKeys: ConfigKeys;
  /** Null in live. */
  sandboxAcquirer: { key: string; notifications: string } | null;
}

/**
 * Live brings its own secrets (config.ts insists) and makes none. The sandbox makes the missing ones, once
 * for all processes.
 */
export async function readSecrets(db: DbPool, config: Config): Promise<Secrets> {
  const { jwtSecret: jwt, webhookKey, acquirerKey, acquirerKeyPrevious: previous } = config;
  if (config.mode === 'live' && jwt && webhookKey && acquirerKey)
    return { jwt, webhookKey, acquirerKeys: { current: acquirerKey, previous }, sandboxAcquirer: null };
  return withTransaction(db, async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    const make = (name: string) => findOrCreateSecret(tx, name, randomBytes(32).toString('base64url'));
    return {
      jwt: jwt ?? (await make('jwt')),
      webhookKey: webhookKey ?? Buffer.from(await make('webhook-key'), 'base64url'),
      acquirerKeys: { current: acquirerKey ?? Buffer.from(await make('acquirer-key'), 'base64url'), previous },
      sandboxAcquirer: {
        key: await make('sandbox-acquirer-key'),
        notifications: await make('sandbox-acquirer-notifications'),
      },
    };
  });
}
