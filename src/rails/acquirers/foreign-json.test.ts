import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseForeignJson } from './foreign-json.ts';

test.each([
  ['{"devolucoes":null,"valor":"1.00"}', { valor: '1.00' }],
  ['{"pix":[null,{"txid":null,"horario":{"liquidacao":null}},null]}', { pix: [{ horario: {} }] }],
  ['[null,1,[null],"null"]', [1, [], 'null']],
  ['{"a":0,"b":false,"c":""}', { a: 0, b: false, c: '' }],
  ['null', undefined],
  ['<html>', undefined],
  ['', undefined],
])('%s', (text, read) => {
  expect(parseForeignJson(text)).toEqual(read);
});

test('what has no null is as it was, and nothing that is read has one', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      const read = parseForeignJson(text);
      expect(JSON.stringify(read) ?? '').not.toMatch(/(^|[:[,])null([,\]}]|$)/);
      if (!text.includes('null')) expect(read).toEqual(JSON.parse(text));
    }),
  );
});
