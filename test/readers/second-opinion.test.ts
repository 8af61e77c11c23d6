import { expect, test } from 'vitest';
import { renderBoletoPdf } from '../../src/gateway/instruments/boleto-pdf.ts';
import { digitableLineOf, formatDigitableLine } from '../../src/ground/brazil/boleto.rules.ts';
import { buildDynamicBrCode } from '../../src/ground/brazil/brcode.rules.ts';
import { renderQrPng } from '../../src/ground/text/qr-image.ts';
import { sampleBoleto, sampleBoletoWithTerms } from '../gateway/instruments/boleto-sample.ts';
import { infoOf, rasterise, readSymbols, textOf } from './programs.ts';

/**
 * A second opinion on our pictures: readers that share no code with those of `npm test`
 * (test/ground/brazil/readers.ts). They are programs of the system, so `npm run test:readers` runs them apart;
 * `.ci/run` installs them and insists.
 */

const DPI = 200;
const PIX = buildDynamicBrCode({
  url: 'pix.example.com/qr/v2/cobv/9d36b84fc70b478f',
  merchantName: 'Padaria',
  merchantCity: 'Niterói',
});

test('a PIX code is read off its picture', async () => {
  expect(await readSymbols(renderQrPng(PIX))).toEqual([PIX]);
});

test.each([
  ['its barcode', sampleBoleto(), []],
  ['its barcode and its PIX code', sampleBoleto({ pixPayload: PIX }), [PIX]],
  ['its barcode and its PIX code, beside all that terms can say,', sampleBoletoWithTerms({ pixPayload: PIX }), [PIX]],
  [
    'the barcode of the greatest figures',
    sampleBoleto({ amountCents: 9_999_999_999, dueDate: '2049-10-13' }, 9_999_999_999),
    [],
  ],
])('%s is read off the page of a boleto', async (_, model, others) => {
  const found = await readSymbols(await rasterise(await renderBoletoPdf(model), DPI));
  expect(found.sort()).toEqual([model.barcode, ...others].sort());
});

test('a boleto is one A4 page with the line to type, the amount and the names', async () => {
  const model = sampleBoleto();
  const pdf = await renderBoletoPdf(model);
  const info = await infoOf(pdf);
  expect(info).toMatch(/Pages:\s+1\n/);
  expect(info).toContain('A4');
  expect(info).toMatch(/Title:\s+Boleto PED-2026-000981\n/);
  expect(info).toMatch(/CreationDate:\s+2026-11-09T12:00:00Z/);
  const text = await textOf(pdf);
  const parts = [
    formatDigitableLine(digitableLineOf(model.barcode)),
    '12.345,67',
    'Padaria São João Ltda.',
    'Antônia Gonçalves de Araújo',
  ];
  for (const part of parts) expect(text).toContain(part);
});
