import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { recordAudit } from '../../parties/audit-log/record-audit.ts';
import { INSTALLATION } from '../../parties/merchants/installation.rules.ts';
import { findFinding, type PayoutFinding, setResolved } from './findings.sql.ts';

/**
 * The operator says what was done about what the bank sees otherwise. No book changes by it: money is moved by the
 * bank, or by a journal of its own. A resolution is final, and the same is not told again.
 */
export async function resolveFinding(
  deps: Pick<Deps, 'db' | 'clock'>,
  findingId: number,
  reason: string,
): Promise<PayoutFinding> {
  const now = await deps.clock.now();
  const resolved = await withTransaction(deps.db, async (tx) => {
    const finding = await setResolved(tx, findingId, reason, now);
    if (finding) {
      const { merchant_id: merchantId, payout_id, kind, our_cents, bank_cents, acquirer, reference } = finding;
      await recordAudit(deps, tx, {
        merchantId: merchantId ?? INSTALLATION,
        action: 'payout_finding.resolved',
        ...(payout_id === null ? {} : { object: { kind: 'payout', id: payout_id } }),
        details: { finding: findingId, kind, ours: our_cents, bank: bank_cents, acquirer, reference, reason },
      });
    }
    return finding;
  });
  if (resolved) return resolved;
  const known = await findFinding(deps.db, findingId);
  throw new ApiError(
    'VALIDATION_ERROR',
    known ? `finding ${findingId} was resolved before: ${known.resolution}` : `finding ${findingId} does not exist`,
  );
}
