import type { Db } from '../../ground/db/pool.ts';
import { countPaymentsNeeding } from '../payments/payments-of-acquirer.sql.ts';
import { PIX_REFUND_WINDOW_DAYS } from '../refunds/refund.rules.ts';

const DAY_MS = 86_400_000;

/** Without their acquirer these could be neither asked about nor refunded. */
export function countPaymentsStillNeeding(db: Db, acquirer: string, now: Date): Promise<number> {
  return countPaymentsNeeding(db, acquirer, new Date(now.getTime() - PIX_REFUND_WINDOW_DAYS * DAY_MS));
}
