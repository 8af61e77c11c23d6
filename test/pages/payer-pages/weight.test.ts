import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { PaymentLink } from '../../../src/gateway/payment-links/payment-links.rules.ts';
import { LINK_FIELDS } from '../../../src/pages/payer-pages/link-form.rules.ts';
import { linkPage } from '../../../src/pages/payer-pages/link-page.html.ts';
import { pageStatusOf } from '../../../src/pages/payer-pages/page.rules.ts';
import type { Frame } from '../../../src/pages/payer-pages/page-frame.html.ts';
import type { PayPage } from '../../../src/pages/payer-pages/pages.sql.ts';
import { payPage } from '../../../src/pages/payer-pages/pay-page.html.ts';
import { PAY_FILES, readWebFiles } from '../../../src/pages/payer-pages/web-files.ts';

const KB = 1_000;
const MAX_PAGE = 25 * KB;
const MAX_HTML = 8 * KB;
const MAX_SCRIPT = 4 * KB;
const QR_BYTES = 2 * KB;

const now = new Date('2026-11-15T12:00:00Z');
/** The heaviest there is: long names, five items, a code of the longest kind. */
const HEAVY: PayPage = {
  id: 1,
  reference: 'r',
  acquirer: 'sandbox',
  public_token: 'A'.repeat(32),
  order_number: '20261115-2EW88HNSW9',
  status: 1,
  is_issued: true,
  failure_reason: null,
  payment_type: 'pix',
  amount_cents: 9_999_999_999,
  refunded_cents: 0,
  items: Array.from({ length: 100 }, (_, n) => ({ name: `Camiseta ${n} `.repeat(15), quantity: 99, price: 123_456 })),
  shipping: { name: 'Sedex '.repeat(20), price: 2_000 },
  due_date: null,
  expires_at: new Date('2026-11-15T12:30:00Z'),
  created_at: now,
  updated_at: now,
  paid_at: null,
  refunded_at: null,
  boleto_terms: null,
  has_terms: false,
  is_registered: true,
  paid_cents: null,
  late_charges_cents: 0,
  discount_given_cents: 0,
  pix_code: `00020101021226830014br.gov.bcb.pix2561${'pix.example.com/qr/v2/eee2'.repeat(12)}6304B955`,
  boleto_line: null,
  payee_name: 'Comércio de Roupas e Acessórios '.repeat(4),
  payee_document: '11222333000181',
  return_url: `https://loja.example/${'obrigado'.repeat(200)}`,
  link_slug: 'camiseta-azul',
};

/** A boleto with all that can stand on its page. */
const HEAVY_BOLETO: PayPage = {
  ...HEAVY,
  payment_type: 'invoice',
  due_date: '2026-12-11',
  expires_at: new Date('2027-01-11T03:00:00Z'),
  boleto_terms: {
    fine: { percentHundredths: 200 },
    interest: { monthlyPercentHundredths: 100 },
    discounts: ['2026-12-02', '2026-12-03', '2026-12-04'].map((until, n) => ({ until, percentHundredths: 900 - n })),
    payableDaysAfterDue: 30,
  },
  has_terms: true,
  is_registered: false,
  boleto_line: '99990001030123456170000000427112916329999999999',
};

const assets = path.join(PAY_FILES, 'assets');
const files = readWebFiles(PAY_FILES);
const bytesOf = (...addresses: string[]) =>
  addresses.reduce((sum, address) => sum + readFileSync(path.join(assets, `${path.basename(address)}.gz`)).length, 0);
const frame: Frame = { language: 'pt-BR', path: `/pay/${'A'.repeat(32)}`, files, isSandbox: true };

describe('the weight of the payer’s page, compressed', () => {
  const weightOf = (page: PayPage) => gzipSync(payPage(frame, page, pageStatusOf(page, now), '2026-11-15')).length;
  const html = Math.max(weightOf(HEAVY), weightOf(HEAVY_BOLETO));

  it('of its HTML: one round trip', () => {
    expect(html).toBeLessThanOrEqual(MAX_HTML);
  });

  it('of its script', () => {
    expect(bytesOf(files.script)).toBeLessThanOrEqual(MAX_SCRIPT);
  });

  it('of all of it, the picture of the code included', () => {
    expect(html + bytesOf(files.script, files.style, files.icon) + QR_BYTES).toBeLessThanOrEqual(MAX_PAGE);
  });
});

describe('the weight of the page of a link, compressed', () => {
  const link = {
    title: HEAVY.items[0]?.name,
    description: 'Algodão de primeira, muito confortável. '.repeat(25),
    methods: ['pix', 'invoice'],
    items: HEAVY.items,
    shipping: HEAVY.shipping,
    quantity: { min: 1, max: 5 },
    collect_address: 'boleto',
    units_left: 3,
  } as unknown as PaymentLink;
  const html = gzipSync(
    linkPage(frame, {
      link,
      payee: HEAVY.payee_name,
      values: Object.fromEntries(LINK_FIELDS.map((field) => [field, 'x'.repeat(300)])),
      problems: Object.fromEntries(LINK_FIELDS.map((field) => [field, 'invalid'])),
      refusal: 'tooMany',
      key: 'A'.repeat(32),
    }),
  ).length;

  it('of its HTML: one round trip', () => {
    expect(html).toBeLessThanOrEqual(MAX_HTML);
  });

  it('of all of it', () => {
    const own = bytesOf(files.formScript, files.style, files.formStyle, files.icon);
    expect(bytesOf(files.formScript)).toBeLessThanOrEqual(MAX_SCRIPT);
    expect(html + own).toBeLessThanOrEqual(MAX_PAGE);
  });
});

describe('the files of the public pages', () => {
  it('every file has its two compressed forms, and none is inlined', () => {
    // Beside those of earlier builds, which processes that still run may name.
    const names = readdirSync(assets);
    const plain = Object.values(files).map((address) => path.basename(address));
    expect(plain.map((name) => path.extname(name)).sort()).toEqual(['.css', '.css', '.js', '.js', '.svg']);
    for (const name of plain) expect(names).toEqual(expect.arrayContaining([name, `${name}.br`, `${name}.gz`]));
    for (const name of plain.filter((file) => file.endsWith('.css')))
      expect(readFileSync(path.join(assets, name), 'utf8')).not.toContain('data:');
  });

  it('the build is of the sources as they are', () => {
    const stamp = JSON.parse(
      readFileSync(fileURLToPath(new URL('../../../dist/web/pay/stamp.json', import.meta.url)), 'utf8'),
    );
    expect(stamp.imported).toEqual(
      expect.arrayContaining(['src/ground/brazil/documents.rules.ts', 'src/pages/payer-pages/countdown.rules.ts']),
    );
  });
});
