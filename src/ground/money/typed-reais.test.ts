import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centsOfTypedReais } from './typed-reais.ts';

describe('an amount as people type it', () => {
  it.each([
    ['10', 1_000],
    ['10,5', 1_050],
    ['10,50', 1_050],
    ['10.50', 1_050],
    ['10.5', 1_050],
    ['1.234', 123_400],
    ['1.234,56', 123_456],
    ['1234,56', 123_456],
    ['1234.56', 123_456],
    ['R$ 10', 1_000],
    [' r$\u00a01.234.567,89 ', 123_456_789],
    ['0,01', 1],
    ['1,234.56', 123_456],
    ['12,345.67', 1_234_567],
    ['1,234,567.89', 123_456_789],
  ])('%j is %d cents', (text, cents) => {
    expect(centsOfTypedReais(text)).toBe(cents);
  });

  it.each([
    '',
    'R$',
    '5R$10',
    'x1,234.56',
    '1,234.56x',
    'abc',
    '-1',
    '1,234',
    '1.23.4',
    '12.34,5,6',
    '1e3',
    '１０',
    '10,',
    ',5',
    '9'.repeat(20),
  ])('%j is none', (text) => {
    expect(centsOfTypedReais(text)).toBeNull();
  });

  it('reads back what is written in Portuguese', () => {
    const written = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), (cents) => {
        expect(centsOfTypedReais(written.format(cents / 100))).toBe(cents);
      }),
    );
  });
});
