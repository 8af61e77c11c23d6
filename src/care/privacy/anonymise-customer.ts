import { lockCustomerOfMerchant, removeCustomerData } from '../../gateway/customers/customer-data.sql.ts';
import { isRemovedDocument } from '../../gateway/customers/removed.rules.ts';
import { findLastDivergenceOfCustomer } from '../../gateway/divergences/divergences.sql.ts';
import { readCustomerActivity } from '../../gateway/payments/by-customer/customer-payments.sql.ts';
import { type Tx, withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { recordAudit } from '../../parties/audit-log/record-audit.ts';
import { type Anonymisation, findAnonymisation, insertAnonymisation } from './anonymisations.sql.ts';
import { keepDocumentUntil } from './retention.rules.ts';
import { wipePayments } from './wipe-payments.ts';

/** Payments that are wiped at once; of customers with more, a job wipes the others. */
const WIPED_AT_ONCE = 1_000;

/**
 * Removes what is known of a person; what was paid, when and to whom stays. The customer's own record goes
 * first, so that nobody finds the person from then on and the next order under the document makes a new
 * customer. May be repeated.
 */
export async function anonymiseCustomer(
  deps: Pick<Deps, 'db' | 'clock'>,
  merchantId: number,
  customerId: number,
): Promise<Anonymisation> {
  const at = await deps.clock.now();
  await withTransaction(deps.db, (tx) => removeOnce(deps, tx, merchantId, customerId, at));
  await wipePayments(deps, merchantId, customerId, WIPED_AT_ONCE);
  return (await findAnonymisation(deps.db, merchantId, customerId)) as Anonymisation;
}

/** Under the lock on the customer's record, which every order takes: none can come in between. */
async function removeOnce(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  merchantId: number,
  customerId: number,
  at: Date,
): Promise<void> {
  const customer = await lockCustomerOfMerchant(tx, merchantId, customerId);
  if (!customer) throw new ApiError('CUSTOMER_NOT_FOUND', `customer ${customerId} does not exist`);
  if (isRemovedDocument(customer.document)) return;
  const { isOpen, ...moved } = await readCustomerActivity(tx, merchantId, customerId);
  if (isOpen)
    throw new ApiError('CUSTOMER_HAS_OPEN_PAYMENTS', 'a transaction is pending or a refund of one is under way');
  const lastDisputedAt = await findLastDivergenceOfCustomer(tx, merchantId, customerId);
  const until = keepDocumentUntil({ ...moved, lastDisputedAt }, at);
  await insertAnonymisation(tx, {
    merchantId,
    customerId,
    keptDocument: until && customer.document,
    keepDocumentUntil: until,
    at,
  });
  await removeCustomerData(tx, merchantId, customerId, at);
  await recordAudit(deps, tx, {
    merchantId,
    action: 'customer.anonymised',
    object: { kind: 'customer', id: customerId },
  });
}
