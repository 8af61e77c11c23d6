import { expect, test } from 'vitest';
import { type QuerySchema, queryReader, type RawQuery } from '../../ground/lists/list-query.rules.ts';
import { type PaymentSearch, refuseCrossedBounds } from './search.rules.ts';
import { SearchQuery } from './transactions.schemas.ts';

const read = queryReader(SearchQuery as unknown as QuerySchema);
function readPaymentSearch(query: RawQuery): PaymentSearch {
  const search = read(query) as unknown as PaymentSearch;
  refuseCrossedBounds(search);
  return search;
}

const fault = (field: string) => expect.objectContaining({ code: 'VALIDATION_ERROR', context: { field } });

test('without parameters: the first ten, newest first, and no filter', () => {
  expect(readPaymentSearch({})).toEqual({ page: 1, limit: 10, orderBy: 'created_at', direction: 'DESC' });
});

test('every parameter is read', () => {
  const query = {
    page: '2',
    limit: '100',
    orderBy: 'amount',
    direction: 'ASC',
    status: ['1', '4'],
    type: 'invoice',
    company_id: '7',
    customer_id: '8',
    amountStart: '0',
    amountEnd: '900',
    createdAtStart: '2026-03-01',
    createdAtEnd: '2026-03-02',
  };
  expect(readPaymentSearch(query)).toEqual({
    page: 2,
    limit: 100,
    orderBy: 'amount',
    direction: 'ASC',
    status: [1, 4],
    type: 'invoice',
    company_id: 7,
    customer_id: 8,
    amountStart: 0,
    amountEnd: 900,
    createdAtStart: new Date('2026-03-01T03:00:00.000Z'),
    createdAtEnd: new Date('2026-03-03T02:59:59.999Z'),
  });
});

test.each(['created_at', 'updated_at', 'amount'] as const)('ordered by %s', (orderBy) => {
  expect(readPaymentSearch({ orderBy }).orderBy).toBe(orderBy);
});

test.each([
  ['orderBy', 'amount_cents'],
  ['direction', 'asc'],
  ['status', '0'],
  ['status', '5'],
  ['type', 'card'],
  ['company_id', '0'],
  ['customer_id', '0'],
  ['amountStart', '-1'],
  ['amountEnd', '-1'],
  ['createdAtStart', 'yesterday'],
  ['createdAtEnd', 'today'],
  ['limit', '101'],
  ['page', '0'],
])('%s=%s is refused by its name', (name, value) => {
  expect(() => readPaymentSearch({ [name]: value })).toThrow(fault(name));
});

test('amounts from high to low are a mistake; equal ones are one amount', () => {
  expect(() => readPaymentSearch({ amountStart: '2', amountEnd: '1' })).toThrow(fault('amountStart'));
  expect(readPaymentSearch({ amountStart: '2', amountEnd: '2' })).toMatchObject({ amountStart: 2, amountEnd: 2 });
  expect(readPaymentSearch({ amountStart: '2' })).toMatchObject({ amountStart: 2 });
  expect(readPaymentSearch({ amountEnd: '2' })).toMatchObject({ amountEnd: 2 });
});
