import { expect } from 'vitest';
import { eventually } from '../../support/contract.ts';
import type { TestGateway } from '../../support/gateway.ts';

interface FeedEvent {
  id: string;
  event: string;
  transaction_id?: number;
  sequence?: number;
}

/** Reads page after page, from a cursor to the present end. */
export async function followFeed(
  gateway: TestGateway,
  after: string | undefined,
  token = gateway.token,
  limit = 100,
): Promise<{ events: FeedEvent[]; next: string }> {
  const events: FeedEvent[] = [];
  for (let cursor = after; ; ) {
    const { status, body } = await gateway.get(
      `/events?limit=${limit}${cursor === undefined ? '' : `&after=${cursor}`}`,
      token,
    );
    expect(status).toBe(200);
    events.push(...body.data);
    cursor = body.next as string;
    if (!body.has_more) return { events, next: cursor };
  }
}

export async function wholeFeed(gateway: TestGateway, after?: string, token?: string): Promise<FeedEvent[]> {
  return (await followFeed(gateway, after, token)).events;
}

/** The end of the demo merchant's feed, once everything written so far is in it. */
export async function endOfFeed(gateway: TestGateway): Promise<string> {
  return eventually(async () => {
    const { events, next } = await followFeed(gateway, undefined);
    const [row] = await gateway.database.db.query<{ count: number }>(
      `SELECT count(*) AS count FROM events WHERE merchant_id = (SELECT merchant_id FROM users
       WHERE email = 'demo@vintem.dev')`,
    );
    expect(events).toHaveLength(row?.count ?? -1);
    return next;
  });
}
