import { describe, expect, it } from 'vitest';
import { isRefusedForItsData } from './away.ts';

const refusal = (code: string) => Object.assign(new Error(`refused ${code}`), { severity: 'ERROR', code });

describe('whether nothing is stored of what the database was given', () => {
  it.each(['23505', '23514', '22P02', '55P03', '40P01', 'P0001'])('%s: its data were refused', (code) => {
    expect(isRefusedForItsData(refusal(code))).toBe(true);
  });

  // It may have been stored, or the database cannot do it now.
  it.each([
    refusal('57P01'),
    refusal('57014'),
    refusal('53100'),
    refusal('08006'),
    refusal('25006'),
    Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' }),
    new Error('Query read timeout'),
  ])('$message: nobody knows', (error) => {
    expect(isRefusedForItsData(error)).toBe(false);
  });
});
