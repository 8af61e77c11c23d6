import type { Tx } from '../../ground/db/transaction.ts';

/** The caller has looked the company up, whoever it belongs to. */
export async function updateLateCaps(tx: Tx, companyId: number, isOn: boolean): Promise<void> {
  await tx.query('UPDATE companies SET late_caps = $2 WHERE id = $1', [companyId, isOn]);
}
