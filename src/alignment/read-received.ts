import type { Acquirer, DailyTotals, ReceivedPayment, ReceivedQuestion, TotalsResult } from '../acquirers/acquirer.ts';
import type { Deps } from '../deps.ts';
import type { Payment } from '../payments/payment.ts';
import { findPaymentsByReference } from '../payments/payments.sql.ts';
import { receivedCentsOf } from '../payments/status.rules.ts';
import { syncPayment } from './sync-payment.ts';

/** More pages than any account has in a day: a bank that never says "last" ends here. */
const MOST_PAGES = 20_000;

export type PageRead =
  | { outcome: 'found'; known: readonly ReceivedPayment[]; isLast: boolean }
  | { outcome: 'unknown'; reason: string };

/**
 * Goes through what an acquirer received in a period, page by page, and adds up what belongs to payments of ours: money
 * of another system that shares the account is not our business.
 */
export async function readReceived(
  deps: Deps,
  acquirer: Acquirer,
  period: { from: Date; to: Date },
): Promise<TotalsResult> {
  const totals: DailyTotals = { count: 0, paidCents: 0, refundedCents: 0 };
  for (let page = 0; page < MOST_PAGES; page++) {
    const listed = await readReceivedPage(deps, acquirer, { ...period, page, isReturnedOnly: false });
    if (listed.outcome === 'unknown') return listed;
    for (const { amountCents, refundedAmountCents } of listed.known) {
      totals.count++;
      totals.paidCents += amountCents;
      totals.refundedCents += refundedAmountCents;
    }
    if (listed.isLast) return { outcome: 'found', totals };
  }
  return { outcome: 'unknown', reason: `more than ${MOST_PAGES} pages` };
}

/**
 * One page. Whatever differs from our record is asked about, so that no second payment, other amount or return stays
 * unseen when no notification came.
 */
export async function readReceivedPage(deps: Deps, acquirer: Acquirer, question: ReceivedQuestion): Promise<PageRead> {
  const listed = await acquirer.received?.(question);
  if (!listed) return { outcome: 'unknown', reason: 'the acquirer lists no payments' };
  if (listed.outcome === 'unknown') return listed;
  const payments = await findPaymentsByReference(
    deps.db,
    listed.payments.map(({ reference }) => reference),
  );
  const known: ReceivedPayment[] = [];
  const differing = new Map<number, Payment>();
  for (const received of listed.payments) {
    const payment = payments.get(received.reference);
    if (payment?.acquirer !== acquirer.name) continue;
    known.push(received);
    if (!isAsRecorded(payment, received)) differing.set(payment.id, payment);
  }
  for (const payment of differing.values()) await syncPayment(deps, payment);
  return { outcome: 'found', known, isLast: listed.isLast };
}

/** One payment of the whole amount, of which as much was given back as we know of. */
function isAsRecorded(payment: Payment, received: ReceivedPayment): boolean {
  return (
    receivedCentsOf(payment.status, payment.amount_cents) === received.amountCents &&
    payment.refunded_cents === received.refundedAmountCents &&
    payment.acquirer_data?.endToEndId === received.endToEndId
  );
}
