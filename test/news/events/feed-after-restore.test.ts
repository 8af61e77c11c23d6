import { afterAll, beforeAll, expect, it } from 'vitest';
import { beginEpoch } from '../../../src/ground/db/begin-epoch.ts';
import { eventually } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { orderBody } from '../../support/orders.ts';
import { followFeed, wholeFeed } from './feed.ts';

/** The database was put back, and its numbers are given out again: who had read further misses nothing. */

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
});
afterAll(() => gateway.close());

const order = async () => (await gateway.post('/payments/order', orderBody())).body.transaction.id as number;
const namesOf = (events: readonly { event: string; transaction_id?: number }[]) =>
  events.map(({ event, transaction_id }) => `${event} ${transaction_id}`);

/** The cursor of an event that was written so many transactions later and is lost. */
function lostAfter(cursor: string): string {
  const [writtenBy, position] = cursor.split('-').map(Number) as [number, number];
  return `${writtenBy + 100_000}-${position + 100}`;
}

it('hears of what happens after the restore, and of nothing from before it', async () => {
  const first = await order();
  const { events, next } = await eventually(async () => {
    const page = await followFeed(gateway, undefined);
    expect(namesOf(page.events)).toEqual([`payment.created ${first}`]);
    return page;
  });
  const lost = lostAfter(next);
  await beginEpoch(gateway.database.db, new Date());
  expect(await wholeFeed(gateway, lost)).toEqual([]);
  const second = await order();
  await eventually(async () => expect(namesOf(await wholeFeed(gateway, lost))).toEqual([`payment.created ${second}`]));

  // Going on from there, each event comes once, also after another restore.
  const page = await followFeed(gateway, lost);
  expect(await wholeFeed(gateway, page.next)).toEqual([]);
  await beginEpoch(gateway.database.db, new Date());
  const empty = await followFeed(gateway, lostAfter(page.next), gateway.token, 1);
  const third = await order();
  await eventually(async () =>
    expect(namesOf(await wholeFeed(gateway, page.next))).toEqual([`payment.created ${third}`]),
  );
  expect(namesOf(await wholeFeed(gateway, empty.next))).toEqual([`payment.created ${third}`]);
  expect(namesOf(await wholeFeed(gateway))).toEqual(
    namesOf([...events]).concat([`payment.created ${second}`, `payment.created ${third}`]),
  );

  const stream = await fetch(`${gateway.url}/events/stream`, {
    headers: { authorization: `Bearer ${gateway.token}`, 'last-event-id': lostAfter(page.next) },
  });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let told = '';
  while (!told.includes(`"transaction_id":${third}`)) told += (await reader?.read())?.value ?? '';
  await reader?.cancel();
});
