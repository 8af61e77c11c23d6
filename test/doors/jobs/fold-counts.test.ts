import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { foldCounts } from '../../../src/doors/jobs/fold-counts.ts';
import { expectCleanBooks } from '../../support/audit.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { linksOf } from '../../support/links.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
});
afterAll(() => gateway.close());

const DELTAS = ['payment_count_deltas', 'customer_count_deltas', 'payment_day_deltas', 'payment_link_count_deltas'];

async function unfolded(): Promise<string[]> {
  const { db } = gateway.database;
  const rows = await Promise.all(DELTAS.map((table) => db.query(`SELECT FROM ${table} LIMIT 1`)));
  return DELTAS.filter((_, index) => rows[index]?.length === 1);
}

it('folds whatever has been counted, and asks once where nothing has', async () => {
  const links = linksOf(gateway);
  const link = await links.make();
  await links.order(link.slug);
  expect(await unfolded()).toEqual(DELTAS);

  const { db } = gateway.database;
  expect(await foldCounts({ db })).toBe(false);
  expect(await unfolded()).toEqual([]);
  await expectCleanBooks(db);
  expect(await links.read(link.id)).toMatchObject({ open_count: 1 });

  const [asked, connected] = [vi.spyOn(db, 'query'), vi.spyOn(db.pool, 'connect')];
  try {
    expect(await foldCounts({ db })).toBe(false);
    expect(asked).toHaveBeenCalledTimes(1);
    expect(connected.mock.calls.length).toBeLessThanOrEqual(1);
  } finally {
    vi.restoreAllMocks();
  }
});
