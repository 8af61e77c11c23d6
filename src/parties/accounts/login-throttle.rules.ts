/** The limits of logins, counted within one minute and over all processes. */
export const THROTTLE_WINDOW_SECONDS = 60;

/** Failures count for the address they came from: a stranger's guesses never lock the owner out elsewhere. */
const MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS = 10;
export const MAX_FAILURES_PER_ADDRESS = 100;
/**
 * This many failures of one account come from many addresses. From here on, each address may fail once instead
 * of ten times.
 */
export const MANY_FAILURES_OF_ACCOUNT = 30;
const MAX_FAILURES_OF_ADDRESS_THEN = 1;
/**
 * A session lasts an hour. A caller that logs in once a second is a loop that forgets its token, and each turn costs
 * a password check.
 */
const MAX_LOGINS_PER_ACCOUNT_AND_ADDRESS = 60;

/** What happened in the last minute. */
export interface RecentLogins {
  failuresOfAddress: number;
  failuresOfAccount: number;
  failuresOfAccountAndAddress: number;
  loginsOfAccountAndAddress: number;
}

/**
 * Says why an attempt has to wait, or null. An address without failures passes whatever happens elsewhere, so that the
 * owner of an account under attack is not locked out.
 */
export function whyThrottled(recent: RecentLogins): string | null {
  if (recent.loginsOfAccountAndAddress >= MAX_LOGINS_PER_ACCOUNT_AND_ADDRESS) {
    return `at most ${MAX_LOGINS_PER_ACCOUNT_AND_ADDRESS} logins a minute; a token is good for longer than that`;
  }
  const isUnderAttack = recent.failuresOfAccount >= MANY_FAILURES_OF_ACCOUNT;
  const allowed = isUnderAttack ? MAX_FAILURES_OF_ADDRESS_THEN : MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS;
  const isThrottled =
    recent.failuresOfAccountAndAddress >= allowed || recent.failuresOfAddress >= MAX_FAILURES_PER_ADDRESS;
  return isThrottled ? 'too many failed logins; wait a minute' : null;
}
