import { addDays, isLocalDate } from '../brazil/calendar.rules.ts';
import { isDocument } from '../brazil/documents.rules.ts';
import { ApiError, invalidField } from '../errors.ts';
import { DEFAULT_DUE_DAYS, MAX_DUE_DAYS } from './check-schedule.rules.ts';
import { MAX_METADATA_KEY_LENGTH, MAX_MONEY_CENTS, type OrderBody } from './payments.schemas.ts';

export const MIN_AMOUNT_CENTS = 500;

/** What a JSON schema cannot say about the body of an order; still part of its shape, so checked before the token. */
export function checkOrderShape(body: OrderBody, options: { today: string; documentCheck: 'shape' | 'strict' }): void {
  refuseMisspeltSplit(body);
  if (options.documentCheck === 'strict' && !isDocument(body.customer.document)) {
    throw invalidField('customer.document', 'has wrong check digits');
  }
  for (const key of Object.keys(body.metadata ?? {})) {
    // Counted as the schema counts the values: an emoji is one character.
    const length = [...key].length;
    if (length === 0 || length > MAX_METADATA_KEY_LENGTH) {
      throw invalidField('metadata', `keys must have 1 to ${MAX_METADATA_KEY_LENGTH} characters`);
    }
  }
  checkDueDate(body.payment, options.today);
}

/** Ignoring an unknown key is kind, except here: a misspelt split would send all the money to one company. */
function refuseMisspeltSplit(body: object): void {
  for (const key of Object.keys(body)) {
    if (key !== 'splitParticipants' && key.replaceAll('_', '').toLowerCase() === 'splitparticipants') {
      throw invalidField(key, 'is not a field of an order; did you mean splitParticipants?');
    }
  }
}

function checkDueDate(payment: OrderBody['payment'], today: string): void {
  const dueDate = payment.due_date;
  if (dueDate === undefined) return;
  if (payment.type !== 'invoice') throw invalidField('payment.due_date', 'is only for payment.type invoice');
  if (!isLocalDate(dueDate)) throw invalidField('payment.due_date', 'is not a date of the calendar');
  const last = addDays(today, MAX_DUE_DAYS);
  if (dueDate < today || dueDate > last) throw invalidField('payment.due_date', `must be from ${today} to ${last}`);
}

/** The business rules of the amounts. */
export function checkOrderAmounts(body: OrderBody): void {
  if (body.total < MIN_AMOUNT_CENTS) {
    throw new ApiError('AMOUNT_BELOW_MINIMUM', `total must be at least ${MIN_AMOUNT_CENTS} cents`, {
      field: 'total',
      details: { minimum: MIN_AMOUNT_CENTS },
    });
  }
  // A hundred items at the highest quantity and price go beyond 2^53: add up in BigInt.
  const itemsTotal = body.items.reduce((sum, item) => sum + BigInt(item.quantity) * BigInt(item.price), 0n);
  if (itemsTotal !== BigInt(body.subtotal)) {
    throw new ApiError('TOTAL_MISMATCH', `subtotal must equal the sum of the items, ${itemsTotal}`, { field: 'subtotal' });
  }
  const total = body.subtotal + body.shipping.price;
  if (total !== body.total) {
    throw new ApiError('TOTAL_MISMATCH', `total must equal subtotal plus shipping.price, ${total}`, { field: 'total' });
  }
  if (total > MAX_MONEY_CENTS) throw invalidField('total', `must be at most ${MAX_MONEY_CENTS}`);
}

export function dueDateOf(payment: OrderBody['payment'], today: string): string | null {
  if (payment.type !== 'invoice') return null;
  return payment.due_date ?? addDays(today, DEFAULT_DUE_DAYS);
}
