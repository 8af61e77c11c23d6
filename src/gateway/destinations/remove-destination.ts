import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { recordAudit } from '../../parties/audit-log/record-audit.ts';
import { toldOf } from './add-destination.ts';
import { removeDestinationOfCompany } from './destinations.sql.ts';

export interface DestinationInPath {
  merchantId: number;
  companyId: number;
  destinationId: number;
}

/**
 * Nothing new goes there. Never refused, because whoever finds a destination that should not be there must be able to
 * end it at once: a schedule that used it says so when it cannot run.
 */
export async function removeDestination(deps: Pick<Deps, 'db' | 'clock'>, named: DestinationInPath): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    const removed = await removeDestinationOfCompany(tx, named, await deps.clock.now(tx));
    if (!removed) throw new ApiError('DESTINATION_NOT_FOUND', `destination ${named.destinationId} does not exist`);
    await recordAudit(deps, tx, {
      merchantId: named.merchantId,
      action: 'destination.removed',
      object: { kind: 'destination', id: removed.id },
      details: toldOf(removed),
    });
  });
}
