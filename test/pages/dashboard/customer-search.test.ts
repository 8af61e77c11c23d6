import { describe, expect, it } from 'vitest';
import { searchOf } from '../../../web/customers/search.ts';

describe('the search for a customer', () => {
  it.each([
    ['', {}],
    [' . ', {}],
    ['Maria da Silva', { name: 'Maria da Silva' }],
    ['529.982', { document: '529982' }],
    ['11.222.333/0001-81', { document: '11222333000181' }],
    ['12.ABC.345/01DE-35', { document: '12ABC34501DE35' }],
    ['3M do Brasil', { name: '3M do Brasil' }],
  ])('%j asks for %j', (text, query) => {
    expect(searchOf(text)).toEqual(query);
  });
});
