import type { Deps } from '../../../ground/deps.ts';
import { ApiError } from '../../../ground/errors.ts';
import { isFresh } from '../sessions/session.rules.ts';
import type { Session } from '../sessions/sessions.sql.ts';

/** Only whoever is logged in at the dashboard has a password that grows old: a key has none. */
export function isPasswordOld({ clock }: Pick<Deps, 'clock'>, session: Pick<Session, 'confirmedAt'> | null): boolean {
  return session !== null && !isFresh(session, clock.realNow());
}

/**
 * For what only the route knows to be sensitive: by the dashboard's door the password of the session counts, by a token
 * the one that it was issued for. Keys have no password.
 */
export function insistOnFreshPassword(
  deps: Pick<Deps, 'clock'>,
  session: Pick<Session, 'confirmedAt'> | null,
  tokenIssuedAt: Date | null,
): void {
  if (isPasswordOld(deps, session ?? (tokenIssuedAt && { confirmedAt: tokenIssuedAt }))) throw passwordNeeded();
}

/** The dashboard asks for the password and sends the same request again. */
export function passwordNeeded(): ApiError {
  return new ApiError('PASSWORD_NEEDED', 'the password was given too long ago for this');
}
