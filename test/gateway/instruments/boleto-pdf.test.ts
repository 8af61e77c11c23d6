import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { renderBoletoPdf } from '../../../src/gateway/instruments/boleto-pdf.ts';
import { digitableLineOf, formatDigitableLine } from '../../../src/ground/brazil/boleto.rules.ts';
import { buildDynamicBrCode } from '../../../src/ground/brazil/brcode.rules.ts';
import { drawFirstPage, factsOf, greyRowsOf, type Pixels, readSymbols, textOf } from '../../ground/brazil/readers.ts';
import { anyText } from '../../support/suite/any-text.ts';
import { propertyRuns } from '../../support/suite/property-runs.ts';
import { sampleBoleto, sampleBoletoWithTerms } from './boleto-sample.ts';

const DPI = 200;
const MM_PER_INCH = 25.4;
const POINTS_PER_MM = 72 / MM_PER_INCH;
const PIX = buildDynamicBrCode({
  url: 'pix.example.com/qr/v2/cobv/9d36b84fc70b478f',
  merchantName: 'Padaria',
  merchantCity: 'Niterói',
});
const LONG = 'Distribuidora de Produtos Alimentícios São Sebastião do Paraíso 東京 👨‍👩‍👧 '.repeat(8);
const LONG_PARTY = { name: LONG, document: '12ABC34501DE35', addressLines: [LONG, 'W'.repeat(900), LONG] };

async function symbolsOf(pdf: Buffer): Promise<string[]> {
  return readSymbols(await drawFirstPage(pdf, DPI));
}

describe('an ordinary slip', () => {
  const model = sampleBoleto({
    guarantor: { name: 'José Sá', document: '11144477735', addressLines: [] },
    notice: 'AMBIENTE DE TESTES',
  });

  let page: Pixels;
  beforeAll(async () => {
    page = await drawFirstPage(await renderBoletoPdf(model), DPI);
  });

  test('its barcode is read off the page', async () => {
    expect(await readSymbols(page)).toEqual([model.barcode]);
  });

  test('its barcode measures 103 by 13 mm with 5 mm of white at both sides', () => {
    const dark = (value: number) => value < 128;
    const rows = greyRowsOf(page);
    const isCrossedByBars = (row: Uint8Array) =>
      row.filter((value, x) => dark(value) !== dark(row[x - 1] ?? 255)).length >= 200;
    const bottom = rows.findLastIndex(isCrossedByBars);
    const top = rows.findLastIndex((row, y) => y < bottom && !isCrossedByBars(row)) + 1;
    const toMm = (pixels: number) => (pixels / DPI) * MM_PER_INCH;
    expect(Math.abs(toMm(bottom - top + 1) - 13)).toBeLessThan(0.3);
    const middle = [...(rows[Math.floor((top + bottom) / 2)] ?? [])];
    const first = middle.findIndex(dark);
    const last = middle.findLastIndex(dark);
    expect(Math.abs(toMm(last - first + 1) - 103)).toBeLessThan(0.3);
    expect(toMm(first)).toBeGreaterThan(5);
    expect(toMm(middle.length - last)).toBeGreaterThan(5);
  });

  test('shows every field, and the receipt repeats what the law asks of it', async () => {
    const text = await textOf(await renderBoletoPdf(model));
    const count = (part: string) => text.split(part).length - 1;
    const twice = [
      ...[
        'Banco Sandbox',
        '999-7',
        formatDigitableLine(digitableLineOf(model.barcode)),
        'Vencimento',
        '16/11/2026',
        '12.345,67',
      ],
      ...[
        'Beneficiário',
        'Padaria São João Ltda. - CNPJ: 11.222.333/0001-81',
        'Rua da Conceição, 120 - Centro - Niterói - RJ - 24020-084',
      ],
      ...[
        'Pagador',
        'Antônia Gonçalves de Araújo - CPF: 529.982.247-25',
        'Avenida Paulista, 1000, apto. 42 - Bela Vista',
      ],
      ...[
        'São Paulo - SP - 01310-100',
        'Nosso número',
        '17/0000004271-1',
        'Nº do documento',
        'PED-2026-000981',
        'Data do documento',
      ],
      ...['Agência / Código do beneficiário', '0001 / 0012345-6', '(=) Valor do documento'],
    ];
    for (const part of twice)
      expect([part, count(part)]).toEqual([part, expect.toSatisfy((times: number) => times >= 2)]);
    const once = [
      ...[
        'AMBIENTE DE TESTES',
        'Local de pagamento',
        'Pagável em qualquer banco até o vencimento',
        'Espécie doc.',
        'DM',
        'Aceite',
      ],
      ...[
        'Data do processamento',
        'Uso do banco',
        'Carteira',
        'R$',
        'Quantidade',
        '(x) Valor',
        '(-) Desconto / Abatimento',
      ],
      ...[
        '(-) Outras deduções',
        '(+) Juros / Multa',
        '(+) Outros acréscimos',
        '(=) Valor cobrado',
        'Não receber após o vencimento.',
      ],
      ...['Sacador/Avalista: José Sá - CPF: 111.444.777-35', 'Cód. baixa', 'Demonstrativo', 'Cesta de pães artesanais'],
      ...['Autenticação Mecânica – Ficha de Compensação', 'Autenticação Mecânica – Recibo do Pagador'],
    ];
    for (const part of once) expect(text).toContain(part);
  });

  test('is one A4 page that names its charge and keeps the date it was given', async () => {
    const facts = await factsOf(await renderBoletoPdf(model));
    expect(facts).toMatchObject({ pages: 1, title: 'Boleto PED-2026-000981', createdAt: 'D:20261109120000Z' });
    expect([facts.widthPoints / POINTS_PER_MM, facts.heightPoints / POINTS_PER_MM].map(Math.round)).toEqual([210, 297]);
  });

  test('the same model gives the same bytes', async () => {
    expect(await renderBoletoPdf(model)).toEqual(await renderBoletoPdf(structuredClone(model)));
  });
});

