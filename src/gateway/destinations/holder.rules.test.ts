import fc from 'fast-check';
import { expect, it } from 'vitest';
import { maskDocument } from '../../ground/brazil/documents.rules.ts';
import { isDocument } from './holder.rules.ts';

const CPF = '52998224725';
const CNPJ = '12ABC34501DE35';

it.each([
  [CPF, CPF],
  ['529.982.247-25', CPF],
  ['***.982.247-**', CPF],
  ['***982247**', CPF],
  ['12.abc.345/01de-35', CNPJ],
  [maskDocument(CNPJ), CNPJ],
])('%s is %s', (named, document) => {
  expect(isDocument(named, document)).toBe(true);
});

it.each([
  ['52998224724', CPF],
  ['***.982.248-**', CPF],
  ['982247', CPF],
  ['***.***.247-**', CPF],
  ['***********', CPF],
  ['', CPF],
  [CPF, CNPJ],
])('%s is not %s', (named, document) => {
  expect(isDocument(named, document)).toBe(false);
});

it('a place that is shown and differs is another’s, wherever it stands', () => {
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 8 }), fc.integer({ min: 1, max: 9 }), (place, by) => {
      const shown = [...'***982247**'];
      shown[place] = String((Number(shown[place]) + by) % 10);
      expect(isDocument(shown.join(''), CPF)).toBe(false);
    }),
  );
});
