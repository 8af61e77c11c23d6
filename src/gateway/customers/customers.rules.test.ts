import { expect, it } from 'vitest';
import { foldName, hasTrigram } from './customers.rules.ts';

it.each([
  ['José Álvares', 'jose alvares'],
  ['ÇÃO', 'cao'],
  ['Jose\u0301', 'jose'],
  ['100% Algodão_Ltda', '100% algodao_ltda'],
])('%s is searched as %s', (name, folded) => {
  expect(foldName(name)).toBe(folded);
});

it.each([
  ['jos', true],
  ['da silva', true],
  ['a 123', true],
  ['', false],
  ['jo', false],
  ['a b c', false],
  ['%_\\', false],
  ['東京都', false],
])('%j can be looked up by trigrams: %s', (part, expected) => {
  expect(hasTrigram(part)).toBe(expected);
});
