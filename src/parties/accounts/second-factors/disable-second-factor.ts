import type { Db } from '../../../ground/db/pool.ts';
import { withTransaction } from '../../../ground/db/transaction.ts';
import type { Deps } from '../../../ground/deps.ts';
import { ApiError } from '../../../ground/errors.ts';
import type { WithWebhooks } from '../../../ground/webhook-sender.ts';
import { recordAudit } from '../../audit-log/record-audit.ts';
import { lockMerchant } from '../../merchants/merchants.sql.ts';
import { aboutUser } from '../about-user.ts';
import type { User } from '../users.sql.ts';
import { type BothFactors, proveBothFactors } from './prove-both-factors.ts';
import { findSecondFactorDuty, removeSecondFactor } from './second-factors.sql.ts';

/** From now on the password alone is enough, unless the merchant insists. */
export async function disableSecondFactor(
  deps: Deps & WithWebhooks,
  user: User,
  given: BothFactors,
  address: string,
): Promise<void> {
  // Before the code is used up, and once more under the lock of whoever begins to insist.
  await refuseWhereRequired(deps.db, user);
  await proveBothFactors(deps, user, given, address);
  await withTransaction(deps.db, async (tx) => {
    await lockMerchant(tx, user.merchant_id);
    await refuseWhereRequired(tx, user);
    await removeSecondFactor(tx, user);
    await recordAudit(deps, tx, { ...aboutUser(user), action: 'totp.disabled' });
  });
}

async function refuseWhereRequired(db: Db, user: User): Promise<void> {
  const { isRequired, hasOne } = await findSecondFactorDuty(db, user);
  if (!hasOne) throw new ApiError('OTP_NOT_ON', 'there is no second factor');
  if (isRequired) throw new ApiError('OTP_REQUIRED_BY_MERCHANT', 'the merchant requires a second factor of everybody');
}
