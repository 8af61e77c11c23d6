import { describe, expect, it } from 'vitest';
import { eventually, expectError, invalid } from '../../support/contract.ts';
import { createPayment, refundPix, sandbox } from '../../support/money.ts';
import { orderOf } from '../../support/orders.ts';
import { eventOf, untilReceived } from '../webhooks/hooks.ts';
import { useShop } from '../webhooks/shop.ts';
import { endOfFeed, followFeed, wholeFeed } from './feed.ts';

const shop = useShop();

describe('[webhooks] GET /events', () => {
  it('gives the events of one’s payments in order, as they are sent, and a cursor to read on', async () => {
    const start = await endOfFeed(shop);
    expect((await shop.get(`/events?after=${start}`)).body).toEqual({ data: [], next: start, has_more: false });
    const { company, hook } = await shop.openBranch();
    const id = await createPayment(shop, company, 1_000);
    await sandbox(shop, company, id, 'pay');
    await refundPix(shop, company, id, 10);
    const sent = (await untilReceived(hook.receiver, 3))
      .map(eventOf)
      .sort((one, other) => one.sequence - other.sequence);
    await eventually(async () => expect(await wholeFeed(shop, start)).toEqual(sent));

    const first = (await shop.get(`/events?after=${start}&limit=2`)).body;
    expect(first).toEqual({ data: sent.slice(0, 2), next: expect.any(String), has_more: true });
    const second = (await shop.get(`/events?after=${first.next}&limit=2`)).body;
    expect(second).toEqual({ data: sent.slice(2), next: expect.any(String), has_more: false });
    const third = (await shop.get(`/events?after=${second.next}`)).body;
    expect(third).toEqual({ data: [], next: second.next, has_more: false });
    expect((await shop.get(`/events?after=${start}&limit=3`)).body.has_more).toBe(false);
  });

  it.each([
    ['after', '?after='],
    ['after', '?after=abc'],
    ['after', '?after=1'],
    ['after', '?after=-1-2'],
    ['after', '?after=1-2-3'],
    ['after', '?after=9999999999999999999-1'],
    ['after', '?after=1-1&after=2-2'],
    ['limit', '?limit=0'],
    ['limit', '?limit=101'],
    ['limit', '?limit=dez'],
  ])('names %s in the refusal of %s', async (field, query) => {
    expectError(await shop.get(`/events${query}`), invalid(field));
  });

  it('orders transactions by number, not by how their numbers are spelt', async () => {
    const numbers = ['8', '9', '10', '99', '100', '101'];
    for (const number of numbers.toReversed()) {
      await shop.database.db.query(
        `INSERT INTO events (id, merchant_id, kind, payload, occurred_at, written_by)
         SELECT 'evt_of_' || $1, merchant_id, 'webhook.test', json_build_object('id', $1::text), now(), $1::text::xid8
         FROM users WHERE email = 'parceiro@vintem.dev'`,
        [number],
      );
    }
    for (const limit of [1, 2, 4, 100]) {
      const { events } = await followFeed(shop, undefined, shop.otherToken, limit);
      expect(events.slice(0, numbers.length).map(({ id }) => id)).toEqual(numbers);
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    }
  });

  it('waits for a transaction that began earlier: what it commits later is not skipped', async () => {
    const start = await endOfFeed(shop);
    const slow = await shop.database.db.pool.connect();
    try {
      // It has its number before the others have theirs, and commits after them.
      await slow.query('BEGIN');
      await slow.query(
        `INSERT INTO events (id, merchant_id, kind, payload, occurred_at)
         SELECT 'evt_slow', merchant_id, 'webhook.test', '{"id":"evt_slow","event":"webhook.test"}', now()
           FROM users WHERE email = 'demo@vintem.dev'`,
      );
      const ids = [await createPayment(shop, shop.company, 1_000), await createPayment(shop, shop.company, 1_000)];
      const meanwhile = await followFeed(shop, start);
      expect(meanwhile.events).toEqual([]);
      await slow.query('COMMIT');
      const events = await eventually(async () => {
        const found = await wholeFeed(shop, meanwhile.next);
        expect(found).toHaveLength(3);
        return found;
      });
      expect(events.map(({ id, transaction_id }) => transaction_id ?? id)).toEqual(['evt_slow', ...ids]);
    } finally {
      slow.release();
    }
  });

  it('gives a reader that follows it every event once, while many are written at once', async () => {
    const start = await endOfFeed(shop);
    const seen: string[] = [];
    let cursor = start;
    let isWriting = true;
    const reading = (async () => {
      for (let isLast = false; !isLast; ) {
        isLast = !isWriting;
        const { events, next } = await followFeed(shop, cursor, shop.token, 3);
        seen.push(...events.map(({ id }) => id));
        cursor = next;
      }
    })();
    const write = async () => {
      for (let turn = 0; turn < 8; turn++)
        await shop.post('/payments/order', orderOf(1_000, { access_token: shop.company.token }));
    };
    /** Transactions of uneven length around the writers, so that numbers are committed out of order. */
    const disturb = async (turn: number) => {
      const client = await shop.database.db.pool.connect();
      for (let round = 0; round < 5; round++) {
        await client.query('BEGIN');
        await client.query(
          `INSERT INTO events (id, merchant_id, kind, payload, occurred_at)
           SELECT $1, merchant_id, 'webhook.test', json_build_object('id', $1::text), now() FROM users
             WHERE email = 'demo@vintem.dev'`,
          [`evt_disturb_${turn}_${round}`],
        );
        await new Promise((resolve) => setTimeout(resolve, 10 + 40 * turn));
        await client.query(round === 4 ? 'ROLLBACK' : 'COMMIT');
      }
      client.release();
    };
    await Promise.all([write(), write(), write(), disturb(0), disturb(1), disturb(2)]);
    const end = await endOfFeed(shop);
    isWriting = false;
    await reading;
    const rows = (await wholeFeed(shop, start)).map(({ id }) => id);
    expect(seen).toEqual(rows);
    expect(new Set(seen).size).toBe(24 + 12);
    expect(cursor).toBe(end);
  });
});
