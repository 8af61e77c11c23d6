import { BANK, SIMULATED } from '../bank/acquirer-charge.ts';
import { dayOf, plusDays } from '../calendar.ts';
import { demand } from '../demand.ts';
import type { World } from '../world.ts';
import { paidFor, type Snapshot, type StoredReport } from './snapshot.ts';

const DAYS = 'each day is compared, with the figures of both sides';
/**
 * A report may or may not contain what happened this shortly before or after it: clocks differ, and calls take time.
 */
const UNCERTAIN_MS = 30 * 60_000;

interface DayFigures {
  count: number;
  paidCents: number;
  refundedCents: number;
}

export function checkDays({ acquirer }: World, snapshot: Snapshot): void {
  const { reports } = snapshot;
  for (const name of new Set(reports.map((report) => report.acquirer))) {
    const days = [...new Set(reports.filter((report) => report.acquirer === name).map(({ day }) => day))];
    for (const [index, day] of days.entries()) {
      const before = days[index - 1];
      demand(DAYS, before === undefined || day === plusDays(before, 1), () => `${day} was compared after ${before}`);
    }
  }
  for (const report of reports) {
    const told = acquirer.totalsTold.get(`${report.acquirer} ${report.day}`) ?? [];
    demand(
      DAYS,
      told.some((totals) => isTold(report, totals)),
      () => `the acquirer said ${JSON.stringify(told)}, stored is ${JSON.stringify(report)}`,
    );
    if (isNearAnything(snapshot, report)) continue;
    const ours = oursOf(snapshot, report, report.made_at);
    demand(
      DAYS,
      isSame(ours, report),
      () => `${report.day}: ${JSON.stringify(report)}, the model says ${JSON.stringify(ours)}`,
    );
  }
}

/** What came for references that nobody here knows is counted apart; what was given back of it is not. */
function isTold(report: StoredReport, { count, paidCents, refundedCents }: DayFigures): boolean {
  const { acquirer_refunded_cents: refunded, unknown_count: unknown } = report;
  return (
    report.acquirer_count + unknown === count &&
    report.acquirer_paid_cents + report.unknown_cents === paidCents &&
    (unknown === 0 ? refunded === refundedCents : refunded <= refundedCents)
  );
}

const RECENT_DAYS = 7;

/** A report also contains what became known late: the last seven days are compared again each day. */
export function checkRecentDays({ clock, faults }: World, snapshot: Snapshot): void {
  if (!faults.comparesDays) return;
  const now = clock.businessNow();
  for (const acquirer of [SIMULATED, BANK]) {
    for (let back = 1; back <= RECENT_DAYS; back++) {
      const day = plusDays(dayOf(now), -back);
      const report = snapshot.reports.findLast((other) => other.acquirer === acquirer && other.day === day);
      if (!report) continue;
      const ours = oursOf(snapshot, report, now);
      demand(
        'the last seven days are up to date',
        isSame(ours, report),
        () => `${JSON.stringify(report)}, now ${JSON.stringify(ours)}`,
      );
    }
  }
}

function isSame(ours: DayFigures, report: StoredReport): boolean {
  const { count, paidCents, refundedCents } = ours;
  return (
    report.our_count === count && report.our_paid_cents === paidCents && report.our_refunded_cents === refundedCents
  );
}

/** The totals of the payments that were paid on that day, as far as we knew them at that moment. */
function oursOf(
  { payments, journals, refunds }: Snapshot,
  { acquirer, day }: { acquirer: string; day: string },
  at: Date,
): DayFigures {
  const isKnown = (paymentId: number) =>
    journals.some(
      (journal) => journal.cause_kind === 'approval' && journal.payment_id === paymentId && journal.posted_at <= at,
    );
  const paid = payments.filter(
    (payment) =>
      payment.acquirer === acquirer &&
      payment.paid_at !== null &&
      dayOf(payment.paid_at) === day &&
      isKnown(payment.id),
  );
  const refunded = refunds.filter(
    ({ payment_id, status, settled_at }) =>
      status === 'REFUNDED' && settled_at !== null && settled_at <= at && paid.some(({ id }) => id === payment_id),
  );
  return {
    count: paid.length,
    paidCents: paid.reduce((sum, payment) => sum + paidFor(payment), 0),
    refundedCents: refunded.reduce((sum, refund) => sum + refund.amount_cents, 0),
  };
}

function isNearAnything({ journals, refunds }: Snapshot, { made_at }: StoredReport): boolean {
  const instants = [
    ...journals.map(({ posted_at }) => posted_at),
    ...refunds.map(({ settled_at }) => settled_at ?? made_at),
  ];
  return instants.some((instant) => Math.abs(instant.getTime() - made_at.getTime()) < UNCERTAIN_MS);
}
