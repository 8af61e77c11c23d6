import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { drawFirstPage, readSymbols, textOf } from '../../ground/brazil/readers.ts';
import { waitWithPix } from '../../support/boletos.ts';
import { expectError, withValue } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { boletoBody, orderBody, orderOf } from '../../support/orders.ts';

const DOTS_PER_INCH = 200;
const NOT_FOUND = { status: 404, code: 'TRANSACTION_NOT_FOUND' };

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

async function create(body: unknown) {
  return (await gateway.post('/payments/order', body)).body.transaction as Record<string, string>;
}
/** Asks as a payer's browser does: without a login or headers. */
async function open(link: string | undefined): Promise<{ type: string | null; bytes: Buffer; headers: Headers }> {
  const { pathname, search } = new URL(link as string);
  const response = await fetch(gateway.url + pathname + search);
  expect(response.status).toBe(200);
  return {
    type: response.headers.get('content-type'),
    bytes: Buffer.from(await response.arrayBuffer()),
    headers: response.headers,
  };
}
const pathOf = (link: string | undefined) => new URL(link as string).pathname;

describe('the picture of the code', () => {
  it('is a PNG that reads as exactly pix_qr_code, for who has no login', async () => {
    const { pix_qr_code, pix_qr_code_url } = await create(orderBody());
    const { type, bytes, headers } = await open(pix_qr_code_url);
    expect(type).toBe('image/png');
    expect(await readSymbols(bytes)).toEqual([pix_qr_code]);
    // Merchants show it on their own pages.
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });

  it('stays the same in the details, and after the payment', async () => {
    const { id, pix_qr_code, pix_qr_code_url } = await create(orderBody());
    await gateway.post(`/sandbox/transactions/${id}/pay`);
    expect((await gateway.get(`/transactions/${id}`)).body).toMatchObject({ pix_qr_code, pix_qr_code_url });
    expect(await readSymbols((await open(pix_qr_code_url)).bytes)).toEqual([pix_qr_code]);
  });
});

