import { describe, expect, it } from 'vitest';
import { kindNamedIn, kindOf } from './kinds.ts';

describe("the kind that an operator's file names", () => {
  it('is one of the table', () => {
    expect(kindNamedIn('{"kind": "bacen-pix", "profile": "itau"}')).toBe('bacen-pix');
    expect(kindOf('bacen-pix').readAccess).toBeTypeOf('function');
  });

  it.each([
    '{"kind": "other"}',
    '{"kind": "constructor"}',
    '{"kind": ["bacen-pix"]}',
    '{}',
    '[]',
    'null',
    '"bacen-pix"',
    '1',
  ])('is none in %s', (text) => {
    expect(() => kindNamedIn(text)).toThrow('kind must be "bacen-pix"');
  });

  it('cannot be read where there is no JSON', () => {
    expect(() => kindNamedIn('{')).toThrow('the file is not JSON');
  });
});
