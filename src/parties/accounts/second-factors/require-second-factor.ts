import { withTransaction } from '../../../ground/db/transaction.ts';
import type { Deps } from '../../../ground/deps.ts';
import { ApiError } from '../../../ground/errors.ts';
import { recordAudit } from '../../audit-log/record-audit.ts';
import { lockMerchant, updateRequiresOtp } from '../../merchants/merchants.sql.ts';
import { raiseVersionsWithoutSecondFactor, type User } from '../users.sql.ts';
import { findSecondFactorDuty } from './second-factors.sql.ts';

/**
 * Says whether everybody who logs in for the merchant needs a second factor. Whoever has none loses their sessions and
 * tokens when it begins, and is led to set one up at the next login.
 */
export async function requireSecondFactor(
  deps: Pick<Deps, 'db' | 'clock'>,
  owner: User,
  isRequired: boolean,
): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    await lockMerchant(tx, owner.merchant_id);
    const before = await findSecondFactorDuty(tx, owner);
    if (before.isRequired === isRequired) return;
    if (isRequired && !before.hasOne)
      throw new ApiError('OTP_NOT_ON', 'set up your own second factor before you require it of others');
    await updateRequiresOtp(tx, owner.merchant_id, isRequired);
    if (isRequired) await raiseVersionsWithoutSecondFactor(tx, owner.merchant_id);
    await recordAudit(deps, tx, {
      merchantId: owner.merchant_id,
      action: 'totp.required',
      object: { kind: 'merchant', id: owner.merchant_id },
      details: { required: isRequired },
    });
  });
}
