import { withTransaction } from '../../../ground/db/transaction.ts';
import type { Deps } from '../../../ground/deps.ts';
import { ApiError, invalidField } from '../../../ground/errors.ts';
import type { WithWebhooks } from '../../../ground/webhook-sender.ts';
import { recordAudit } from '../../audit-log/record-audit.ts';
import { aboutUser } from '../about-user.ts';
import { removeOtherSessions, type Session, updateUserVersion } from '../sessions/sessions.sql.ts';
import { raiseVersion, type User } from '../users.sql.ts';
import { makeRecoveryCodes } from './make-recovery-codes.ts';
import { openSecondFactor } from './second-factor-secrets.ts';
import { confirmSecondFactor as confirm, findSecondFactor } from './second-factors.sql.ts';
import { readTypedCode } from './totp.rules.ts';
import { matchingStep } from './totp-codes.ts';

/**
 * A code shows that the secret has arrived: from now on the login asks for one. Ends every token and session of the
 * user but the session that asked. Answers the recovery codes.
 */
export async function confirmSecondFactor(
  deps: Deps & WithWebhooks,
  user: User,
  session: Session | null,
  typed: string,
): Promise<string[]> {
  const factor = await findSecondFactor(deps.db, user);
  if (!factor) throw new ApiError('OTP_NOT_BEGUN', 'no second factor has been begun');
  if (factor.confirmedAt) throw new ApiError('OTP_ALREADY_ON', 'the second factor is on already');
  const now = deps.clock.realNow();
  const { secretSealed } = factor;
  const step = matchingStep(openSecondFactor(deps.webhooks, secretSealed), readTypedCode(typed)?.text ?? '', now);
  if (step === null) throw invalidField('otp', 'is not the code of this moment');
  return withTransaction(deps.db, async (tx) => {
    if (!(await confirm(tx, user, { secretSealed, step, now })))
      throw new ApiError('OTP_NOT_BEGUN', 'another second factor has been begun meanwhile');
    await removeOtherSessions(tx, user, session?.id ?? null);
    const version = await raiseVersion(tx, user.merchant_id, user.id);
    if (session && version !== null) await updateUserVersion(tx, user, session.id, version);
    await recordAudit(deps, tx, { ...aboutUser(user), action: 'totp.enabled' });
    return makeRecoveryCodes(deps, tx, user);
  });
}
