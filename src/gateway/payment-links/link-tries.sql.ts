import type { Db } from '../../ground/db/pool.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import type { Chunk } from '../../ground/queues/chunks.ts';
import { removeOldest } from '../../ground/queues/remove-oldest.sql.ts';
import type { PaymentLink } from './payment-links.rules.ts';

/** Somebody who mistypes has enough of them; somebody who guesses has not. */
export const TRIES_PER_HOUR = 5;
const HOUR_MS = 3_600_000;

/** One try of an address to be known as the payer of a link; false when it has had all that an hour allows. */
export async function takeTry(db: Db, link: PaymentLink, address: string, realNow: Date): Promise<boolean> {
  const recent = 'ARRAY(SELECT t FROM unnest(known.tried_at) AS t WHERE t > $5)';
  const rows = await db.query(
    `INSERT INTO payment_link_tries AS known (merchant_id, link_id, address, tried_at, last_tried_at)
     VALUES ($1, $2, $3, ARRAY[$4::timestamptz], $4)
     ON CONFLICT (merchant_id, link_id, address) DO UPDATE
       SET tried_at = ${recent} || $4::timestamptz, last_tried_at = $4
       WHERE cardinality(${recent}) < ${TRIES_PER_HOUR}
     RETURNING merchant_id`,
    [link.merchant_id, link.id, address, realNow, new Date(realNow.getTime() - HOUR_MS)],
  );
  return rows.length > 0;
}

/** Those that count no more at that time. */
export async function removeOldTries(tx: Tx, from: Date | null, realNow: Date): Promise<Chunk<Date>> {
  return removeOldest(tx, 'payment_link_tries', 'last_tried_at', {
    from,
    before: new Date(realNow.getTime() - HOUR_MS),
  });
}
