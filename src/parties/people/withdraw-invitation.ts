import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { removeInvitationOfMerchant } from './invitations.sql.ts';

/** From now on its link leads nowhere. */
export async function withdrawInvitation(
  deps: Pick<Deps, 'db' | 'clock'>,
  merchantId: number,
  id: number,
): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    if (!(await removeInvitationOfMerchant(tx, merchantId, id)))
      throw new ApiError('INVITATION_NOT_FOUND', `invitation ${id} does not exist`);
    await recordAudit(deps, tx, { merchantId, action: 'invitation.revoked', object: { kind: 'invitation', id } });
  });
}
