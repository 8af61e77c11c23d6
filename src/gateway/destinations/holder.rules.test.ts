import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDocument, maskDocument } from '../../ground/brazil/documents.rules.ts';
import { isDocument } from './holder.rules.ts';

const DIGITS = [...'0123456789'];
const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...DIGITS), minLength: length, maxLength: length });
const documents = fc.oneof(digits(11), digits(14));

describe('whether a bank names this document', () => {
  test('whole, with its marks, or with what banks hide', () => {
    fc.assert(
      fc.property(documents, (document) => {
        for (const named of [document, formatDocument(document), maskDocument(document)])
          expect(isDocument(named, document)).toBe(true);
      }),
    );
  });

  test('one digit that is shown and differs makes it another', () => {
    fc.assert(
      fc.property(documents, fc.nat(), fc.boolean(), (document, drawn, isMasked) => {
        const shown = isMasked ? [3, 4, 5, 6, 7] : [...document].map((_, index) => index);
        const at = shown[drawn % shown.length] as number;
        const other = document.slice(0, at) + ((Number(document[at]) + 1) % 10) + document.slice(at + 1);
        expect(isDocument(isMasked ? maskDocument(document) : document, other)).toBe(false);
      }),
    );
  });

  test('a text that shows nothing, or of another length, proves nothing', () => {
    for (const named of ['', '***.***.***-**', '***********', '982247', '***.982.247-***', 'não informado'])
      expect(isDocument(named, '52998224725')).toBe(false);
    expect(isDocument('52998224725', '11222333000181')).toBe(false);
  });

  test('letters of the new CNPJ count in either case', () => {
    expect(isDocument('12.abc.345/01de-35', '12ABC34501DE35')).toBe(true);
    expect(isDocument('12ABC34501DF35', '12ABC34501DE35')).toBe(false);
  });
});
