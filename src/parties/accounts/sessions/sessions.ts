import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../ground/deps.ts';
import { ApiError } from '../../../ground/errors.ts';
import type { Entrance } from '../../merchants/installation.rules.ts';
import { hashOfToken } from './open-session.ts';
import { OWN_HEADER, whyForeign } from './origin.rules.ts';
import { idleSince, isSeenLongAgo } from './session.rules.ts';
import { addressOfEntrance, readSessionCookie } from './session-cookie.ts';
import { findLiveSession, type LiveSession, type Session, updateLastSeen } from './sessions.sql.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a request that came by the dashboard's door. */
    session: Session | null;
  }
}

/** A download or a stream is opened by its address alone. */
const STREAM = 'text/event-stream';
/** What the page sends in our header while nobody touches it. */
const IDLE = 'idle';

/** Refuses what no page of ours has sent. Judged before the session, so that a forger learns nothing about it. */
export function refuseForeign({ config }: Deps, request: FastifyRequest, entrance: Entrance = 'dashboard'): void {
  const { headers, method, host, query } = request;
  const sender = {
    method,
    fetchSite: textOf(headers['sec-fetch-site']),
    origin: headers.origin,
    hasOwnHeader: headers[OWN_HEADER] !== undefined,
    isHeaderless: headers.accept === STREAM || (query as Record<string, unknown>)['format'] !== undefined,
  };
  const reason = whyForeign(sender, [host.toLowerCase(), new URL(addressOfEntrance(config, entrance)).host]);
  if (reason !== null) throw new ApiError('FORBIDDEN_ORIGIN', reason);
}

/**
 * Who is logged in, by the cookie. Asked anew at every request: a session that was ended is refused at the next. What a
 * page asks by itself is no activity of a person: a session in which nobody does anything ends.
 */
export async function findSession(
  { db, config, clock }: Deps,
  request: FastifyRequest,
  isActivity = true,
  entrance: Entrance = 'dashboard',
): Promise<LiveSession | null> {
  const token = readSessionCookie(config, request.headers.cookie, entrance);
  if (token === null) return null;
  const at = clock.realNow();
  const found = await findLiveSession(db, hashOfToken(token), at, idleSince(at), entrance);
  const isByPerson = isActivity && request.headers.accept !== STREAM && request.headers[OWN_HEADER] !== IDLE;
  if (found && isByPerson && isSeenLongAgo(found.session, at))
    await updateLastSeen(db, found.user, found.session.id, at);
  return found;
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