test('a slip with PIX carries both codes', async () => {
  const model = sampleBoleto({ pixPayload: PIX });
  expect((await symbolsOf(await renderBoletoPdf(model))).sort()).toEqual([PIX, model.barcode].sort());
});

test('a slip has room for every line of its terms, and is read with them', async () => {
  const model = sampleBoletoWithTerms({ pixPayload: PIX });
  const pdf = await renderBoletoPdf(model);
  expect((await symbolsOf(pdf)).sort()).toEqual([PIX, model.barcode].sort());
  const text = await textOf(pdf);
  expect(model.instructions).toHaveLength(7);
  for (const line of model.instructions) expect(text).toContain(line);
  expect(text).toContain('Pague com PIX');
});

test('texts without end neither hide the document nor reach the barcode', async () => {
  const model = sampleBoleto({
    bankName: LONG,
    paymentPlace: LONG,
    documentNumber: LONG,
    beneficiary: LONG_PARTY,
    // One that the font can print: otherwise the document would stand alone.
    payer: { ...LONG_PARTY, name: LONG.replaceAll('東京', '') },
    guarantor: LONG_PARTY,
    instructions: Array.from({ length: 40 }, () => LONG),
    statement: ['W'.repeat(5_000), ...Array.from({ length: 40 }, () => LONG)],
    notice: LONG,
    pixPayload: PIX,
    amountCents: 9_999_999_999,
  });
  const pdf = await renderBoletoPdf(model);
  expect((await symbolsOf(pdf)).sort()).toEqual([PIX, model.barcode].sort());
  const text = await textOf(pdf);
  expect(text.split('… - CNPJ: 12.ABC.345/01DE-35')).toHaveLength(6);
  expect(text).toContain('99.999.999,99');
});

test('barcodes of any figures are read off the page', async () => {
  const figures = fc.record({
    dueDate: fc.constantFrom('2025-02-21', '2025-02-22', '2026-12-31', '2049-10-13'),
    amountCents: fc.integer({ min: 1, max: 9_999_999_999 }),
  });
  await fc.assert(
    fc.asyncProperty(figures, fc.integer({ min: 1, max: 9_999_999_999 }), async (changes, ourNumber) => {
      const model = sampleBoleto(changes, ourNumber);
      expect(await symbolsOf(await renderBoletoPdf(model))).toEqual([model.barcode]);
    }),
    { numRuns: 3 },
  );
});

test('no text makes it fail', async () => {
  const texts = fc.oneof(anyText({ maxLength: 200 }), fc.string({ unit: 'grapheme', maxLength: 200 }));
  await fc.assert(
    fc.asyncProperty(texts, texts, async (one, two) => {
      const party = { name: one, document: '52998224725', addressLines: [two, one] };
      const pdf = await renderBoletoPdf(
        sampleBoleto({ beneficiary: party, payer: party, instructions: [one, two], documentNumber: two }),
      );
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    }),
    { numRuns: propertyRuns(25) },
  );
});

test.each([
  ['a broken barcode', { barcode: '9'.repeat(44) }],
  ['another amount', { amountCents: 1, barcode: sampleBoleto().barcode }],
  ['another date', { dueDate: '2026-11-17', barcode: sampleBoleto().barcode }],
])('refuses %s', async (_name, changes) => {
  await expect(renderBoletoPdf(sampleBoleto(changes))).rejects.toThrow(RangeError);
});

describe('a name that the font has no letters for', () => {
  test.each(['王小明', 'محمد بن عبد الله', 'Maria 王'])('%s: the document alone is printed', async (name) => {
    const pdf = await renderBoletoPdf(sampleBoleto({ payer: { name, document: '52998224725', addressLines: [] } }));
    const text = await textOf(pdf);
    expect(text).toContain('CPF: 529.982.247-25');
    expect(text).not.toContain('?');
    expect(text).not.toContain('- CPF: 529');
  });

  test('letters of ours and of alphabets that can be written in ours stay a name', async () => {
    for (const [name, printed] of [
      ['João Łuk', 'João Luk'],
      ['Иван', 'Ivan'],
      ['Maria 👩‍👧', 'Maria ?'],
    ] as const) {
      const pdf = await renderBoletoPdf(sampleBoleto({ payer: { name, document: '52998224725', addressLines: [] } }));
      expect(await textOf(pdf)).toContain(`${printed} - CPF: 529.982.247-25`);
    }
  });
});
