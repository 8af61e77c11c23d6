import { expect, test } from 'vitest';
import { buildDynamicBrCode, buildStaticBrCode } from '../../../src/ground/brazil/brcode.rules.ts';
import { renderQrPng } from '../../../src/ground/text/qr-image.ts';
import { readSymbols } from '../../ground/brazil/readers.ts';

const URL = 'pix.example.com/qr/v2/9d36b84fc70b478fb95c12729b90ca25';
const CODES = [
  ['dynamic', buildDynamicBrCode({ url: URL, merchantName: 'Padaria São João', merchantCity: 'Niterói' })],
  [
    'static',
    buildStaticBrCode({ key: 'abc@example.com', merchantName: 'A', merchantCity: 'B', amountCents: 1, txid: 'abc123' }),
  ],
  [
    'the longest',
    buildStaticBrCode({
      key: 'k'.repeat(77),
      merchantName: 'N'.repeat(25),
      merchantCity: 'C'.repeat(15),
      amountCents: 999_999_999_999,
      txid: 't'.repeat(25),
      postalCode: '01310100',
    }),
  ],
] as const;

test.each(CODES)('a scanner reads the %s code', async (_name, code) => {
  expect(await readSymbols(renderQrPng(code))).toEqual([code]);
});

test('the picture is small, square, one bit deep and always the same', () => {
  const png = renderQrPng(CODES[0][1]);
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(png.readUInt32BE(16)).toBe(png.readUInt32BE(20));
  expect(png.readUInt8(24)).toBe(1);
  expect(png.length).toBeLessThan(2_500);
  expect(renderQrPng(CODES[0][1])).toEqual(png);
});
