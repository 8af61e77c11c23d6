import { afterAll, beforeAll, expect, it } from 'vitest';
import { countPaymentsStillNeeding } from '../../../src/gateway/bank-access/payments-still-needing.ts';
import { type LiveShop, openLiveShop } from './live-shop.ts';

/** What a bank has issued stays reachable: another bank does not take its name, and it is not forgotten. */

let live: LiveShop;
beforeAll(async () => {
  live = await openLiveShop();
  await live.setUpBank();
});
afterAll(() => live?.close());

const set = async (changes: Record<string, unknown>) =>
  live.cli('acquirer', 'set', 'banco', '--file', await live.writeBankFile(changes));

it('another bank under the name of one with open payments is refused, the same bank and key are not', async () => {
  await live.ordered();
  const other = { base_url: 'https://outro.example.com/v2', token_url: 'https://outro.example.com/token' };
  const refused = await set(other);
  expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/payments still need .* banco/) });
  const stranger = { client_id: 'outro-cliente', pix_key: 'outra@example.com' };
  expect(await set(stranger)).toMatchObject({ code: 1 });
  expect((await live.order(10_000)).status).toBe(200);
  expect(await set({})).toMatchObject({ code: 0 });
  expect(await set({ client_id: 'outro-cliente' })).toMatchObject({ code: 0 });
  expect(await set({})).toMatchObject({ code: 0 });
});

it('a failed payment counts for as long as it is looked at', async () => {
  const count = async () => countPaymentsStillNeeding(live.database.db, 'banco', new Date());
  const { id } = await live.ordered();
  const before = await count();
  await live.insist(() => live.call('POST', `/transactions/${id}/cancel`));
  expect([(await live.transaction(id)).status, await count()]).toEqual([3, before]);
  await live.database.db.query('DELETE FROM payment_checks WHERE payment_id = $1', [id]);
  expect(await count()).toBe(before - 1);
});
