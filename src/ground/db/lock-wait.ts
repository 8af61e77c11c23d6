import type { Tx } from './transaction.ts';

/** How long a lock is waited for. Those behind a batch do not wait longer for what only one of it needs. */
export type LockWait = 'for a moment' | 'as long as it takes';

/** Until the transaction ends. */
export async function limitLockWait(tx: Tx, wait: LockWait): Promise<void> {
  if (wait === 'for a moment') await tx.query("SET LOCAL lock_timeout = '1s'");
}
