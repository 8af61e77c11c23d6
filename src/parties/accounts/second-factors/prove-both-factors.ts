import type { Deps } from '../../../ground/deps.ts';
import { ApiError, invalidField } from '../../../ground/errors.ts';
import type { WithWebhooks } from '../../../ground/webhook-sender.ts';
import { checkPassword } from '../passwords/check-password.ts';
import type { User } from '../users.sql.ts';
import { judgeSecondFactor } from './judge-second-factor.ts';

export interface BothFactors {
  password: string;
  otp: string;
}

/** Before the second factor itself changes. The code is used up by this. */
export async function proveBothFactors(
  deps: Deps & WithWebhooks,
  user: User,
  given: BothFactors,
  address: string,
): Promise<void> {
  await checkPassword(deps, user, given.password, address);
  const judgement = await judgeSecondFactor(deps, user, given.otp);
  if (judgement === 'not asked') throw new ApiError('OTP_NOT_ON', 'there is no second factor');
  if (judgement !== 'right') throw invalidField('otp', 'is wrong, or was used before');
}
