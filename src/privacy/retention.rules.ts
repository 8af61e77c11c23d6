import { saoPauloDateOf } from '../brazil/calendar.rules.ts';

/**
 * Taxes can be claimed for five years from the first day of the year after the payment (CTN, art. 173); the five years
 * of the law against money laundering (9.613, art. 10) end earlier.
 */
const TAX_YEARS = 5;

/** The first day on which nobody may need the document of who paid any more; null where no money ever moved. */
export function keepDocumentUntil(lastMovedAt: Date | null): string | null {
  if (!lastMovedAt) return null;
  const yearOfMovement = Number(saoPauloDateOf(lastMovedAt).slice(0, 4));
  return `${String(yearOfMovement + 1 + TAX_YEARS).padStart(4, '0')}-01-01`;
}

/** Customers who ordered last before this are not customers any more. */
export function idleSince(now: Date, years: number): Date {
  const since = new Date(now);
  since.setUTCFullYear(since.getUTCFullYear() - years);
  return since;
}
