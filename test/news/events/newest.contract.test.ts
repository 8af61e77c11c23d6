import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../support/contract.ts';
import { createPayment, sandbox } from '../../support/money.ts';
import { useShop } from '../webhooks/shop.ts';
import { endOfFeed, wholeFeed } from './feed.ts';

const shop = useShop();
let all: string[];
let paid: number;

interface Listed {
  id: string;
  event: string;
  transaction_id?: number;
}

beforeAll(async () => {
  for (let n = 0; n < 4; n++) paid = await createPayment(shop, shop.company, 1_000);
  await sandbox(shop, shop.company, paid, 'pay');
  await eventually(async () => {
    const events = await wholeFeed(shop);
    expect(events.at(-1)).toMatchObject({ event: 'payment.approved' });
  });
  await endOfFeed(shop);
  all = (await wholeFeed(shop)).map(({ id }) => id);
});

/** Page by page to the end, as a reader that does not know how many there are. */
async function follow(query: string): Promise<Listed[]> {
  const events: Listed[] = [];
  for (let cursor = ''; ; ) {
    const { status, body } = await shop.get(`/events?${query}${cursor && `&after=${cursor}`}`);
    expect(status).toBe(200);
    events.push(...body.data);
    cursor = body.next;
    if (!body.has_more) return events;
  }
}

describe('GET /events', () => {
  it.each([1, 2, 100])('runs backwards in pages of %i, without a gap or a repeat', async (limit) => {
    const ids = (await follow(`direction=DESC&limit=${limit}`)).map(({ id }) => id);
    expect(ids).toEqual(all.toReversed());
  });

  it.each(['ASC', 'DESC'])('tells the events of one transaction, %s', async (direction) => {
    const events = await follow(`direction=${direction}&transaction_id=${paid}&limit=1`);
    const kinds = ['payment.created', 'payment.approved'];
    expect(events.map(({ event }) => event)).toEqual(direction === 'ASC' ? kinds : kinds.toReversed());
    expect(new Set(events.map(({ transaction_id }) => transaction_id))).toEqual(new Set([paid]));
  });

  it.each(['ASC', 'DESC'])('tells the events of one kind, %s, and nothing where there are none', async (direction) => {
    const approved = await follow(`direction=${direction}&event=payment.approved&limit=1`);
    expect(approved.map(({ transaction_id }) => transaction_id)).toEqual([paid]);
    expect(await follow(`direction=${direction}&event=payment.created&limit=3`)).toHaveLength(4);
    expect(await follow(`direction=${direction}&event=divergence.opened`)).toEqual([]);
    expect(await follow(`direction=${direction}&event=payment.created&transaction_id=${paid}`)).toHaveLength(1);
  });

  it('finds a rare kind behind ten thousand others, stretch by stretch', async () => {
    await shop.database.db.query(
      `INSERT INTO events (id, merchant_id, kind, payload, occurred_at)
       SELECT 'evt_crowd_' || n, merchant_id, 'webhook.test', '{"event":"webhook.test"}', now()
       FROM users, generate_series(1, 25000) n WHERE email = 'demo@vintem.dev'`,
    );
    // The crowd is in the feed once nobody who began before it still writes.
    await eventually(async () => {
      const first = (await shop.get('/events?direction=DESC&event=payment.approved')).body;
      expect(first).toMatchObject({ data: [], has_more: true });
    });
    const approved = await follow('direction=DESC&event=payment.approved');
    expect(approved.map(({ transaction_id }) => transaction_id)).toEqual([paid]);
  });
});
