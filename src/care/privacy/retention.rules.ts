import { addDays, saoPauloDateOf } from '../../ground/brazil/calendar.rules.ts';

/**
 * Taxes can be claimed for five years from the first day of the year after the payment (CTN, art. 173); the five years
 * of the law against money laundering (9.613, art. 10) end earlier.
 */
const TAX_YEARS = 5;

/** As long as money may still come for an order, or be taken back, and somebody must know whose it was. */
const DISPUTE_DAYS = 180;

export interface CustomerMoney {
  /** When money was paid or given back last; null: never. */
  lastMovedAt: Date | null;
  /** When the acquirer last had other money than the books, in whichever state the payment is; null: never. */
  lastDisputedAt: Date | null;
  lastOrderedAt: Date | null;
}

/**
 * The first day on which nobody may need the document of who paid any more; null where that is today or over. Money in
 * dispute has moved, whatever the payment says.
 */
export function keepDocumentUntil(
  { lastMovedAt, lastDisputedAt, lastOrderedAt }: CustomerMoney,
  now: Date,
): string | null {
  const days = [
    ...[lastMovedAt, lastDisputedAt].flatMap((at) => (at ? [endOfTaxYears(at)] : [])),
    ...(lastOrderedAt ? [addDays(saoPauloDateOf(lastOrderedAt), DISPUTE_DAYS + 1)] : []),
  ];
  const last = days.sort().at(-1);
  return last !== undefined && last > saoPauloDateOf(now) ? last : null;
}

function endOfTaxYears(movedAt: Date): string {
  const yearOfMovement = Number(saoPauloDateOf(movedAt).slice(0, 4));
  return `${String(yearOfMovement + 1 + TAX_YEARS).padStart(4, '0')}-01-01`;
}

/** Customers who ordered last before this are not customers any more. */
export function idleSince(now: Date, years: number): Date {
  const since = new Date(now);
  since.setUTCFullYear(since.getUTCFullYear() - years);
  return since;
}
