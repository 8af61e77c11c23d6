import type { Db } from '../../ground/db/pool.ts';
import { countPaymentsNeeding } from '../payments/payments-of-acquirer.sql.ts';

const DAY_MS = 86_400_000;
/** As long as a PIX can be given back, or taken back. */
const NEEDED_DAYS = 90;

/** Without their acquirer these could be neither asked about nor refunded. */
export function countPaymentsStillNeeding(db: Db, acquirer: string, now: Date): Promise<number> {
  return countPaymentsNeeding(db, acquirer, new Date(now.getTime() - NEEDED_DAYS * DAY_MS));
}
