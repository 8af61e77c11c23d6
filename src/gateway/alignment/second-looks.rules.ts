import type { Payment } from '../payments/payment.ts';

/**
 * A hint may be faster than the reads of the bank that sent it. Where it brought nothing new, the bank is asked again
 * this long after it; then the timetable of the safety net goes on.
 */
const LOOKS_AFTER_MS = [2_000, 10_000, 60_000];

/** When to look again at a hint that was worked then and has had so many looks since; null: no more. */
export function nextLookAt(workedAt: Date, looks: number): Date | null {
  const afterMs = LOOKS_AFTER_MS[looks];
  return afterMs === undefined ? null : new Date(workedAt.getTime() + afterMs);
}

/** Whether what the bank said has changed anything about a payment. */
export function isNews(before: Payment, after: Payment): boolean {
  return (
    before.status !== after.status ||
    before.refunded_cents !== after.refunded_cents ||
    before.acquirer_data?.endToEndId !== after.acquirer_data?.endToEndId ||
    before.registration?.status !== after.registration?.status ||
    before.due_date !== after.due_date ||
    before.requested_change?.requestedAt !== after.requested_change?.requestedAt
  );
}
