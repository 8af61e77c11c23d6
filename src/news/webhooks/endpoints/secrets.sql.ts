import type { Tx } from '../../../ground/db/transaction.ts';

export interface SealedSecrets {
  id: number;
  secret_sealed: string;
  previous_secrets_sealed: string[];
}

/**
 * The next endpoints by id, removed ones included. Nobody can rotate their secrets until the transaction ends; events
 * do not wait.
 */
export async function lockSealedSecrets(tx: Tx, afterId: number, limit: number): Promise<SealedSecrets[]> {
  return tx.query<SealedSecrets>(
    `SELECT id, secret_sealed, previous_secrets_sealed FROM webhook_endpoints
     WHERE id > $1 ORDER BY id LIMIT $2 FOR NO KEY UPDATE`,
    [afterId, limit],
  );
}

export async function updateSealedSecrets(
  tx: Tx,
  { id, secret_sealed, previous_secrets_sealed }: SealedSecrets,
): Promise<void> {
  await tx.query('UPDATE webhook_endpoints SET secret_sealed = $2, previous_secrets_sealed = $3 WHERE id = $1', [
    id,
    secret_sealed,
    previous_secrets_sealed,
  ]);
}
