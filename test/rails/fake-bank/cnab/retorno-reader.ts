import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { ProfileName } from '../../../../src/rails/fake-bank/cnab/account.rules.ts';

/** A retorno read column by column, with everything held that a careful receiver would hold. */

export interface Told {
  code: string;
  /** The field of nosso número, without blanks around it. */
  number: string;
  reference: string;
  dueDate: string;
  nominal: number;
  fee: number;
  motives: string;
  charges: number;
  discount: number;
  abatement: number;
  paid: number;
  credited: number;
  day: string;
  creditDay: string;
}

export interface RetornoRead {
  fileNumber: number;
  told: Told[];
}

/** Where T holds what: from, to. */
const COLUMNS = {
  number: [38, 57],
  dueDate: [74, 81],
  nominal: [82, 96],
  reference: [106, 130],
  fee: [199, 213],
  motives: [214, 223],
} as const;
const SANTANDER: Record<keyof typeof COLUMNS, readonly [number, number]> = {
  number: [41, 53],
  dueDate: [70, 77],
  nominal: [78, 92],
  reference: [101, 125],
  fee: [194, 208],
  motives: [209, 218],
};

const cut = (line: string | undefined, from: number, to: number) => (line ?? '').slice(from - 1, to);

export function readRetorno(file: string, profile: ProfileName): RetornoRead {
  const text = readFileSync(file, 'latin1');
  expect(text.endsWith('\r\n')).toBe(true);
  const lines = text.slice(0, -2).split('\r\n');
  for (const line of lines) expect(line).toMatch(/^[\x20-\x7e]{240}$/);
  expect(lines.map((line) => line[7]).join('')).toMatch(/^013*59$/);
  const [header, batchHeader] = lines;
  const [batchTrailer, fileTrailer] = lines.slice(-2);
  const details = lines.slice(2, -2);
  const batch = profile === 'santander' ? '7031' : '0001';
  const batches = [batch, ...details.map(() => batch), batch];
  const last = profile === 'santander' ? batch : '9999';
  expect(lines.map((line) => cut(line, 4, 7))).toEqual(['0000', ...batches, last]);
  expect(cut(header, 143, 143)).toBe('2');
  expect(cut(batchHeader, 9, 11)).toBe('T01');
  expect(Number(cut(batchTrailer, 18, 23))).toBe(details.length + 2);
  expect(cut(fileTrailer, 18, 29)).toBe(`000001${String(lines.length).padStart(6, '0')}`);
  const told = readPairs(details, profile);
  expect(Number(cut(batchTrailer, 24, 29))).toBe(told.length);
  expect(Number(cut(batchTrailer, 30, 46))).toBe(told.reduce((sum, { nominal }) => sum + nominal, 0));
  return { fileNumber: Number(cut(header, 158, 163)), told };
}

function readPairs(details: readonly string[], profile: ProfileName): Told[] {
  const columns: typeof SANTANDER = profile === 'santander' ? SANTANDER : COLUMNS;
  expect(details.map((line) => Number(cut(line, 9, 13)))).toEqual(details.map((_, index) => index + 1));
  expect(details.map((line) => line[13]).join('')).toMatch(/^(TU)*$/);
  return details
    .filter((_, index) => index % 2 === 0)
    .map((t, index) => {
      const u = details[2 * index + 1];
      expect(cut(u, 16, 17)).toBe(cut(t, 16, 17));
      const ofT = (name: keyof typeof COLUMNS) => cut(t, ...columns[name]).trim();
      const ofU = (from: number, to: number) => cut(u, from, to).trim();
      return {
        code: cut(t, 16, 17),
        number: ofT('number'),
        reference: ofT('reference'),
        dueDate: ofT('dueDate'),
        nominal: Number(ofT('nominal')),
        fee: Number(ofT('fee')),
        motives: ofT('motives'),
        charges: Number(ofU(18, 32)),
        discount: Number(ofU(33, 47)),
        abatement: Number(ofU(48, 62)),
        paid: Number(ofU(78, 92)),
        credited: Number(ofU(93, 107)),
        day: ofU(138, 145),
        creditDay: ofU(146, 153),
      };
    });
}
