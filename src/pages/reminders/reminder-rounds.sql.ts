import type { CreationPlace } from '../../gateway/payments/open-boletos.sql.ts';
import type { Db } from '../../ground/db/pool.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import { MERCHANTS_THAT_REMIND } from '../../parties/companies/reminder-days.sql.ts';

/** Every merchant that reminds anybody is gone through once a day. */
export async function beginRounds(db: Db, day: string): Promise<void> {
  await db.query(
    `INSERT INTO reminder_rounds AS round (merchant_id, day, at_created_at, at_payment_id)
     SELECT merchant_id, $1, $2, 0 FROM (${MERCHANTS_THAT_REMIND}) AS remind
     WHERE NOT EXISTS (SELECT FROM reminder_rounds known
       WHERE known.merchant_id = remind.merchant_id AND known.day >= $1)
     ORDER BY merchant_id
     ON CONFLICT (merchant_id) DO UPDATE SET day = excluded.day, is_done = false, turns = 0, found = 0,
       at_created_at = excluded.at_created_at, at_payment_id = excluded.at_payment_id
     WHERE round.day < excluded.day`,
    [day, new Date(0)],
  );
}

/** Whether somebody who was gone through before is not gone through for that day. */
export async function hasOpenRounds(db: Db, day: string): Promise<boolean> {
  const [row] = await db.query<{ is_open: boolean }>(
    `SELECT EXISTS (SELECT FROM reminder_rounds JOIN (${MERCHANTS_THAT_REMIND}) AS remind USING (merchant_id)
       WHERE day < $1 OR (day = $1 AND NOT is_done)) AS is_open`,
    [day],
  );
  return row?.is_open ?? false;
}

export interface Round {
  merchantId: number;
  /** The place of the last reminder that was found. */
  found: number;
  at: CreationPlace;
}

/** One that nobody else has at this moment; whoever had fewer turns goes first. */
export async function lockOpenRound(tx: Tx, day: string): Promise<Round | null> {
  const [row] = await tx.query<{ merchant_id: number; found: number; at_created_at: Date; at_payment_id: number }>(
    `SELECT merchant_id, found, at_created_at, at_payment_id FROM reminder_rounds
     WHERE day = $1 AND NOT is_done ORDER BY turns, merchant_id LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [day],
  );
  return row
    ? {
        merchantId: row.merchant_id,
        found: row.found,
        at: { createdAt: row.at_created_at, paymentId: row.at_payment_id },
      }
    : null;
}

export async function moveRound(tx: Tx, { merchantId, found, at }: Round, isDone: boolean): Promise<void> {
  await tx.query(
    `UPDATE reminder_rounds SET turns = turns + 1, found = $2, at_created_at = $3, at_payment_id = $4, is_done = $5
     WHERE merchant_id = $1`,
    [merchantId, found, at.createdAt, at.paymentId, isDone],
  );
}
