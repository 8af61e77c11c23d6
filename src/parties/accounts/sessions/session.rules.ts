export const IDLE_MINUTES = 60;
export const MAX_SESSION_HOURS = 12;
/** A sensitive act asks for the password again when it was given longer ago. */
export const FRESH_MINUTES = 10;
/** The oldest ends when one more begins. */
export const MOST_SESSIONS_OF_USER = 20;
/** Seen again within this, a session is not written. */
const SEEN_EVERY_MS = 60_000;
const MINUTE_MS = 60_000;
const MAX_AGENT_LENGTH = 200;

export const endOfSession = (at: Date) => new Date(at.getTime() + MAX_SESSION_HOURS * 60 * MINUTE_MS);
/** Last seen before this, a session is over. */
export const idleSince = (at: Date) => new Date(at.getTime() - IDLE_MINUTES * MINUTE_MS);

export function isSeenLongAgo(session: { lastSeenAt: Date }, at: Date): boolean {
  return at.getTime() - session.lastSeenAt.getTime() >= SEEN_EVERY_MS;
}

export function isFresh(session: { confirmedAt: Date }, at: Date): boolean {
  return at.getTime() - session.confirmedAt.getTime() < FRESH_MINUTES * MINUTE_MS;
}

/** A header of any length and content becomes one short line that a person will read. */
export function readAgent(header: string | undefined): string {
  return (header ?? '').replaceAll(/[^\x20-\x7e]/g, '').slice(0, MAX_AGENT_LENGTH);
}
