import type { Db } from '../../ground/db/pool.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import type { Destination, MaskedDestination } from './destination.ts';
import { emptiedMask } from './destination-mask.rules.ts';

export interface DestinationOfRefund {
  payment_id: number;
  masked: MaskedDestination;
  created_at: Date;
}

/** What was stored about payers so that they get their money back. */
export async function listDestinationsOfRefunds(
  db: Db,
  merchantId: number,
  paymentIds: readonly number[],
): Promise<DestinationOfRefund[]> {
  return db.query(
    `SELECT refund_of AS payment_id, masked, created_at FROM payout_destinations
     WHERE merchant_id = $1 AND refund_of = ANY ($2::bigint[]) ORDER BY id`,
    [merchantId, paymentIds],
  );
}

/** What these say of a payer is gone, encrypted and masked alike; that there were some stays. */
export async function emptyDestinationsOfRefunds(
  tx: Tx,
  merchantId: number,
  paymentIds: readonly number[],
  at: Date,
): Promise<void> {
  const found = await tx.query<Pick<Destination, 'id' | 'key_type'>>(
    `SELECT id, key_type FROM payout_destinations
     WHERE merchant_id = $1 AND refund_of = ANY ($2::bigint[]) AND sealed <> '' FOR NO KEY UPDATE`,
    [merchantId, paymentIds],
  );
  for (const { id, key_type } of found) {
    await tx.query(
      `UPDATE payout_destinations SET sealed = '', fingerprint = '', masked = $3, removed_at = coalesce(removed_at, $4)
       WHERE merchant_id = $1 AND id = $2`,
      [merchantId, id, JSON.stringify(emptiedMask(key_type)), at],
    );
  }
}
