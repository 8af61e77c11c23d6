import type { Db } from '../../src/ground/db/pool.ts';

/** As a bank leaves it that registers later and issues a PIX code of the same charge. */
export async function waitWithPix(db: Db, paymentId: unknown, pixCode: unknown): Promise<void> {
  await db.query(
    `UPDATE payments SET registration = '{"status":"WAITING","registeredAt":null,"reason":null}',
       response_data_subacquirer_integration =
         response_data_subacquirer_integration || jsonb_build_object('pixQrCode', $2::text)
     WHERE id = $1`,
    [paymentId, pixCode],
  );
}
