import type { Deps } from '../../../ground/deps.ts';
import { ApiError, invalidField } from '../../../ground/errors.ts';
import type { WithWebhooks } from '../../../ground/webhook-sender.ts';
import { entranceOf } from '../../merchants/installation.rules.ts';
import { logIn } from '../log-in.ts';
import { type Session, updateConfirmed } from '../sessions/sessions.sql.ts';
import type { User } from '../users.sql.ts';

/** What each refusal of a login says of the form; a 401 would say that nobody is logged in. */
const FIELDS: Readonly<Record<string, readonly [field: string, text: string]>> = {
  INVALID_CREDENTIALS: ['password', 'is not your password'],
  OTP_REQUIRED: ['otp', 'is missing: you have a second factor'],
  OTP_INVALID: ['otp', 'is wrong, or was used before'],
};

/** For sensitive acts: everything that a login would ask for, once more. */
export async function confirmPassword(
  deps: Deps & WithWebhooks,
  user: User,
  session: Session,
  given: { password: string; otp?: string },
  address: string,
): Promise<void> {
  try {
    await logIn(deps, { ...given, email: user.email }, address, 'everything', entranceOf(user));
  } catch (error) {
    const wrong = error instanceof ApiError ? FIELDS[error.code] : undefined;
    throw wrong ? invalidField(...wrong) : error;
  }
  await updateConfirmed(deps.db, user, session.id, deps.clock.realNow());
}
