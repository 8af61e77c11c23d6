import { readCustomerOfMerchant } from '../../gateway/customers/customer-data.sql.ts';
import { listDestinationsOfRefunds } from '../../gateway/destinations/refund-destinations.sql.ts';
import { listLinksOfMerchant } from '../../gateway/payment-links/payment-links.sql.ts';
import {
  listPaymentIdsOfCustomer,
  listWholePaymentsOfMerchant,
} from '../../gateway/payments/by-customer/customer-payments.sql.ts';
import { listRefundsOfPayments } from '../../gateway/refunds/refund-list.sql.ts';
import type { Db } from '../../ground/db/pool.ts';
import { ApiError } from '../../ground/errors.ts';
import type { FileAnswer } from '../../ground/streams/send-file.ts';
import { listEventsOfPayments } from '../../news/events/events.sql.ts';
import { listReceivedAnswers } from '../../news/webhooks/deliveries/delivery-log.sql.ts';
import { listReceiptsOfPayments } from '../../pages/notices/notices.sql.ts';
import { listRefusalsOfMerchant } from '../../pages/reminders/refusals.sql.ts';
import { hashOfAddress } from '../../pages/reminders/reminder-address.ts';
import { listRemindersOfPayments } from '../../pages/reminders/reminders.sql.ts';
import { findAnonymisation } from './anonymisations.sql.ts';
import { customerOfExport, paymentOfExport } from './export.wire.ts';

export type CustomerExport = Pick<FileAnswer, 'ids' | 'linesOf'> & { head: string; tail: string };

/**
 * Everything that is stored about a person, as JSON that is read and written a few hundred payments at a time, the
 * latest first; of more than `most` the oldest are left out, and `is_partial` says so.
 */
export async function exportCustomer(
  db: Db,
  merchantId: number,
  customerId: number,
  { most, now }: { most: number; now: Date },
): Promise<CustomerExport> {
  const customer = await readCustomerOfMerchant(db, merchantId, customerId);
  if (!customer) throw new ApiError('CUSTOMER_NOT_FOUND', `customer ${customerId} does not exist`);
  const removed = await findAnonymisation(db, merchantId, customerId);
  const found = await listPaymentIdsOfCustomer(db, merchantId, customerId, most + 1);
  const head = {
    exported_at: now.toISOString(),
    customer: customerOfExport(customer, removed),
    reminder_refusals: await listRefusalsOfMerchant(db, merchantId, hashOfAddress(customer.email)),
    is_partial: found.length > most,
  };
  let isFirst = true;
  return {
    head: `${JSON.stringify(head).slice(0, -1)},"transactions":[`,
    ids: found.slice(0, most),
    async linesOf(ids) {
      const told = (await readTold(db, merchantId, ids)).map((payment) => JSON.stringify(payment)).join(',\n');
      const lines = isFirst ? told : `,\n${told}`;
      isFirst = false;
      return lines;
    },
    tail: ']}\n',
  };
}

/** These payments with all that belongs to each. */
async function readTold(db: Db, merchantId: number, ids: readonly number[]) {
  const payments = await listWholePaymentsOfMerchant(db, merchantId, ids);
  const linkIds = payments.flatMap(({ payment_link_id }) => payment_link_id ?? []);
  const links = new Map((await listLinksOfMerchant(db, merchantId, linkIds)).map((link) => [link.id, link]));
  const refunds = byPayment(await listRefundsOfPayments(db, ids));
  const destinations = byPayment(await listDestinationsOfRefunds(db, merchantId, ids));
  const events = byPayment(await listEventsOfPayments(db, ids));
  const receipts = byPayment(await listReceiptsOfPayments(db, merchantId, ids));
  const reminders = byPayment(await listRemindersOfPayments(db, merchantId, ids));
  const answers = byPayment(await listReceivedAnswers(db, ids));
  return payments.map((payment) =>
    paymentOfExport(payment, {
      link: links.get(payment.payment_link_id ?? '') ?? null,
      refunds: refunds.get(payment.id) ?? [],
      destinations: destinations.get(payment.id) ?? [],
      events: events.get(payment.id) ?? [],
      receipts: receipts.get(payment.id) ?? [],
      reminders: reminders.get(payment.id) ?? [],
      answers: answers.get(payment.id) ?? [],
    }),
  );
}

function byPayment<Row extends { payment_id: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) groups.set(row.payment_id, [...(groups.get(row.payment_id) ?? []), row]);
  return groups;
}
