import { withTransaction } from '../../ground/db/transaction.ts';
import { ApiError } from '../../ground/errors.ts';
import { recordAudit } from '../../parties/audit-log/record-audit.ts';
import { findConfig } from '../../rails/acquirers/configs.sql.ts';
import type { EndDeps } from './end-payout.ts';
import type { Payout } from './payout.ts';
import { findPayout, lockPayout } from './payouts.sql.ts';
import { OPERATOR } from './settle-by-operator.ts';
import { bookReturns } from './settle-payout.ts';

export interface OperatorsReturn {
  payoutId: number;
  amountCents: number;
  reason: string;
}

/** What was paid by hand has come back, in part or whole: no bank tells of it, so the operator does. */
export async function returnByOperator(
  deps: EndDeps,
  { payoutId, amountCents, reason }: OperatorsReturn,
): Promise<Payout> {
  const known = await findPayout(deps.db, payoutId);
  if (!known) throw new ApiError('PAYOUT_NOT_FOUND', `payout ${payoutId} does not exist`);
  const config = await findConfig(deps.db, known.acquirer);
  if (config?.kind !== 'manual')
    throw new ApiError('VALIDATION_ERROR', `${known.acquirer} tells by itself what comes back`);
  return withTransaction(deps.db, async (tx) => {
    const payout = await lockPayout(tx, payoutId);
    if (payout.status !== 'PAID')
      throw new ApiError(
        'VALIDATION_ERROR',
        `payout ${payoutId} is ${payout.status}: only one that is PAID comes back`,
      );
    const openCents = payout.amount_cents - payout.returned_cents;
    if (amountCents < 1 || amountCents > openCents)
      throw new ApiError('VALIDATION_ERROR', `of payout ${payoutId} 1 to ${openCents} cents can come back`);
    const now = await deps.clock.now(tx);
    await recordAudit(deps, tx, {
      merchantId: payout.merchant_id,
      action: 'payout.returned',
      object: { kind: 'payout', id: payoutId },
      details: {
        amount: amountCents,
        returned: payout.returned_cents + amountCents,
        returned_before: payout.returned_cents,
        reason,
      },
    });
    const came = { id: deps.ids.reference(), amountCents, reason, returnedAt: null };
    return bookReturns(deps, tx, payout, [came], { by: OPERATOR, now });
  });
}