describe('the document', () => {
  const readBarcode = async (link: string | undefined) => {
    const { type, bytes } = await open(link);
    expect(type).toBe('application/pdf');
    return readSymbols(await drawFirstPage(bytes, DOTS_PER_INCH));
  };

  it('is a PDF whose bars read as boleto_barcode, for who has no login', async () => {
    const { boleto_url, boleto_barcode } = await create(boletoBody());
    expect(await readBarcode(boleto_url)).toContain(boleto_barcode);
  });

  it('carries the line to type, the amount, the due date and the names', async () => {
    const { boleto_url, boleto_digitable_line = '', due_date = '' } = await create(boletoBody());
    const text = await textOf((await open(boleto_url)).bytes);
    expect(text.replaceAll(/\D/g, '')).toContain(boleto_digitable_line);
    expect(text).toContain('100,00');
    expect(text).toContain(due_date.split('-').reverse().join('/'));
    expect(text).toContain('Loja Demo');
    expect(text).toContain('Maria da Silva');
    expect(text).toContain('529.982.247-25');
  });

  it('tells the terms, keeps the ordered day, and carries the PIX code of the same charge once there is one', async () => {
    const payment = { type: 'invoice', installments: 1, fine: { percent: 200 }, interest: { monthly_percent: 100 } };
    const created = await create({ ...boletoBody(), payment });
    const { id, boleto_url, boleto_barcode, due_date = '', last_payable_date = '' } = created;
    const printed = (day: string) => day.split('-').reverse().join('/');
    const text = await textOf((await open(boleto_url)).bytes);
    for (const part of [
      'cobrar multa de 2,00% (R$ 2,00).',
      'cobrar juros de 1,00% ao mês (R$ 0,03 ao dia).',
      `Não receber após ${printed(last_payable_date)}.`,
      `Pagável em qualquer banco até ${printed(last_payable_date)}`,
      printed(due_date),
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('depois do registro');
    expect(text).not.toContain('Pague com PIX');

    const { pix_qr_code } = await create(orderBody());
    await waitWithPix(gateway.database.db, id as string, pix_qr_code as string);
    const { bytes } = await open(boleto_url);
    expect(await textOf(bytes)).toContain('Alguns bancos só aceitam este boleto depois do registro.');
    const symbols = await readSymbols(await drawFirstPage(bytes, DOTS_PER_INCH));
    expect(symbols.sort()).toEqual([pix_qr_code, boleto_barcode].sort());
  });

  const crowded = {
    ...orderOf(9_999_999_900, { payment: { type: 'invoice', installments: 1 } }),
    items: Array(100).fill({ name: 'M'.repeat(200), quantity: 1, price: 99_999_999 }),
  };
  it.each([
    ['all that fits', withValue(crowded, 'customer.name', 'W'.repeat(120))],
    ['letters no font of ours has', withValue(boletoBody(), 'customer.name', '王 😀 Ωμέγα क्‍ष \u200fSilva')],
  ])('can be read with %s', { concurrent: true }, async (_, body) => {
    const { boleto_url, boleto_barcode } = await create(body);
    expect(await readBarcode(boleto_url)).toContain(boleto_barcode);
  });

  it.each([undefined, {}, { city: 'Recife' }, { line_1: '', line_2: '' }].map((address) => ({ address })))(
    'can be drawn for the address $address',
    async ({ address }) => {
      const { boleto_url } = await create(withValue(boletoBody(), 'customer.address', address));
      expect(await textOf((await open(boleto_url)).bytes)).toContain('Maria da Silva');
    },
  );
});

describe('[creating: public links] the token in the address is all there is', () => {
  it('is long, random and no one else’s', async () => {
    const links = await Promise.all(Array.from({ length: 10 }, () => create(orderBody())));
    const tokens = links.map(({ pix_qr_code_url }) =>
      pathOf(pix_qr_code_url)
        .split('/')
        .find((part) => part.length >= 22),
    );
    expect(tokens).not.toContain(undefined);
    expect(new Set(tokens).size).toBe(10);
    for (const { id, order_number, pix_qr_code_url } of links) {
      expect(pix_qr_code_url).not.toContain(`/${id}/`);
      expect(pix_qr_code_url).not.toContain(order_number);
    }
  });

  it('one that was guessed, cut or altered finds nothing', async () => {
    const pix = pathOf((await create(orderBody())).pix_qr_code_url);
    const boleto = pathOf((await create(boletoBody())).boleto_url);
    for (const path of [pix, boleto]) {
      const token = path.split('/').find((part) => part.length >= 22) as string;
      const swapped = token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
      const guesses = [
        swapped,
        token.slice(1),
        `${token}A`,
        token.toUpperCase(),
        'x',
        '1',
        '%00',
        "'--",
        '..%2f',
        '😀',
        'a'.repeat(64),
        '%25',
      ];
      for (const guess of guesses) {
        if (guess === token) continue;
        expectError(await gateway.call('GET', path.replace(token, guess)), NOT_FOUND);
      }
    }
  });

  it('one of a PIX payment opens no boleto, and the other way round', async () => {
    const pix = pathOf((await create(orderBody())).pix_qr_code_url);
    const boleto = pathOf((await create(boletoBody())).boleto_url);
    const tokenOf = (path: string) => path.split('/').find((part) => part.length >= 22) as string;
    expectError(await gateway.call('GET', pix.replace(tokenOf(pix), tokenOf(boleto))), NOT_FOUND);
    expectError(await gateway.call('GET', boleto.replace(tokenOf(boleto), tokenOf(pix))), NOT_FOUND);
  });

  it('a refused payment has nothing to show', async () => {
    const refused = withValue(orderBody(), 'customer.email', 'recusado@vintem.dev');
    const { id } = await create(refused);
    expect((await gateway.get(`/transactions/${id}`)).body).toMatchObject({
      status: 3,
      pix_qr_code: null,
      pix_qr_code_url: null,
    });
  });
});

describe('[availability: public links] strangers ask as often as they like', () => {
  let limited: TestGateway;
  beforeAll(async () => {
    limited = await startTestGateway({ RATE_LIMIT_PER_SECOND: '1000', TRUST_PROXY: '1' }, gateway.database);
  });
  afterAll(() => limited.close());
  // The second in which limits count ends when a test says so.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  const ask = (link: string | undefined, address: string) =>
    limited.call('GET', pathOf(link), { headers: { 'x-forwarded-for': address } });
  const createMany = (count: number, body: object) => Promise.all(Array.from({ length: count }, () => create(body)));

  it('one boleto is drawn once for all who open it, and anew when its state changes', async () => {
    const { id, boleto_url } = await create(boletoBody());
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(boleto_url, '192.0.2.1')));
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(200));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    await gateway.post(`/sandbox/transactions/${id}/pay`);
    await gateway.get(`/transactions/${id}?payment_type=BILLET`);
    const paid = await ask(boleto_url, '192.0.2.1');
    expect(paid).toMatchObject({ status: 200 });
    expect(paid.body).not.toBe(answers[0]?.body);
    expect((await ask(boleto_url, '192.0.2.1')).body).toBe(paid.body);
  });

  it.each([
    ['pix_qr_code_url', orderBody(), '192.0.2.2'],
    ['boleto_url', boletoBody(), '192.0.2.3'],
  ] as const)('%s: 10 drawings a second and address, then 429', async (link, body, address) => {
    const links = (await createMany(12, body)).map((payment) => payment[link]);
    const statuses = [];
    for (const each of links) statuses.push((await ask(each, address)).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
    const refused = await ask(links[11], address);
    expectError(refused, { status: 429, code: 'RATE_LIMITED' });
    expect(refused.headers.get('retry-after')).toBe('1');
    // What was already drawn is still served, and other requests are still drawn.
    expect((await ask(links[0], address)).status).toBe(200);
    expect((await ask(links[11], '192.0.2.200')).status).toBe(200);
    vi.setSystemTime(Date.now() + 1_000);
    expect((await ask(links[10], address)).status).toBe(200);
  });

  it('100 answers a second and address, then 429', async () => {
    const { pix_qr_code_url } = await create(orderBody());
    const statuses = [];
    for (let n = 0; n < 102; n++) statuses.push((await ask(pix_qr_code_url, '192.0.2.4')).status);
    expect(statuses).toEqual([...Array(100).fill(200), 429, 429]);
    vi.setSystemTime(Date.now() + 1_000);
    expect((await ask(pix_qr_code_url, '192.0.2.4')).status).toBe(200);
  });
});
