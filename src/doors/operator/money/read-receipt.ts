import {
  type BookedReceipt,
  findReceipt,
  listReceiptBookings,
  type ReceiptBinding,
} from '../../../gateway/alignment/receipts/all-receipts.sql.ts';
import { receiptStateOf, type UnknownReceipt } from '../../../gateway/alignment/receipts/unknown-receipt.rules.ts';
import { findPaymentsByReference } from '../../../gateway/payments/payments.sql.ts';
import type { Deps } from '../../../ground/deps.ts';
import { ApiError } from '../../../ground/errors.ts';
import { findOddLine } from '../../../rails/cnab240/lines.sql.ts';
import { lineHashOf } from '../../../rails/cnab240/receipt-id.rules.ts';
import { foundPayment } from '../payments/payments.wire.ts';

export function listedReceipt(receipt: UnknownReceipt) {
  const { id, acquirer, day, end_to_end_id, reference, paid_at, credit_on } = receipt;
  return {
    ...{ id, acquirer, day, end_to_end_id, reference, credit_on },
    amount: receipt.amount_cents,
    refunded_amount: receipt.refunded_cents,
    booked_amount: receipt.booked_cents,
    paid_at: paid_at.toISOString(),
    state: receiptStateOf(receipt),
    transaction_id: receipt.bound_payment_id,
  };
}

/** Everything that is known of money that is none of ours; nobody is asked. */
export async function readReceipt({ db }: Pick<Deps, 'db'>, id: number) {
  const receipt = await findReceipt(db, id);
  if (!receipt) throw new ApiError('RECEIPT_NOT_FOUND', `receipt ${id} does not exist`);
  const { acquirer, reference } = receipt;
  const hashStart = lineHashOf(receipt.end_to_end_id);
  const [bookings, line] = await Promise.all([
    listReceiptBookings(db, id),
    hashStart && findOddLine(db, acquirer, { hashStart, reference }),
  ]);
  const named = await findPaymentsByReference(db, [...new Set([reference, ...(line?.references ?? [])])]);
  return {
    ...listedReceipt(receipt),
    ...endsOf(receipt),
    bookings: bookings.map(bookingOf),
    line: line && lineOf(line),
    named: [...named.values()].map(foundPayment),
  };
}

function lineOf({ references: _, ...line }: NonNullable<Awaited<ReturnType<typeof findOddLine>>>) {
  return line;
}

function endsOf(receipt: UnknownReceipt & ReceiptBinding) {
  const note = (at: Date | null, by: string | null, reason: string | null) =>
    at && { at: at.toISOString(), by: by ?? '', reason: reason ?? '' };
  return {
    bound: note(receipt.bound_at, receipt.bound_by, receipt.binding_reason),
    closed: note(receipt.closed_at, receipt.closed_by, receipt.reason),
  };
}

function bookingOf({ amount_cents: amount, company_id, booked_at, booked_by: by, reason }: BookedReceipt) {
  return { amount, company_id, at: booked_at.toISOString(), by, reason };
}
