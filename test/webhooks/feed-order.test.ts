import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
});
afterAll(() => gateway.close());

/** Events of transactions whose numbers have different lengths: as text, 1000 comes before 999. */
const WRITTEN_BY = [9, 10, 99, 100, 101, 999, 1000];

it('gives every event once and in order, whatever the lengths of the transaction numbers behind it', async () => {
  for (const [index, writtenBy] of WRITTEN_BY.entries()) {
    await gateway.database.db.query(
      `INSERT INTO events (id, merchant_id, kind, payload, occurred_at, written_by)
       VALUES ($1, 1, 'webhook.test', $2, now(), $3::text::xid8)`,
      [`evt_${index}`, JSON.stringify({ id: `evt_${index}` }), String(writtenBy)],
    );
  }
  const expected = WRITTEN_BY.map((_, index) => `evt_${index}`);
  for (const limit of [1, 2, 3, 100]) {
    const read: string[] = [];
    let after = '';
    for (let hasMore = true; hasMore; ) {
      const { body } = await gateway.get(`/events?limit=${limit}${after && `&after=${after}`}`);
      read.push(...body.data.map((event: { id: string }) => event.id));
      after = body.next;
      hasMore = body.has_more;
    }
    expect(read, `limit ${limit}`).toEqual(expected);
  }
});
