import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../../../test/support/suite/any-text.ts';
import {
  formatDocument,
  formatPhone,
  isCnpj,
  isCpf,
  isDocument,
  isDocumentShape,
  maskDocument,
  UF_CODES,
} from './documents.rules.ts';

const CPFS = ['52998224725', '11144477735', '12345678909', '00000000191'];
const CNPJS = [
  ...['11222333000181', '12345678000195', '11444777000161', '90021382000122', '12ABC34501DE35'],
  ...['1345C3A5000106', 'R55231B3000757', 'ABCDEFGHIJKL80', 'Q0SLFMBD7VX439'],
];

test.each(CPFS)('CPF %s is valid', (cpf) => {
  expect([isCpf(cpf), isCnpj(cpf), isDocument(cpf), isDocumentShape(cpf)]).toEqual([true, false, true, true]);
});

test.each(CNPJS)('CNPJ %s is valid', (cnpj) => {
  expect([isCpf(cnpj), isCnpj(cnpj), isDocument(cnpj), isDocumentShape(cnpj)]).toEqual([false, true, true, true]);
});

test.each(['11111111111', '12345678900', 'R55231B3000700', '12ABC34501DE36', '90025108000101', '00000000000000'])(
  '%s has the shape and not the digits',
  (text) => {
    expect(isDocument(text)).toBe(false);
    expect(isDocumentShape(text)).toBe(true);
  },
);

test.each(['', '5299822472', '529.982.247-25', '12abc34501de35', '12ABC34501DEX5', '52998224725\n', '٥٢٩٩٨٢٢٤٧٢٥'])(
  '%j has no shape at all',
  (text) => {
    expect(isDocument(text)).toBe(false);
    expect(isDocumentShape(text)).toBe(false);
  },
);

test('a document with one digit changed is refused', () => {
  for (const document of [...CPFS, ...CNPJS.slice(0, 4)]) {
    for (let index = 0; index < document.length; index += 1) {
      const valid = [...'0123456789'].filter((digit) =>
        isDocument(document.slice(0, index) + digit + document.slice(index + 1)),
      );
      // A remainder below two is written 0 for both, so the arithmetic itself leaves a few twins.
      expect(valid).toContain(document[index]);
      expect(valid.length).toBeLessThanOrEqual(2);
    }
  }
});

test('formats', () => {
  expect(formatDocument('52998224725')).toBe('529.982.247-25');
  expect(formatDocument('11222333000181')).toBe('11.222.333/0001-81');
  expect(formatDocument('12ABC34501DE35')).toBe('12.ABC.345/01DE-35');
  expect(formatDocument('x')).toBe('x');
});

test('masks', () => {
  expect(maskDocument('52998224725')).toBe('***.982.247-**');
  expect(maskDocument('11222333000181')).toBe('**.222.333/****-**');
  expect(maskDocument('passport')).toBe('********');
});

test.each([
  ['55', '11', '987654321', '+55 (11) 98765-4321'],
  ['55', '21', '34567890', '+55 (21) 3456-7890'],
  ['55', '11', '190', '+55 (11) 190'],
  ['351', '', '912345678', '+351 91234-5678'],
])('phone %s %s %s', (countryCode, areaCode, number, expected) => {
  expect(formatPhone({ countryCode, areaCode, number })).toBe(expected);
});

test('there are 27 federative units', () => {
  expect(new Set(UF_CODES).size).toBe(27);
});

test('nothing throws on any text', () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      expect(isDocument(text)).toBe(false);
      expect(formatDocument(text)).toBe(text);
      expect(maskDocument(text)).toMatch(/^\**$/);
    }),
  );
});
