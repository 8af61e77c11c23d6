import { expect, it } from 'vitest';
import { shownAddress } from './shown-address.rules.ts';

it.each([
  ['https://loja.example/hooks/vintem', 'https://loja.example/hooks/vintem'],
  ['https://user:pass@loja.example:8443/a?token=x#y', 'https://loja.example:8443/a'],
  [
    'https://hooks.example/services/T000/B000/abcdefghijklmnopqrstuvwx',
    'https://hooks.example/services/T000/B000/abcd…',
  ],
  ['http://localhost:1', 'http://localhost:1/'],
])('%s is shown as %s', (address, shown) => {
  expect(shownAddress(address)).toBe(shown);
});
