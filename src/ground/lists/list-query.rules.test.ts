import { expect, it } from 'vitest';
import { pageOf, queryReader } from './list-query.rules.ts';

it('reads what the schema names, in its order, and gives the rest its default', () => {
  const read = queryReader({
    properties: { limit: { type: 'integer', minimum: 1, maximum: 5, default: 3 }, name: { type: 'string' } },
  });
  expect(read({})).toEqual({ limit: 3, name: undefined });
  expect(read({ limit: '5', name: 'x', other: '1' })).toEqual({ limit: 5, name: 'x' });
  expect(() => read({ name: ['a', 'b'], limit: '6' })).toThrow('limit must be a whole number from 1 to 5');
});

it('refuses a schema that it cannot read, when the service starts', () => {
  expect(() => queryReader({ properties: { isOpen: { type: 'boolean' } } })).toThrow(
    'isOpen does not say how its text is read',
  );
});

it('gives an empty list one page', () => {
  expect(pageOf(0, { page: 3, limit: 10 })).toEqual({ total: 0, page: 3, lastPage: 1, itemsPerPage: 10 });
  expect(pageOf(11, { page: 1, limit: 10 }).lastPage).toBe(2);
});
