import { withTransaction } from '../../../ground/db/transaction.ts';
import type { Deps } from '../../../ground/deps.ts';
import { ApiError } from '../../../ground/errors.ts';
import { recordAudit } from '../../../parties/audit-log/record-audit.ts';
import { INSTALLATION } from '../../../parties/merchants/installation.rules.ts';
import { findReceipt } from './all-receipts.sql.ts';
import type { UnknownReceipt } from './unknown-receipt.rules.ts';
import { closeUnknownReceipt } from './unknown-receipts.sql.ts';

/** Something was done about a receipt outside of the books: it needs nobody any more, and nothing else can be done. */
export async function closeReceipt(
  deps: Pick<Deps, 'db' | 'clock'>,
  { receiptId, reason, by }: { receiptId: number; reason: string; by: string },
): Promise<UnknownReceipt> {
  return withTransaction(deps.db, async (tx) => {
    const closed = await closeUnknownReceipt(tx, receiptId, { by, reason, now: await deps.clock.now(tx) });
    if (!closed) {
      const known = await findReceipt(tx, receiptId);
      if (!known) throw new ApiError('RECEIPT_NOT_FOUND', `receipt ${receiptId} does not exist`);
      throw new ApiError('VALIDATION_ERROR', `receipt ${receiptId} was dealt with before`);
    }
    await recordAudit(deps, tx, {
      merchantId: INSTALLATION,
      action: 'receipt.closed',
      object: { kind: 'receipt', id: receiptId },
      details: {
        amount: closed.amount_cents,
        acquirer: closed.acquirer,
        state: 'CLOSED',
        state_before: 'OPEN',
        reason,
      },
    });
    return closed;
  });
}
