import { type Tx, withTransaction } from '../../../ground/db/transaction.ts';
import type { Deps } from '../../../ground/deps.ts';
import { type EventDeps, recordEvents } from '../../../news/webhooks/deliveries/record-event.ts';
import { findOnlyMerchantOfAcquirer } from '../../../parties/companies/operator.sql.ts';
import type { ReceivedPayment } from '../../../rails/acquirers/acquirer.ts';
import { receiptUnknown } from './receipts.events.rules.ts';
import { type OpenReceipts, storeUnknownReceipts } from './unknown-receipts.sql.ts';

export interface UnknownReceiptsSeen {
  acquirer: string;
  day: string;
  receipts: readonly ReceivedPayment[];
  now: Date;
}

/**
 * Keeps the payments of a day that are none of ours, and tells of those that are new, once: the log tells the operator,
 * an event the merchant whose account it is. Of an account that several merchants share only the operator is told.
 */
export async function tellUnknownReceipts(deps: Deps, seen: UnknownReceiptsSeen): Promise<void> {
  const { acquirer, day } = seen;
  const added = await withTransaction(deps.db, (tx) => keepUnknownReceipts(deps, tx, seen));
  if (added.count > 0)
    deps.log.error({ acquirer, day, ...added }, 'the acquirer has received payments that are none of ours');
}

/** The same inside of another's transaction, which tells the operator itself. */
export async function keepUnknownReceipts(deps: EventDeps, tx: Tx, seen: UnknownReceiptsSeen): Promise<OpenReceipts> {
  const { acquirer, day, now } = seen;
  const merchantId = await findOnlyMerchantOfAcquirer(tx, acquirer);
  const added = await storeUnknownReceipts(tx, { ...seen, merchantId });
  if (added.count > 0 && merchantId !== null)
    await recordEvents(
      deps,
      tx,
      [{ subject: null, merchantId, companyId: null, event: receiptUnknown({ acquirer, day, ...added }) }],
      now,
    );
  return added;
}
