/** Payments of a merchant that can still be refunded, the newest first: a PIX can be for ninety days. */
export const refundable = (db, merchantId, most) =>
  db.query(
    `SELECT id FROM payments WHERE merchant_id = $1 AND status = 2 AND payment_type = 'pix'
     ORDER BY created_at DESC LIMIT $2`,
    [merchantId, most],
  );

/** Requests that refund them whole. */
export const refundsOf = (payments, headers) =>
  payments.map(({ id }) => ({
    path: '/payments/pix/refund',
    headers,
    body: JSON.stringify({ transaction_id: id }),
  }));
