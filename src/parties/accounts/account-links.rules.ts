import { ApiError } from '../../ground/errors.ts';

const HOUR_MS = 3_600_000;
const INVITATION_MS = 7 * 24 * HOUR_MS;
const RESET_MS = HOUR_MS;
/** So many mails to one person within `RESETS_COUNTED_MS`: whoever asks in their name fills no mailbox. */
export const MOST_RESETS_COUNTED = 3;
const RESETS_COUNTED_MS = HOUR_MS;
/** The same for whoever is said to sign up. */
export const MOST_SIGN_UPS_COUNTED = 3;
const SIGN_UP_MS = 24 * HOUR_MS;

export const endOfInvitation = (at: Date) => new Date(at.getTime() + INVITATION_MS);
export const endOfReset = (at: Date) => new Date(at.getTime() + RESET_MS);
export const endOfSignUp = (at: Date) => new Date(at.getTime() + SIGN_UP_MS);
export const signUpsCountedSince = (at: Date) => new Date(at.getTime() - HOUR_MS);
export const resetsCountedSince = (at: Date) => new Date(at.getTime() - RESETS_COUNTED_MS);

/** Behind `#`, which no browser sends to anybody: the token stands in no log and in no referrer. */
export const invitationUrl = (publicUrl: string, token: string, page = 'dashboard') =>
  `${publicUrl}/${page}/invitation#${token}`;
export const resetUrl = (publicUrl: string, token: string, page = 'dashboard') => `${publicUrl}/${page}/reset#${token}`;

/** Unknown, used, withdrawn or too old: whoever holds the link is told the same. */
export function invalidLink(): ApiError {
  return new ApiError('LINK_INVALID', 'this link is not valid, or not any more');
}
