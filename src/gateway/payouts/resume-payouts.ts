import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { recordAudit } from '../../parties/audit-log/record-audit.ts';
import { INSTALLATION } from '../../parties/merchants/installation.rules.ts';
import { measureOpenPayouts, type OpenPayouts } from './open-payouts.sql.ts';
import { clearStandstill } from './standstill.sql.ts';

/** The operator has compared what was sent since the backup: payouts go again. Says what stood still. */
export function resumePayouts(deps: Pick<Deps, 'db' | 'clock'>, reason: string): Promise<OpenPayouts> {
  return withTransaction(deps.db, async (tx) => {
    const isCleared = await clearStandstill(tx, reason, deps.clock.realNow());
    if (!isCleared) throw new ApiError('VALIDATION_ERROR', 'payouts do not stand still');
    await recordAudit(deps, tx, { merchantId: INSTALLATION, action: 'payouts.resumed', details: { reason } });
    return measureOpenPayouts(tx);
  });
}
