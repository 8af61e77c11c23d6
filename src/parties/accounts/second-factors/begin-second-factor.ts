import type { Deps } from '../../../ground/deps.ts';
import { ApiError } from '../../../ground/errors.ts';
import type { WithWebhooks } from '../../../ground/webhook-sender.ts';
import type { User } from '../users.sql.ts';
import { sealSecondFactor } from './second-factor-secrets.ts';
import { insertPendingSecondFactor } from './second-factors.sql.ts';
import { base32Of, otpauthUrl } from './totp.rules.ts';

/** A secret for the authenticator. Nothing asks for its codes before one has been confirmed. */
export async function beginSecondFactor(
  deps: Deps & WithWebhooks,
  user: User,
): Promise<{ secret: string; url: string }> {
  const secret = deps.ids.otpSecretBytes();
  const sealed = sealSecondFactor(deps.webhooks, secret);
  if (!(await insertPendingSecondFactor(deps.db, user, sealed, deps.clock.realNow())))
    throw new ApiError('OTP_ALREADY_ON', 'there is a second factor already: switch it off first');
  return { secret: base32Of(secret), url: otpauthUrl(secret, user.email) };
}
