import type { Db } from '../../ground/db/pool.ts';
import type { Tx } from '../../ground/db/transaction.ts';

export interface StoredConfig {
  name: string;
  /** Of the table in `rails/kinds.ts`. */
  kind: string;
  profile: string;
  /** What must not be read by others, encrypted. */
  sealed: string;
  version: number;
  updated_at: Date;
}

export async function listConfigs(db: Db): Promise<StoredConfig[]> {
  return db.query('SELECT name, kind, profile, sealed, version, updated_at FROM acquirer_configs ORDER BY name');
}

/** Small and read often: tells whether anything has changed. */
export async function listConfigVersions(db: Db): Promise<{ name: string; version: number }[]> {
  return db.query('SELECT name, version FROM acquirer_configs ORDER BY name');
}

/** Held until the transaction ends, so that two changes do not build on the same former state. */
export async function lockConfig(tx: Tx, name: string): Promise<StoredConfig | null> {
  const [row] = await tx.query<StoredConfig>(
    'SELECT name, kind, profile, sealed, version, updated_at FROM acquirer_configs WHERE name = $1 FOR UPDATE',
    [name],
  );
  return row ?? null;
}

export async function findConfig(db: Db, name: string): Promise<StoredConfig | null> {
  const [row] = await db.query<StoredConfig>(
    'SELECT name, kind, profile, sealed, version, updated_at FROM acquirer_configs WHERE name = $1',
    [name],
  );
  return row ?? null;
}

export type NewConfig = Pick<StoredConfig, 'name' | 'kind' | 'profile' | 'sealed'>;

export async function upsertConfig(tx: Tx, { name, kind, profile, sealed }: NewConfig, now: Date): Promise<void> {
  await tx.query(
    `INSERT INTO acquirer_configs (name, kind, profile, sealed, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $5)
     ON CONFLICT (name) DO UPDATE SET kind = EXCLUDED.kind, profile = EXCLUDED.profile, sealed = EXCLUDED.sealed,
       version = DEFAULT, updated_at = EXCLUDED.updated_at`,
    [name, kind, profile, sealed, now],
  );
}

export async function deleteConfig(tx: Tx, name: string): Promise<void> {
  await tx.query('DELETE FROM acquirer_configs WHERE name = $1', [name]);
}
