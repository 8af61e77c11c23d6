import type { Deps } from '../../../ground/deps.ts';
import { ApiError } from '../../../ground/errors.ts';
import type { WithWebhooks } from '../../../ground/webhook-sender.ts';
import { hashRecoveryCode, openSecondFactor } from './second-factor-secrets.ts';
import {
  countWrongCode,
  findSecondFactor,
  type Person,
  type SecondFactor,
  takeRecoveryCode,
  takeStep,
} from './second-factors.sql.ts';
import { FAILURES_WINDOW_MS, readTypedCode, secondsOfWaiting } from './totp.rules.ts';
import { matchingStep } from './totp-codes.ts';

type Judging = Pick<Deps, 'db' | 'clock' | 'config'> & WithWebhooks;

/** What comes of the code that a user typed: nobody asks for one, it is missing, or it is right or wrong. */
export type Judgement = 'not asked' | 'missing' | 'right' | 'wrong';

/** A code that is right is used up by this. Only for whoever has given the password. */
export async function judgeSecondFactor(deps: Judging, user: Person, typed: string | undefined): Promise<Judgement> {
  const factor = await findSecondFactor(deps.db, user);
  if (!factor?.confirmedAt) return 'not asked';
  if (typed === undefined) return 'missing';
  const code = readTypedCode(typed);
  if (code?.kind === 'recovery')
    return (await takeRecoveryCode(deps.db, user, hashRecoveryCode(user, code.text))) ? 'right' : 'wrong';
  refuseManyGuesses(deps, factor);
  if (code && (await isRightCode(deps, user, factor, code.text))) return 'right';
  const now = deps.clock.realNow();
  await countWrongCode(deps.db, user, { now, windowStart: new Date(now.getTime() - FAILURES_WINDOW_MS) });
  return 'wrong';
}

async function isRightCode(deps: Judging, user: Person, factor: SecondFactor, code: string): Promise<boolean> {
  const secret = openSecondFactor(deps.webhooks, factor.secretSealed);
  const step = matchingStep(secret, code, deps.clock.realNow());
  return step !== null && takeStep(deps.db, user, step);
}

function refuseManyGuesses({ config, clock }: Judging, factor: SecondFactor): void {
  if (config.rateLimitPerSecond === 0) return;
  const retryAfterSeconds = secondsOfWaiting(factor, clock.realNow());
  if (retryAfterSeconds !== null)
    throw new ApiError('RATE_LIMITED', 'too many wrong codes of this account; a recovery code still works', {
      retryAfterSeconds,
    });
}
