import type { Deps } from '../../ground/deps.ts';
import type { Acquirer, DailyTotals, ReceivedPayment, ReceivedQuestion } from '../../rails/acquirers/acquirer.ts';
import type { WithAcquirers } from '../../rails/acquirers/registry.ts';
import { receivedCentsOf } from '../payments/amount-due.rules.ts';
import type { Payment } from '../payments/payment.ts';
import { findPayments, findPaymentsByReference } from '../payments/payments.sql.ts';
import type { WithApprovals } from './approvals.ts';
import { updateBoundReceipts } from './receipts/unknown-receipts.sql.ts';
import { syncPayment } from './sync-payment.ts';

/** More pages than any account has in a day: a bank that never says "last" ends here. */
const MOST_PAGES = 20_000;

/** So many payments that are none of ours are listed for a day; all are counted. */
const MOST_LISTED = 1_000;

type Unreadable = { outcome: 'unknown'; reason: string };

export type PageRead =
  | {
      outcome: 'found';
      known: readonly ReceivedPayment[];
      /** No payment of ours has their reference. */
      unknown: readonly ReceivedPayment[];
      isLast: boolean;
    }
  | Unreadable;

export interface UnknownMoney {
  count: number;
  cents: number;
  /** The first of them. */
  listed: ReceivedPayment[];
}

export type DayRead = { outcome: 'found'; totals: DailyTotals; unknown: UnknownMoney } | Unreadable;

/**
 * Goes through what an acquirer received in a period, page by page. What belongs to payments of ours is added up; what
 * does not is counted and listed apart, so that money is never invisible.
 */
export async function readReceived(
  deps: Deps & WithApprovals & WithAcquirers,
  acquirer: Acquirer,
  period: { from: Date; to: Date },
): Promise<DayRead> {
  const totals: DailyTotals = { count: 0, paidCents: 0, refundedCents: 0 };
  const unknown: UnknownMoney = { count: 0, cents: 0, listed: [] };
  for (let page = 0; page < MOST_PAGES; page++) {
    const listed = await readReceivedPage(deps, acquirer, { ...period, page, isReturnedOnly: false });
    if (listed.outcome === 'unknown') return listed;
    for (const { amountCents, refundedAmountCents } of listed.known) {
      totals.count++;
      totals.paidCents += amountCents;
      totals.refundedCents += refundedAmountCents;
    }
    unknown.count += listed.unknown.length;
    unknown.cents += listed.unknown.reduce((sum, { amountCents }) => sum + amountCents, 0);
    unknown.listed.push(...listed.unknown.slice(0, MOST_LISTED - unknown.listed.length));
    if (listed.isLast) return { outcome: 'found', totals, unknown };
  }
  return { outcome: 'unknown', reason: `more than ${MOST_PAGES} pages` };
}

/**
 * One page. Whatever differs from our record is asked about, so that no second payment, other amount or return stays
 * unseen when no notification came.
 */
export async function readReceivedPage(
  deps: Deps & WithApprovals & WithAcquirers,
  acquirer: Acquirer,
  question: ReceivedQuestion,
): Promise<PageRead> {
  const listed = await acquirer.received?.(question);
  if (!listed) return { outcome: 'unknown', reason: 'the acquirer lists no payments' };
  if (listed.outcome === 'unknown') return listed;
  const payments = await findPaymentsByReference(
    deps.db,
    listed.payments.map(({ reference }) => reference),
  );
  const isOurs = ({ reference }: ReceivedPayment) => {
    const payment = payments.get(reference);
    return payment !== undefined && [payment.acquirer, payment.pix_acquirer].includes(acquirer.name);
  };
  const bound = await findBoundPayments(
    deps,
    acquirer,
    listed.payments.filter((received) => !isOurs(received)),
  );
  const known: ReceivedPayment[] = [];
  const unknown: ReceivedPayment[] = [];
  const differing = new Map<number, Payment>();
  for (const received of listed.payments) {
    const payment = isOurs(received) ? payments.get(received.reference) : bound.get(received.endToEndId);
    if (!payment) {
      unknown.push(received);
      continue;
    }
    known.push(received);
    if (!isAsRecorded(payment, received)) differing.set(payment.id, payment);
  }
  for (const payment of differing.values()) await syncPayment(deps, payment);
  return { outcome: 'found', known, unknown, isLast: listed.isLast };
}

/** Payments that the operator has given money of other references to, by the id of that money. */
async function findBoundPayments(
  deps: Deps,
  { name }: Acquirer,
  received: readonly ReceivedPayment[],
): Promise<Map<string, Payment>> {
  const bound = await updateBoundReceipts(deps.db, name, received);
  if (bound.size === 0) return new Map();
  const payments = await findPayments(deps.db, [...bound.values()]);
  return new Map(
    [...bound].flatMap(([endToEndId, id]) => {
      const payment = payments.get(id);
      return payment ? [[endToEndId, payment] as const] : [];
    }),
  );
}

/** One payment of the whole amount, of which as much was given back as we know of. */
function isAsRecorded(payment: Payment, received: ReceivedPayment): boolean {
  return (
    receivedCentsOf(payment) === received.amountCents &&
    payment.refunded_cents === received.refundedAmountCents &&
    payment.acquirer_data?.endToEndId === received.endToEndId
  );
}
