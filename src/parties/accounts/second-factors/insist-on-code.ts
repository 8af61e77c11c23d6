import type { Deps } from '../../../ground/deps.ts';
import { ApiError } from '../../../ground/errors.ts';
import type { WithWebhooks } from '../../../ground/webhook-sender.ts';
import { judgeSecondFactor } from './judge-second-factor.ts';
import type { Person } from './second-factors.sql.ts';

/** For an act that needs the second factor each time, whenever the password was given. The code is used up by this. */
export async function insistOnCode(
  deps: Pick<Deps, 'db' | 'clock' | 'config'> & WithWebhooks,
  user: Person,
  typed: string | undefined,
): Promise<void> {
  const judgement = await judgeSecondFactor(deps, user, typed);
  if (judgement === 'not asked')
    throw new ApiError('OTP_SETUP_REQUIRED', 'this amount needs a second factor: set one up first');
  if (judgement === 'missing')
    throw new ApiError('OTP_REQUIRED', 'otp is missing: this amount needs the code of this moment', { field: 'otp' });
  if (judgement === 'wrong') throw new ApiError('OTP_INVALID', 'otp is wrong, or was used before', { field: 'otp' });
}
