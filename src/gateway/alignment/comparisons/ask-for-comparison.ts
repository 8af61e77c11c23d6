import { withTransaction } from '../../../ground/db/transaction.ts';
import type { Deps } from '../../../ground/deps.ts';
import { ApiError } from '../../../ground/errors.ts';
import { recordAudit } from '../../../parties/audit-log/record-audit.ts';
import { INSTALLATION } from '../../../parties/merchants/installation.rules.ts';
import { makeComparisonDue } from './all-comparisons.sql.ts';

/** A day is compared anew at the next turn of whoever compares: a bank may need minutes to list it. */
export async function askForComparison(
  deps: Pick<Deps, 'db' | 'clock' | 'poke'>,
  { acquirer, day, reason }: { acquirer: string; day: string; reason: string },
): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    if (!(await makeComparisonDue(tx, acquirer, day)))
      throw new ApiError('COMPARISON_NOT_FOUND', `${day} was never compared with ${acquirer}`);
    await recordAudit(deps, tx, {
      merchantId: INSTALLATION,
      action: 'comparison.asked',
      object: { kind: 'acquirer', id: acquirer },
      details: { day, reason },
    });
    tx.afterCommit(() => deps.poke('compare-daily-totals'));
  });
}
