import { cursorOf, type FeedPosition, readCursor } from '../../../news/events/feed-cursor.rules.ts';
import { CliError } from '../command.ts';
import { refusal, ServerAway, type ServerSession } from '../server-session.ts';
import { createBackOff } from './back-off.ts';
import { streamMessages } from './stream-messages.ts';

export interface FeedEvent {
  id: string;
  event: string;
  transaction_id?: number | null;
}

export interface Follower {
  /** Each event in its order, and the cursor behind it; the next waits until this is done. */
  handle(event: FeedEvent, cursor: string): Promise<void>;
  onTrouble(reason: string): void;
}

/** Where the feed ends now: who begins here hears of everything from now on. */
export async function findEndOfFeed(session: ServerSession): Promise<string> {
  const looking = new AbortController();
  try {
    const bytes = await session.stream('/events/stream', looking.signal);
    for await (const { id } of streamMessages(bytes)) return id;
    throw new ServerAway(`${session.url} ended the stream of events before it began`);
  } finally {
    looking.abort();
  }
}

/**
 * Follows the events of a merchant from a cursor on until the signal is aborted. The stream says that there is
 * something; the event itself comes from the feed, one at a time, so that there is a cursor behind each and never more
 * than one in memory. A connection that is lost is opened again at the cursor.
 */
export async function followEvents(
  session: ServerSession,
  from: string,
  follower: Follower,
  signal: AbortSignal,
): Promise<void> {
  const backOff = createBackOff();
  let cursor = from;
  const drain = async () => {
    for (let isMore = true; isMore && !signal.aborted; ) {
      const page = await readNext(session, cursor);
      for (const event of page.data) await follower.handle(event, page.next);
      cursor = page.next;
      isMore = page.has_more;
    }
  };
  while (!signal.aborted) {
    try {
      const bytes = await session.stream(`/events/stream?after=${cursor}`, signal);
      for await (const { id } of streamMessages(bytes)) {
        backOff.reset();
        if (isBehind(cursor, id)) await drain();
      }
    } catch (error) {
      if (signal.aborted) return;
      // Refused for good: a login that ended, a key without the right.
      if (error instanceof CliError && !(error instanceof ServerAway)) throw error;
      follower.onTrouble(`${(error as Error).message}; the next look goes on at cursor ${cursor}`);
    }
    await backOff.wait(signal).catch(() => {});
  }
}

interface FeedPage {
  data: FeedEvent[];
  next: string;
  has_more: boolean;
}

async function readNext(session: ServerSession, after: string): Promise<FeedPage> {
  const answer = await session.call('GET', `/events?after=${after}&limit=1`);
  if (answer.status !== 200) throw refusal(`${session.url} does not give its events`, answer);
  return answer.body;
}

/** Where the last run ended, if there was one; a cursor beyond the end is of a database that is no longer there. */
export function placeToGoOn(kept: string | null, end: string): string {
  return kept === null || isBehind(end, kept) ? end : kept;
}

/** Whether the feed has gone past this cursor. */
function isBehind(cursor: string, end: string): boolean {
  const [mine, theirs] = [readCursor(cursor, 'cursor'), readCursor(end, 'cursor')];
  const [a, b] = [BigInt(mine.writtenBy), BigInt(theirs.writtenBy)];
  return a < b || (a === b && mine.position < theirs.position);
}

export function checkCursor(text: string): string {
  try {
    const position: FeedPosition = readCursor(text, '--since');
    return cursorOf(position);
  } catch {
    throw new CliError(`--since must be a cursor such as 1234-5, 0-0 for the first event, or now; got "${text}"`);
  }
}
