import { expect, it } from 'vitest';
import { readSearchTerm, type SearchTerm } from './search-term.rules.ts';

const NOTHING = { id: null, orderNumber: null, document: null, email: null, name: null };
const CASES: [text: string, meaning: Partial<SearchTerm>][] = [
  ['1042', { id: 1042 }],
  ['#1042', { id: 1042 }],
  ['0007', { id: 7 }],
  ['0', {}],
  ['1234567890123456', {}],
  ['52998224725', { id: 52_998_224_725, document: '52998224725' }],
  ['529.982.247-25', { document: '52998224725' }],
  ['11.222.333/0001-81', { document: '11222333000181' }],
  ['12.ABC.345/01de-35', { document: '12ABC34501DE35', name: '12.ABC.345/01de-35' }],
  ['20261115-2EW88ABCDE', { orderNumber: '20261115-2EW88ABCDE' }],
  ['20261115-2ew88abcde', { orderNumber: '20261115-2EW88ABCDE' }],
  ['maria@example.com', { email: 'maria@example.com' }],
  ['  José da Silva ', { name: 'José da Silva' }],
  ['%_\\', { name: '%_\\' }],
  ['Loja 12', { name: 'Loja 12' }],
];

it.each(CASES)('%j', (text, meaning) => {
  expect(readSearchTerm(text, 'q')).toEqual({ ...NOTHING, externalId: text.trim(), ...meaning });
});

it('nothing written is nothing asked for; too much is refused', () => {
  expect(readSearchTerm('', 'q')).toBeUndefined();
  expect(readSearchTerm('   ', 'q')).toBeUndefined();
  expect(readSearchTerm('👩'.repeat(254), 'q')?.name).toHaveLength(508);
  expect(() => readSearchTerm('a'.repeat(255), 'q')).toThrow('q must have at most 254 characters');
});
