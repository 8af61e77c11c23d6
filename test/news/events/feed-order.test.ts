import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Tx, withTransaction } from '../../../src/ground/db/transaction.ts';
import { eventually } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
  // A new cluster has not come to 1,000 yet, and the feed gives out nothing of transactions that are to come.
  await gateway.database.db.query(
    'DO $$ BEGIN FOR n IN 1..1000 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$',
  );
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

const feed = async (): Promise<string[]> =>
  (await gateway.get('/events?limit=100')).body.data.map((event: { id: string }) => event.id);

/** A step that waits for the lock on a payment has its transaction number long before it writes its event. */
const takeNumber = (tx: Tx) => tx.query('SELECT pg_current_xact_id()');
const writeEvent = (tx: Tx, id: string) =>
  tx.query(
    `INSERT INTO events (id, merchant_id, kind, payload, occurred_at) VALUES ($1, 1, 'webhook.test', $2, now())`,
    [id, JSON.stringify({ id })],
  );

it('what was written second comes second, even if its transaction began first', async () => {
  const { db } = gateway.database;
  const before = (await feed()).length;
  await withTransaction(db, async (early) => {
    await takeNumber(early);
    await withTransaction(db, async (late) => {
      await takeNumber(late);
      await writeEvent(late, 'evt_first');
    });
    await writeEvent(early, 'evt_second');
    // The first event is held back while somebody might still write before it.
    expect((await feed()).slice(before)).toEqual([]);
  });
  // Other tests write on the same cluster, and whoever writes there is waited for.
  await eventually(async () => expect((await feed()).slice(before)).toEqual(['evt_first', 'evt_second']));
});

it('an event shows as soon as nobody writes any more, without waiting for the next one', async () => {
  const { db } = gateway.database;
  const before = (await feed()).length;
  await withTransaction(db, async (early) => {
    await takeNumber(early);
    await withTransaction(db, takeNumber);
    await writeEvent(early, 'evt_last');
  });
  await eventually(async () => expect((await feed()).slice(before)).toEqual(['evt_last']));
});
