import { withTransaction } from '../../../ground/db/transaction.ts';
import type { Deps } from '../../../ground/deps.ts';
import { invalidField } from '../../../ground/errors.ts';
import { recordAudit } from '../../audit-log/record-audit.ts';
import { aboutUser } from '../about-user.ts';
import { checkEmail } from '../account.rules.ts';
import { normalizeEmail } from '../log-in.ts';
import { removeOtherSessions } from '../sessions/sessions.sql.ts';
import { findUserByEmail, raiseVersion } from '../users.sql.ts';
import { removeSecondFactor } from './second-factors.sql.ts';

/** For who lost the device and the recovery codes. Ends what is open, in case somebody else asked. For the operator. */
export async function takeSecondFactorAway(
  deps: Pick<Deps, 'db' | 'clock'>,
  typed: string,
  reason?: string,
): Promise<{ email: string }> {
  const email = normalizeEmail(typed);
  checkEmail(email);
  return withTransaction(deps.db, async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (!user) throw invalidField('email', 'does not belong to any user');
    if (!(await removeSecondFactor(tx, user))) throw invalidField('email', 'belongs to a user without a second factor');
    await removeOtherSessions(tx, user, null);
    await raiseVersion(tx, user.merchant_id, user.id);
    await recordAudit(deps, tx, {
      ...aboutUser(user),
      action: 'totp.disabled',
      ...(reason && { details: { reason } }),
    });
    return { email };
  });
}
