import { foldPaymentDays, HAS_DAY_DELTAS } from '../../books/reports/payment-days.sql.ts';
import { foldCustomerCounts, HAS_CUSTOMER_DELTAS } from '../../gateway/customers/customer-counts.sql.ts';
import { foldLinkCounts, HAS_LINK_DELTAS } from '../../gateway/payment-links/link-counts.sql.ts';
import { foldPaymentCounts, HAS_PAYMENT_DELTAS } from '../../gateway/payments/payment-counts.sql.ts';
import type { DbPool } from '../../ground/db/pool.ts';
import { statement } from '../../ground/db/statement.ts';
import { workInChunks } from '../../ground/queues/chunks.ts';

const FOLDS = [
  { hasDeltas: HAS_PAYMENT_DELTAS, fold: foldPaymentCounts },
  { hasDeltas: HAS_CUSTOMER_DELTAS, fold: foldCustomerCounts },
  { hasDeltas: HAS_DAY_DELTAS, fold: foldPaymentDays },
  { hasDeltas: HAS_LINK_DELTAS, fold: foldLinkCounts },
];

/** Whoever has nothing to fold asks once a second, not sixteen times. */
const LOOK = statement(`SELECT ARRAY[${FOLDS.map(({ hasDeltas }) => hasDeltas).join(', ')}] AS has_deltas`);

/** What lists and reports are counted by: while this rests, counts stay exact and only take longer to read. */
export async function foldCounts({ db }: { db: DbPool }): Promise<boolean> {
  const [look] = await db.query<{ has_deltas: boolean[] }>(LOOK);
  const due = FOLDS.filter((_, index) => look?.has_deltas[index]);
  let hasMore = false;
  for (const { fold } of due) {
    // Lists read what is not folded yet: this waits for no deletion.
    const isDone = await workInChunks(db, fold, 'at once');
    hasMore ||= !isDone;
  }
  return hasMore;
}
