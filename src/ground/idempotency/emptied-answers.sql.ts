import type { Tx } from '../db/transaction.ts';

/**
 * The texts that came with an order leave the answer that a repeat of it would get. The keys stay: a repeat must not
 * pay twice. They are the merchant's keys of one day.
 */
export async function emptyAnswersAbout(
  tx: Tx,
  payments: (merchantId: string, customerId: string) => string,
  [merchantId, customerId]: [merchantId: number, customerId: number],
): Promise<void> {
  await tx.query(
    `UPDATE idempotency_keys SET response_body = jsonb_set(response_body, '{transaction,metadata}', '{}')
     WHERE merchant_id = $1 AND subject_kind = 'payment' AND response_body #> '{transaction,metadata}' IS NOT NULL
       AND subject_id IN (${payments('$1', '$2')})`,
    [merchantId, customerId],
  );
}
