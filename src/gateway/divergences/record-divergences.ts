import type { Tx } from '../../ground/db/transaction.ts';
import type { EventDeps } from '../../news/webhooks/deliveries/record-event.ts';
import { receivedCentsOf } from '../payments/amount-due.rules.ts';
import type { Payment } from '../payments/payment.ts';
import { tellOfPayment } from '../payments/tell-of-payments.ts';
import {
  type AcquirerReport,
  afterOddRefund,
  type Bounds,
  changesOf,
  type Difference,
  differencesOf,
  goneReceipts,
  isPaidThere,
  type KnownDivergence,
  positionThere,
  SIDE_OF,
  withBookings,
} from './divergence.rules.ts';
import { divergenceOpened } from './divergences.events.rules.ts';
import {
  insertDivergence,
  listKnownDivergences,
  markGone,
  resolveOvertaken,
  resolveReturned,
} from './divergences.sql.ts';

/** The payment whose money is compared; callers hold the lock on its row. */
export interface ComparedPayment extends Payment {
  statusName: 'APPROVED' | 'FAILED' | 'REFUNDED';
}

export interface Seen {
  report: AcquirerReport;
  /** Who holds what was received besides, where that may not be who has the payment. */
  heldBy: string | null;
  /** Who has what was to be given back, where that is not who has the payment. */
  refundsHeldBy: string | null;
  bounds: Bounds;
  /** The payment became final by this very report, so that nothing can be on record yet. */
  isJustEnded: boolean;
  /** What came by a further payment of the same code and was given back; contained in none of the figures. */
  returnedDuplicateCents: number;
  /** What the bank took back itself, by its own ids. */
  returnIds: readonly string[];
  now: Date;
}

/** Compares an acquirer's report about a final payment with the books. Returns what was not known before. */
export async function recordDivergences(
  deps: EventDeps,
  tx: Tx,
  payment: ComparedPayment,
  seen: Seen,
): Promise<Difference[]> {
  const { report, now } = seen;
  const known = seen.isJustEnded ? [] : await listKnownDivergences(tx, payment.id);
  const bounds = { least: withBookings(seen.bounds.least, known), most: withBookings(seen.bounds.most, known) };
  const isFailedHere = payment.statusName === 'FAILED';
  const differences = differencesOf({
    ...bounds,
    isFailedHere,
    isPaidThere: isPaidThere(report),
    there: positionThere(report),
  });
  const { returnedDuplicateCents, returnIds, heldBy, refundsHeldBy } = seen;
  const told = { payment, heldBy, refundsHeldBy, acquirerStatus: report.status, differences, known, bounds, now };
  return write(deps, tx, { ...told, returnedDuplicateCents, returnIds });
}

/**
 * A refund was confirmed with another amount than asked for: status and books follow what was asked; a divergence
 * reports the rest.
 */
export async function recordOddRefund(
  deps: EventDeps,
  tx: Tx,
  payment: ComparedPayment,
  oddCents: number,
  now: Date,
): Promise<Difference[]> {
  const known = await listKnownDivergences(tx, payment.id);
  const here = withBookings({ receivedCents: receivedCentsOf(payment), refundedCents: payment.refunded_cents }, known);
  // A refund says nothing of what was received.
  const bounds = { least: { ...here, receivedCents: 0 }, most: { ...here, receivedCents: Number.POSITIVE_INFINITY } };
  const there = afterOddRefund(here, known, oddCents);
  if (!there) return [];
  const differences = differencesOf({ ...bounds, isFailedHere: false, isPaidThere: true, there });
  return write(deps, tx, { payment, ...ABOUT_REFUNDS, refundsHeldBy: null, differences, known, bounds, now });
}

const ABOUT_REFUNDS = { heldBy: null, acquirerStatus: 'REFUNDED', returnedDuplicateCents: 0, returnIds: [] } as const;

/**
 * What another than the payment's acquirer was to give back, and has: it came back, or another amount was sent. All
 * of it together, so that what was told before is overtaken.
 */
export async function recordRefundsHeld(
  deps: EventDeps,
  tx: Tx,
  payment: ComparedPayment,
  { heldCents, heldBy, now }: { heldCents: number; heldBy: string; now: Date },
): Promise<Difference[]> {
  const known = await listKnownDivergences(tx, payment.id);
  const { refunded_cents: refundedCents } = payment;
  const here = withBookings({ receivedCents: receivedCentsOf(payment), refundedCents }, known);
  const bounds = { least: { ...here, receivedCents: 0 }, most: { ...here, receivedCents: Number.POSITIVE_INFINITY } };
  const there = { ...here, refundedCents: refundedCents - heldCents };
  const differences = differencesOf({ ...bounds, isFailedHere: false, isPaidThere: true, there });
  return write(deps, tx, { payment, ...ABOUT_REFUNDS, refundsHeldBy: heldBy, differences, known, bounds, now });
}

interface Findings {
  payment: ComparedPayment;
  heldBy: string | null;
  refundsHeldBy: string | null;
  acquirerStatus: string;
  differences: readonly Difference[];
  known: readonly KnownDivergence[];
  bounds: Bounds;
  returnedDuplicateCents: number;
  returnIds: readonly string[];
  now: Date;
}

/** Writes each divergence and its event in one transaction. */
async function write(deps: EventDeps, tx: Tx, findings: Findings): Promise<Difference[]> {
  const { payment, acquirerStatus, differences, known, bounds, returnedDuplicateCents, returnIds, now } = findings;
  const { opened, overtaken, gone } = changesOf(differences, known, bounds);
  if (overtaken.length > 0) await resolveOvertaken(tx, overtaken, now);
  if (gone.length > 0) await markGone(tx, gone, now);
  if (returnedDuplicateCents > 0) {
    const returned = goneReceipts(known, gone);
    if (returned.length > 0) await resolveReturned(tx, returned, now);
  }
  for (const difference of opened) {
    const divergenceId = await insertDivergence(tx, {
      merchantId: payment.merchant_id,
      paymentId: payment.id,
      orderRoot: payment.retry_root ?? payment.id,
      localStatus: payment.status,
      acquirerStatus,
      localAmountCents: payment.amount_cents,
      difference,
      returnIds,
      heldBy: SIDE_OF[difference.kind] === 'received' ? findings.heldBy : findings.refundsHeldBy,
      now,
    });
    const { statusName } = payment;
    const opened = { divergenceId, statusName, acquirerStatus, detectedAt: now, difference };
    await tellOfPayment(deps, tx, payment, divergenceOpened(payment, opened), now);
  }
  return opened;
}
