import { createHash } from 'node:crypto';
import { ANONYMOUS, type AuditEntry } from '../audit-log/audit-log.rules.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { TooManyWaiting } from './fair-slots.ts';
import { THROTTLE_WINDOW_SECONDS, whyThrottled } from './login-throttle.rules.ts';
import { NOBODYS_HASH, passwordSlots, verifyPassword } from './passwords.ts';
import { countRecentLogins, type LoginAttempt, recordLogin, recordLoginFailure } from './throttle.sql.ts';
import { findActiveUserByEmail, type User } from './users.sql.ts';

export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

/**
 * Finds the user with this e-mail and password. A wrong e-mail and a wrong password cost the same and read the same.
 */
export async function logIn(
  deps: Deps,
  credentials: { email: string; password: string },
  address: string,
): Promise<User> {
  const email = normalizeEmail(credentials.email);
  const accountHash = createHash('sha256').update(email).digest();
  const attempt = (): LoginAttempt => ({ accountHash, address, at: deps.clock.realNow() });
  await refuseThrottled(deps, attempt());
  try {
    // Asked again inside the slot, so that of many guesses sent at once each is counted before the next one is tried.
    return await passwordSlots.run({ account: accountHash.toString('hex'), address }, async () => {
      await refuseThrottled(deps, attempt());
      return checkCredentials(deps, email, credentials.password, attempt());
    });
  } catch (error) {
    if (error instanceof TooManyWaiting) {
      throw new ApiError('SERVICE_UNAVAILABLE', 'too many logins are waiting', { retryAfterSeconds: 1 });
    }
    throw error;
  }
}

async function refuseThrottled(deps: Deps, attempt: LoginAttempt): Promise<void> {
  if (deps.config.rateLimitPerSecond === 0) return;
  const reason = whyThrottled(await countRecentLogins(deps.db, attempt));
  if (reason !== null) throw new ApiError('RATE_LIMITED', reason, { retryAfterSeconds: THROTTLE_WINDOW_SECONDS });
}

async function checkCredentials(deps: Deps, email: string, password: string, attempt: LoginAttempt): Promise<User> {
  const user = await findActiveUserByEmail(deps.db, email);
  const isRight = await verifyPassword(user?.password_hash ?? (await NOBODYS_HASH), password);
  if (user && isRight) {
    await recordLogin(deps.db, attempt);
    return user;
  }
  await recordLoginFailure(deps.db, attempt);
  await recordAudit(deps, deps.db, failedLogin(user));
  throw new ApiError('INVALID_CREDENTIALS', 'wrong e-mail or password');
}

/** What a stranger typed is not kept: an account that does not exist has no merchant and no name. */
function failedLogin(user: User | null): AuditEntry {
  const known = user ? { merchantId: user.merchant_id, details: { users: [user.id] } } : { merchantId: null };
  return { ...known, action: 'login.failed', actor: ANONYMOUS };
}
