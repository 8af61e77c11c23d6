import { CLEARING, mainOf, PLATFORM_FEE } from '../../../books/ledger/accounts.rules.ts';
import { postJournal } from '../../../books/ledger/post-journal.ts';
import { takeDebitLocks } from '../../../books/ledger/take-debit-locks.ts';
import { withTransaction } from '../../../ground/db/transaction.ts';
import type { Deps } from '../../../ground/deps.ts';
import { ApiError } from '../../../ground/errors.ts';
import { receiptSubject } from '../../../ground/subjects/subject.rules.ts';
import { recordAudit } from '../../../parties/audit-log/record-audit.ts';
import { findMerchantOfCompany } from '../../../parties/companies/operator.sql.ts';
import { INSTALLATION } from '../../../parties/merchants/installation.rules.ts';
import { adjustmentJournal } from '../../divergences/booking.rules.ts';
import { type BookingWay, bookingOf } from './receipt-booking.rules.ts';
import { insertReceiptBooking, lockUnknownReceipt } from './unknown-receipts.sql.ts';

export interface ReceiptBooking {
  receiptId: number;
  way: BookingWay;
  /** Who gets the money, or gives it back; null: the platform. */
  companyId: number | null;
  reason: string;
  by: string;
}

/**
 * Puts what is left of a receipt into the books by a journal of the operator, between the acquirer and whoever gets it.
 * Once: a repeat finds nothing missing. When the bank gives it back later, the same undoes it. Answers the cents.
 */
export async function bookReceipt(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  { receiptId, way, companyId, reason, by }: ReceiptBooking,
): Promise<number> {
  return withTransaction(deps.db, async (tx) => {
    const merchantId = companyId === null ? null : await findMerchantOfCompany(tx, companyId);
    if (companyId !== null && merchantId === null)
      throw new ApiError('COMPANY_NOT_FOUND', `company ${companyId} does not exist`);
    const receipt = await lockUnknownReceipt(tx, receiptId);
    if (!receipt) throw new ApiError('RECEIPT_NOT_FOUND', `receipt ${receiptId} does not exist`);
    const amountCents = bookingOf(receipt, way);
    const other = companyId === null ? PLATFORM_FEE : mainOf(companyId);
    const isDebit = amountCents < 0 && companyId !== null;
    // Not judged: what the bank took is gone, whether the company can afford it or not.
    const now = isDebit ? await takeDebitLocks(deps, tx, [companyId]) : await deps.clock.now(tx);
    const id = await insertReceiptBooking(tx, { receiptId, amountCents, companyId, by, reason, now });
    const [from, to] = amountCents > 0 ? [CLEARING, other] : [other, CLEARING];
    const { acquirer } = receipt;
    const cause = { kind: 'receipt', id, subject: receiptSubject(receiptId), acquirer } as const;
    await postJournal(tx, cause, adjustmentJournal(from, to, Math.abs(amountCents), now), now);
    await recordAudit(deps, tx, {
      merchantId: merchantId ?? INSTALLATION,
      action: 'receipt.booked',
      object: { kind: 'receipt', id: receiptId },
      details: {
        amount: amountCents,
        company_id: companyId,
        booked: receipt.booked_cents + amountCents,
        booked_before: receipt.booked_cents,
        reason,
      },
    });
    return amountCents;
  });
}
