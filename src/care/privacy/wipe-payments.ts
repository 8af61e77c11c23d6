import { REMOVED_NAME, removedDocument } from '../../gateway/customers/removed.rules.ts';
import { emptyDestinationsOfRefunds } from '../../gateway/destinations/refund-destinations.sql.ts';
import { paymentsOfCustomer, wipeNextPayments } from '../../gateway/payments/by-customer/customer-payments.sql.ts';
import { removeRefundTexts } from '../../gateway/refunds/refunds.sql.ts';
import { type Tx, withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { emptyAnswersAbout } from '../../ground/idempotency/emptied-answers.sql.ts';
import { removeReceivedAnswers } from '../../news/webhooks/deliveries/delivery-log.sql.ts';
import { removeRemindersOfPayments } from '../../pages/reminders/reminders.sql.ts';
import { removePayers } from '../../rails/cnab240/titles.sql.ts';
import { lockAnonymisation, moveAnonymisation } from './anonymisations.sql.ts';

/** Payments that are wiped in one transaction: nobody waits long for one of them. */
const CHUNK = 200;

/**
 * Removes the customer's data from payments, their titles at banks that take files, their refunds and where those were
 * to go, reminders, stored answers and what receivers of webhooks answered, at most so many in this turn. Who has
 * refused reminders stays so, under a hash: the next order with the address must not begin to write to them again. Says
 * whether there are more.
 */
export async function wipePayments(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  merchantId: number,
  customerId: number,
  most: number,
): Promise<boolean> {
  const at = await clock.now();
  for (let wiped = 0; wiped < most; wiped += CHUNK) {
    if (await withTransaction(db, (tx) => wipeChunk(tx, merchantId, customerId, at))) return false;
  }
  return true;
}

/** True when nothing is left. */
async function wipeChunk(tx: Tx, merchantId: number, customerId: number, at: Date): Promise<boolean> {
  const { wiped_at, wiped_through } = await lockAnonymisation(tx, merchantId, customerId);
  if (wiped_at) return true;
  const wiped = await wipeNextPayments(
    tx,
    { merchantId, customerId, after: wiped_through, limit: CHUNK, at },
    { document: removedDocument(customerId), name: REMOVED_NAME },
  );
  const ids = wiped.map(({ id }) => id);
  await removePayers(
    tx,
    wiped.map(({ reference }) => reference),
    REMOVED_NAME,
  );
  await removeRefundTexts(tx, ids);
  await emptyDestinationsOfRefunds(tx, merchantId, ids, at);
  await removeReceivedAnswers(tx, ids);
  await removeRemindersOfPayments(tx, merchantId, ids);
  const isLast = ids.length < CHUNK;
  if (isLast) await emptyAnswersAbout(tx, paymentsOfCustomer, [merchantId, customerId]);
  await moveAnonymisation(tx, merchantId, customerId, { through: ids.at(-1) ?? null, at: isLast ? at : null });
  return isLast;
}
