import { expect, it } from 'vitest';
import { clientOn } from './fakes.ts';

/** Numbers from the first to the last. */
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** A list of so many rows, newest first, to which something may happen before a page is read. */
function listOf(count: number, beforePage: (page: number) => number = () => 0) {
  let newest = count;
  return clientOn(({ url }) => {
    const [page, limit] = [Number(url.searchParams.get('page') ?? 1), Number(url.searchParams.get('limit') ?? 10)];
    newest += beforePage(page);
    const data = range(1, newest)
      .reverse()
      .slice((page - 1) * limit, page * limit)
      .map((id) => ({ id }));
    return {
      body: { data, total: newest, page, lastPage: Math.max(1, Math.ceil(newest / limit)), itemsPerPage: limit },
    };
  });
}

async function idsOf(rows: AsyncIterable<{ id: number }>): Promise<number[]> {
  const ids: number[] = [];
  for await (const { id } of rows) ids.push(id);
  return ids;
}

it('goes through all rows, in pages as large as may be', async () => {
  const { vintem, sent } = listOf(250);
  expect(await idsOf(vintem.transactions.list({ status: [2] }))).toEqual(range(1, 250).reverse());
  expect(sent.map(({ url }) => url.search)).toEqual([
    '?limit=100&status=2',
    '?limit=100&status=2&page=2',
    '?limit=100&status=2&page=3',
  ]);
});

it('asks only for the pages that are needed, and each time anew', async () => {
  const { vintem, sent } = listOf(250);
  const list = vintem.customers.list();
  expect(sent).toHaveLength(0);
  for await (const customer of list) if (customer.id === 200) break;
  expect(sent).toHaveLength(1);
  expect((await list.first()).total).toBe(250);
  expect(sent).toHaveLength(2);
  expect(await idsOf(list)).toHaveLength(250);
});

it('tells no row twice when new ones come in between, and begins where it is told to', async () => {
  const { vintem } = listOf(30, (page) => (page === 2 ? 3 : 0));
  expect(await idsOf(vintem.transactions.list({ limit: 10 }))).toEqual(range(1, 30).reverse());
  const later = listOf(30);
  expect(await idsOf(later.vintem.transactions.list({ limit: 10, page: 2 }))).toEqual(range(1, 20).reverse());
});

it('has pages, with what stands beside the rows', async () => {
  const { vintem } = listOf(3);
  const totals: number[] = [];
  for await (const page of vintem.transactions.list({ limit: 2 }).pages()) totals.push(page.total, page.data.length);
  expect(totals).toEqual([3, 2, 3, 1]);
});

it('follows the cursor of the feed, past pages that are empty', async () => {
  const PAGES: Record<string, { data: { id: string }[]; next: string; has_more: boolean }> = {
    '1-1': { data: [{ id: 'evt_a' }], next: '2-2', has_more: true },
    '2-2': { data: [], next: '3-3', has_more: true },
    '3-3': { data: [{ id: 'evt_b' }], next: '4-4', has_more: false },
  };
  const { vintem, sent } = clientOn(({ url }) => ({ body: PAGES[url.searchParams.get('after') ?? ''] }));
  const feed = vintem.events.list({ after: '1-1', event: 'payment.approved' } as never);
  const ids: string[] = [];
  for await (const { id } of feed) ids.push(id);
  expect(ids).toEqual(['evt_a', 'evt_b']);
  expect(sent.map(({ url }) => url.searchParams.get('event'))).toEqual(Array(3).fill('payment.approved'));
  let cursor = '';
  for await (const { next } of feed.pages()) cursor = next;
  expect(cursor).toBe('4-4');
});
