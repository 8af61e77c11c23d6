import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError, invalid } from '../../../support/contract.ts';
import { useShop } from '../shop.ts';

const RECORD_FIELDS = [
  ...['id', 'url', 'events', 'company_id', 'description', 'status', 'created_at', 'updated_at'],
  ...['failing_since', 'last_attempt_at', 'disabled_at', 'disabled_reason'],
];

const shop = useShop();

describe('GET /webhooks', () => {
  const ids: number[] = [];
  beforeAll(async () => {
    for (let index = 0; index < 12; index++)
      ids.push((await shop.register({ url: shop.at(`/listed/${index}`) })).body.id);
  });
  afterAll(async () => {
    for (const id of ids) await shop.remove(id);
  });
  const list = async (query: string) => {
    const { status, body } = await shop.get(`/webhooks${query}`);
    expect(status).toBe(200);
    return { ...body, data: body.data.map(({ id }: { id: number }) => id) };
  };

  it('lists the newest first, ten to a page, records without secrets', async () => {
    const { body } = await shop.get('/webhooks');
    expect(body).toMatchObject({ total: 12, page: 1, lastPage: 2, itemsPerPage: 10 });
    expect(Object.keys(body).sort()).toEqual(['data', 'itemsPerPage', 'lastPage', 'page', 'total']);
    for (const record of body.data) {
      expect(Object.keys(record).sort()).toEqual(RECORD_FIELDS.toSorted());
      expect(record).toEqual((await shop.get(`/webhooks/${record.id}`)).body);
    }
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual(ids.toReversed().slice(0, 10));
  });

  it('pages, in both directions', async () => {
    expect(await list('?page=2')).toEqual({
      data: [ids[1], ids[0]],
      total: 12,
      page: 2,
      lastPage: 2,
      itemsPerPage: 10,
    });
    expect(await list('?direction=ASC&limit=5&page=3')).toEqual({
      data: ids.slice(10),
      total: 12,
      page: 3,
      lastPage: 3,
      itemsPerPage: 5,
    });
    expect(await list('?limit=100')).toMatchObject({ data: ids.toReversed(), lastPage: 1 });
    expect(await list('?page=99')).toEqual({ data: [], total: 12, page: 99, lastPage: 2, itemsPerPage: 10 });
    expect((await shop.get('/webhooks?page=1000000000000', shop.otherToken)).body).toMatchObject({
      data: [],
      total: 0,
      lastPage: 1,
    });
  });

  it.each([
    ['page', '?page=0'],
    ['page', '?page=-1'],
    ['page', '?page=1.5'],
    ['page', '?page=um'],
    ['page', '?page='],
    ['page', '?page=1&page=2'],
    ['limit', '?limit=0'],
    ['limit', '?limit=101'],
    ['limit', '?limit=dez'],
    ['direction', '?direction=UP'],
    ['direction', '?direction=asc'],
  ])('names %s in the refusal of %s', async (field, query) => {
    expectError(await shop.get(`/webhooks${query}`), invalid(field));
  });
});
