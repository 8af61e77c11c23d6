import { createHash } from 'node:crypto';
import { ANONYMOUS } from '../../ground/actor.rules.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { createWindowCounter, type WindowCounter } from '../../ground/limits/window-counter.ts';
import type { WithWebhooks } from '../../ground/webhook-sender.ts';
import type { AuditEntry } from '../audit-log/audit-log.rules.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import type { Entrance } from '../merchants/installation.rules.ts';
import { MAX_FAILURES_PER_ADDRESS, THROTTLE_WINDOW_SECONDS, whyThrottled } from './login-throttle.rules.ts';
import { inPasswordSlot, NOBODYS_HASH, verifyPassword } from './passwords/passwords.ts';
import { judgeSecondFactor } from './second-factors/judge-second-factor.ts';
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
  deps: Deps & WithWebhooks,
  credentials: Credentials,
  address: string,
  asked: Asked = 'everything',
  entrance: Entrance = 'dashboard',
): Promise<LoginUser> {
  const email = normalizeEmail(credentials.email);
  // Guesses at one entrance hold nobody up at the other.
  const accountHash = createHash('sha256')
    .update(entrance === 'console' ? `operator ${email}` : email)
    .digest();
  const attempt = (): LoginAttempt => ({ accountHash, address, at: deps.clock.realNow() });
  await refuseThrottled(deps, attempt());
  // Asked again inside the slot, so that of many guesses sent at once each is counted before the next one is tried.
  return inPasswordSlot({ account: accountHash.toString('hex'), address }, async () => {
    await refuseThrottled(deps, attempt());
    const user = await checkPassword(deps, { email, entrance }, credentials.password, attempt());
    if (asked === 'everything') await checkCode(deps, user, credentials.otp, attempt());
    return user;
  });
}

async function refuseThrottled(deps: Deps, attempt: LoginAttempt): Promise<void> {
  if (deps.config.rateLimitPerSecond === 0) return;
  const known = knownRefusals(deps);
  const account = `${attempt.address} ${attempt.accountHash.toString('hex')}`;
  if (known.of(attempt.address) > 0 || known.of(account) > 0) throw throttled(TOO_MANY_LOGINS);
  const recent = await countRecentLogins(deps.db, attempt);
  const reason = whyThrottled(recent);
  if (reason === null) return;
  known.add(recent.failuresOfAddress >= MAX_FAILURES_PER_ADDRESS ? attempt.address : account, 1);
  throw throttled(reason);
}

/** By pool, which a process has one of. */
const refusedAddresses = new WeakMap<object, WindowCounter>();

/** Who was refused is refused for the rest of a second without asking the database again. */
function knownRefusals({ db, clock }: Deps): WindowCounter {
  const known = refusedAddresses.get(db) ?? createWindowCounter(clock);
  refusedAddresses.set(db, known);
  return known;
}

const TOO_MANY_LOGINS = 'too many logins; wait a minute';

function throttled(reason: string): ApiError {
  return new ApiError('RATE_LIMITED', reason, { retryAfterSeconds: THROTTLE_WINDOW_SECONDS });
}

async function checkPassword(
  deps: Deps,
  { email, entrance }: { email: string; entrance: Entrance },
  password: string,
  attempt: LoginAttempt,
): Promise<LoginUser> {
  const user = await findActiveUserByEmail(deps.db, email, entrance);
  const isRight = await verifyPassword(user?.password_hash ?? (await NOBODYS_HASH), password);
  if (user && isRight) {
    await recordLogin(deps.db, attempt);
    return user;
  }
  await recordLoginFailure(deps.db, attempt);
  await recordAudit(deps, deps.db, failedLogin(user));
  throw new ApiError('INVALID_CREDENTIALS', 'wrong e-mail or password');
}

/** A wrong code is a failed login, and has a limit of its own besides, over all addresses. */
async function checkCode(
  deps: Deps & WithWebhooks,
  user: LoginUser,
  otp: string | undefined,
  attempt: LoginAttempt,
): Promise<void> {
  const judgement = await judgeSecondFactor(deps, user, otp);
  if (judgement === 'missing') throw new ApiError('OTP_REQUIRED', 'otp is missing: this user has a second factor');
  if (judgement !== 'wrong') return;
  await recordLoginFailure(deps.db, attempt);
  await recordAudit(deps, deps.db, failedLogin(user));
  throw new ApiError('OTP_INVALID', 'otp is wrong, or was used before', { field: 'otp' });
}

/** What a stranger typed is not kept: an account that does not exist has no merchant and no name. */
function failedLogin(user: LoginUser | null): AuditEntry {
  const known = user ? { merchantId: user.merchant_id, details: { users: [user.id] } } : { merchantId: null };
  return { ...known, action: 'login.failed', actor: ANONYMOUS };
}
