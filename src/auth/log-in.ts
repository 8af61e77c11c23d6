import { createHash } from 'node:crypto';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { judgeSecondFactor } from './judge-second-factor.ts';
import { THROTTLE_WINDOW_SECONDS, whyThrottled } from './login-throttle.rules.ts';
import { inPasswordSlot, NOBODYS_HASH, verifyPassword } from './passwords.ts';
import { countRecentLogins, type LoginAttempt, recordLogin, recordLoginFailure } from './throttle.sql.ts';
import { findActiveUserByEmail, type LoginUser } from './users.sql.ts';

export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

export interface Credentials {
  email: string;
  password: string;
  /** The code of a second factor, or a recovery code. */
  otp?: string;
}

/** Whoever is logged in already gives the password alone; the code was asked for when they came. */
type Asked = 'everything' | 'the password';

/**
 * Finds the user with this e-mail and password. A wrong e-mail and a wrong password cost the same and read the same.
 * Whether there is a second factor learns who has the password.
 */
export async function logIn(
  deps: Deps,
  credentials: Credentials,
  address: string,
  asked: Asked = 'everything',
): Promise<LoginUser> {
  const email = normalizeEmail(credentials.email);
  const accountHash = createHash('sha256').update(email).digest();
  const attempt = (): LoginAttempt => ({ accountHash, address, at: deps.clock.realNow() });
  await refuseThrottled(deps, attempt());
  // Asked again inside the slot, so that of many guesses sent at once each is counted before the next one is tried.
  return inPasswordSlot({ account: accountHash.toString('hex'), address }, async () => {
    await refuseThrottled(deps, attempt());
    const user = await checkPassword(deps, email, credentials.password, attempt());
    if (asked === 'everything') await checkCode(deps, user, credentials.otp, attempt());
    return user;
  });
}

async function refuseThrottled(deps: Deps, attempt: LoginAttempt): Promise<void> {
  if (deps.config.rateLimitPerSecond === 0) return;
  const reason = whyThrottled(await countRecentLogins(deps.db, attempt));
  if (reason !== null) throw new ApiError('RATE_LIMITED', reason, { retryAfterSeconds: THROTTLE_WINDOW_SECONDS });
}

async function checkPassword(deps: Deps, email: string, password: string, attempt: LoginAttempt): Promise<LoginUser> {
  const user = await findActiveUserByEmail(deps.db, email);
  const isRight = await verifyPassword(user?.password_hash ?? (await NOBODYS_HASH), password);
  if (user && isRight) {
    await recordLogin(deps.db, attempt);
    return user;
  }
  await recordLoginFailure(deps.db, attempt);
  throw new ApiError('INVALID_CREDENTIALS', 'wrong e-mail or password');
}

/** A wrong code is a failed login, and has a limit of its own besides, over all addresses. */
async function checkCode(deps: Deps, user: LoginUser, otp: string | undefined, attempt: LoginAttempt): Promise<void> {
  const judgement = await judgeSecondFactor(deps, user, otp);
  if (judgement === 'missing') throw new ApiError('OTP_REQUIRED', 'otp is missing: this user has a second factor');
  if (judgement !== 'wrong') return;
  await recordLoginFailure(deps.db, attempt);
  throw new ApiError('OTP_INVALID', 'otp is wrong, or was used before', { field: 'otp' });
}
